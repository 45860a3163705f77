-- Members cancel their own orders before anybody works on them (D35).

create function private.cancel_my_order(p_order_id uuid)
returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform from public.orders as o where o.id = p_order_id and o.user_id = private.actor();
  if found then
    -- Read again once locked: the caller may be deleted while waiting (D12).
    perform private.wait_for_deletions();
    select * into v_order from public.orders as o where o.id = p_order_id and o.user_id = private.actor() for update;
  end if;
  if not found then
    raise exception 'order_not_found' using errcode = 'PT404';
  elsif v_order.status = 'cancelled' then
    return v_order.updated_at;
  elsif v_order.status <> 'pending' then
    raise exception 'order_not_pending' using errcode = 'PT409', detail = v_order.status;
  end if;
  -- Each order and each cancellation queues an email, and costs nothing.
  perform private.check_hourly('cancel_order', 30);
  perform private.count_attempt('cancel_order', private.actor()::text);
  return private.set_order_status(p_order_id, 'cancelled');
end
$$;
comment on function private.cancel_my_order(uuid) is 'The cancellation behind public.cancel_my_order().';

create function public.cancel_my_order(p_order_id uuid)
returns timestamptz
language sql set search_path = ''
begin atomic
  select private.cancel_my_order(p_order_id);
end;
comment on function public.cancel_my_order(uuid) is
  'Cancels the caller''s own pending order, which refunds it (D6), and returns its new time; a cancelled one stays as it is, so a retry '
  'is safe. Raises order_not_found, order_not_pending, whose detail is the status, and rate_limited beyond 30 an hour (D35).';
