-- Deletions whose 14 days have passed (D49).

create function private.carry_out_deletion(p_person uuid, p_now timestamptz)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_farewell uuid;
begin
  -- Before the orders, as every deletion: who orders in the meantime waits, and finds no account. One that is kept stays.
  perform from public.profiles as p where p.id = p_person and p.deletes_at <= p_now for update;
  if not found then
    return;
  end if;
  perform private.set_order_status(o.id, 'cancelled')
  from (
    select w.id from public.orders as w
    where w.user_id = p_person and w.status in ('pending', 'processing') order by w.id
  ) as o;
  insert into private.farewells (id, email)
  select gen_random_uuid(), p.email from public.profiles as p where p.id = p_person
  returning id into v_farewell;
  delete from public.profiles as p where p.id = p_person;
  perform private.queue_email('account_deleted', v_farewell, null, p_now);
end
$$;
comment on function private.carry_out_deletion(uuid, timestamptz) is
  'Cancels and refunds the open orders of a person, deletes the account as D12 has it, and queues the last email (D49).';

create function private.due_deletions(p_now timestamptz)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_people uuid[];
  v_person uuid;
begin
  -- The last admin stays until there is another one (D11).
  select array_agg(d.id) into v_people
  from (
    select p.id from public.profiles as p
    where p.deletes_at <= p_now and (p.role <> 'admin' or exists (
      select from public.profiles as a where a.role = 'admin' and a.id <> p.id))
    order by p.deletes_at, p.id limit 50
  ) as d;
  if v_people is null then
    return;
  end if;
  -- Before any row is locked, as every deletion (serialize_deletions).
  perform pg_advisory_xact_lock(hashtextextended('private.serialize_deletions', 0));
  foreach v_person in array v_people loop
    begin
      perform private.carry_out_deletion(v_person, p_now);
    exception when others then
      raise warning 'the deletion of % waits: %', v_person, sqlerrm;
    end;
  end loop;
end
$$;
comment on function private.due_deletions(timestamptz) is
  'Carries out the deletions that are due, up to fifty; one that does not succeed waits for the next run and holds up no other (D49).';
