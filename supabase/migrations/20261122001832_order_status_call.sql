-- Calling operations of kind 'order_status', and what they tell and deliver when undo closes (D33, D46).

create function private.check_content(p_status text, p_kind text, p_content text, p_message text)
returns void
language plpgsql set search_path = ''
as $$
begin
  if not coalesce(p_status in ('pending', 'processing', 'completed', 'delivered', 'cancelled'), false) then
    raise exception 'unknown_status' using errcode = 'PT422';
  end if;
  if (p_status <> 'delivered' and num_nonnulls(p_content, p_message) > 0) or not private.is_manual_delivery(p_kind, p_content, p_message) then
    raise exception 'invalid_delivery' using errcode = 'PT422';
  end if;
end
$$;
comment on function private.check_content(text, text, text, text) is
  'Whether orders can be set to a status, with this content: only ''delivered'' has any.';

create function private.order_status_settle(p_operation public.operations, p_from integer, p_to integer)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_content jsonb := (select c.content from private.operation_content as c where c.operation_id = p_operation.id);
  v_status text := p_operation.parameters ->> 'status';
  v_kind text := case when v_status in ('delivered', 'cancelled') then 'order_' || v_status else 'order_status' end;
  v_order public.orders;
  v_row record;
begin
  perform from public.orders as o
  where o.id = any (array(
    select r.row_id::uuid from private.operation_rows as r
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('changed', 'kept')))
  order by o.id for no key update;
  -- Deliveries to addresses that are not the member's own, and credits, are counted under the lock of the member.
  perform from public.profiles as p
  where p.id = any (array(
    select o.user_id from private.operation_rows as r join public.orders as o on o.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('changed', 'kept')
      and (o.late_credit is null or v_status = 'delivered' and lower(o.redemption_email) <> lower(o.customer_email))))
  order by p.id for no key update;
  for v_row in
    select r.row_id, r.changed_at, r.before ->> 'status' as before from private.operation_rows as r
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('changed', 'kept')
    order by r.position
  loop
    select * into v_order from public.orders as o where o.id = v_row.row_id::uuid and o.user_id is not null;
    continue when not found;
    if v_row.before in ('pending', 'processing') and v_status not in ('pending', 'processing') then
      perform private.credit_order(
        v_order.id, p_operation.created_at, case when v_status = 'cancelled' then p_operation.actor_id end);
    end if;
    -- A later delivery has notified the member.
    continue when exists (
      select from private.deliveries as d
      where d.order_id = v_order.id and coalesce(d.message_at, d.delivered_at) > v_row.changed_at and num_nonnulls(d.kind, d.message) > 0);
    if v_order.status in ('delivered', 'completed') then
      perform private.replace_by_hand(
        v_order, v_content ->> 'kind', v_content ->> 'content', v_content ->> 'message', p_operation.actor_id);
    end if;
    -- So has a later change of the status, unless it was undone.
    if v_order.status = v_status and v_status <> 'pending' and p_operation.id is not distinct from (
      select c.operation_id from private.status_changes as c
      where c.order_id = v_row.row_id and c.undone_at is null order by c.at desc limit 1)
    then
      perform private.queue_email(
        v_kind, v_order.id, v_order.user_id, now(), case when v_status = 'delivered' then v_order.redemption_email end);
      if v_order.user_id <> p_operation.actor_id then
        perform private.tell_status(v_order);
      end if;
    end if;
  end loop;
end
$$;
comment on function private.order_status_settle(public.operations, integer, integer) is
  'Delivers the content of orders that stand and have received nothing since, and tells the new status of those that still have it.';

create function public.set_order_statuses(
  p_filter jsonb default null, p_ids uuid[] default null, p_status text default null, p_dry_run boolean default true,
  p_expected jsonb default null, p_kind text default null, p_content text default null, p_message text default null,
  p_note text default null
)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language sql rows 1 set search_path = '' set statement_timeout = '30s'
begin atomic
  select r.* from private.set_order_statuses(p_filter, p_ids, p_status, p_dry_run, p_expected, p_kind, p_content, p_message, p_note) as r;
end;
comment on function public.set_order_statuses(jsonb, uuid[], text, boolean, jsonb, text, text, text, text) is
  'Sets the status of the orders of a filter or of these orders, for ''delivered'' with what is delivered (a text, link or key) and a '
  'message, and with an internal note. A dry run, the default, only counts; `p_expected` is its result: the run takes its rows and is '
  'refused (numbers_differ) if its numbers are not those of today. Admins only (D33, D46).';
