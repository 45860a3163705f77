-- Order numbers, without gaps (D8).

-- Not a sequence, because a refused order would lose the number that it took.
create table private.free_order_numbers (number bigint primary key);
comment on table private.free_order_numbers is
  'Unused order numbers. A transaction deletes the one it uses, so a refused order gives it back (D8).';
create table private.order_number_counter (last bigint primary key);
comment on table private.order_number_counter is 'One row: the highest order number ever made available.';
insert into private.order_number_counter (last) values (0);

-- By the index, even if the table was small when the statistics were taken.
create function private.next_order_number()
returns text
language plpgsql set search_path = '' set enable_seqscan = off
as $$
declare
  v_number text;
  v_locked boolean := false;
begin
  loop
    -- Skips numbers that other transactions hold, so that orders do not wait for each other.
    delete from private.free_order_numbers
    where ctid = (select n.ctid from private.free_order_numbers as n order by n.number limit 1 for update skip locked)
    returning number::text into v_number;
    exit when found;
    if v_locked then
      with counter as (update private.order_number_counter set last = last + 1000 returning last)
      insert into private.free_order_numbers (number)
      select n from counter, generate_series(counter.last - 999, counter.last) as n;
    else
      -- Then look again: the transaction that held this lock may have added numbers.
      perform from private.order_number_counter for update;
      v_locked := true;
    end if;
  end loop;
  -- lpad() would truncate numbers of more than six digits.
  return 'ORD-' || lpad(v_number, greatest(6, length(v_number)), '0');
end
$$;
comment on function private.next_order_number() is
  'The lowest unused order number, from ORD-000001. It becomes available again if the transaction fails (D8).';
