-- What orders take from the stock of their benefit, and return to it (D38).

create function private.order_take_stock()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.take_stock(new.benefit_id);
  return null;
end
$$;
comment on function private.order_take_stock() is 'Trigger: a new order takes one from the stock of its benefit, and locks it to the end (D38).';
-- After the insert: a replayed one that conflicts takes nothing (D3). Fires before the debit (alphabetical order): stock is locked before the profile.
create trigger orders_acquire_stock after insert on public.orders
for each row when (new.from_stock and current_user <> 'postgres'::text) execute function private.order_take_stock();

create function private.order_move_unit()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The undo of an operation restores the unit itself.
  if new.unit = old.unit then
    new.unit := private.order_unit(old.unit, new.status);
  end if;
  if new.from_stock and new.benefit_id is not null and new.unit <> old.unit then
    if new.unit = 'returned' then
      update private.benefit_stock set stock = least(stock + 1, 1000000) where benefit_id = new.benefit_id;
    elsif old.unit = 'returned' then
      perform private.take_stock(new.benefit_id);
    end if;
  end if;
  return new;
end
$$;
comment on function private.order_move_unit() is
  'Trigger: a cancellation before the delivery returns the unit to stock and limit; leaving cancelled takes it again, or raises '
  'sold_out (D38).';
-- Before the debit or refund, so that the stock is locked before the profile; and, by name, after the check of the change.
create trigger orders_use_unit before update of status on public.orders
for each row when (old.status <> new.status) execute function private.order_move_unit();
