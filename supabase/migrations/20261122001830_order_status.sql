-- Operations of kind 'order_status': the status of many orders (D46).

create function private.order_status_lock(p_operation public.operations, p_from integer, p_to integer)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_orders uuid[];
begin
  v_orders := array(
    select o.id from private.operation_rows as r join public.orders as o on o.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('waiting', 'changed')
    order by o.id for no key update of o);
  -- What moves only with a cancellation or its end.
  perform from private.benefit_stock as s
  where s.benefit_id = any (array(
    select o.benefit_id from public.orders as o
    where o.id = any (v_orders) and o.from_stock and 'cancelled' in (o.status, p_operation.parameters ->> 'status')))
  order by s.benefit_id for no key update;
  perform from public.profiles as p
  where p.id = any (array(
    select o.user_id from public.orders as o
    where o.id = any (v_orders) and 'cancelled' in (o.status, p_operation.parameters ->> 'status')))
  order by p.id for no key update;
  perform from public.order_desk as d where d.order_id = any (v_orders) order by d.order_id for no key update;
end
$$;
comment on function private.order_status_lock(public.operations, integer, integer) is
  'Locks the orders, then the stocks and the balances that change with them.';

create function private.order_status_plan(p_operation public.operations, p_from integer, p_to integer)
returns setof private.operation_plan
language sql stable set search_path = ''
begin atomic
  with given as (
    select p_operation.parameters ->> 'status' as status
  ),
  orders as (
    select r.position, o.*, g.status as wanted, o.status = 'cancelled' and g.status <> 'cancelled' as reopened
    from private.operation_rows as r
    cross join given as g
    left join public.orders as o on o.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position between p_from and p_to
  ),
  judged as (
    select o.*, last.actor_id, last.at,
      case
        when o.id is null then 'not_found'
        when o.status = o.wanted then 'same_status'
        when o.reopened and last.actor_id = o.user_id then 'cancelled_by_member'
        when o.user_id is null and o.wanted in ('completed', 'delivered') then 'deleted_user'
      end as reason
    from orders as o
    left join lateral (
      select c.actor_id, c.at from private.status_changes as c
      where c.order_id = o.id::text and (o.status = o.wanted or o.reopened) order by c.at desc limit 1
    ) as last on true
  ),
  stocked as (
    select j.*, coalesce(j.reason, case when j.reopened and j.from_stock and j.unit = 'returned' and u.stock < count(*) filter (
      where j.reason is null and j.reopened and j.from_stock and j.unit = 'returned'
    ) over (partition by j.benefit_id order by j.position) then 'sold_out' end) as reason_2
    from judged as j
    left join private.benefit_stock as u on u.benefit_id = j.benefit_id and j.reopened
  ),
  paid as (
    select s.*, coalesce(s.reason_2, case when s.reopened and s.user_id is not null and p.current_tokens < sum(s.benefit_token_value) filter (
      where s.reason_2 is null and s.reopened
    ) over (partition by s.user_id order by s.position) then 'insufficient_tokens' end) as reason_3
    from stocked as s
    left join public.profiles as p on p.id = s.user_id and s.reopened
  ),
  credited as (
    select c.order_id, c.tokens from private.credit_due(array(
      select p.id from paid as p
      where p.reason_3 is null and p.status in ('pending', 'processing') and p.wanted in ('completed', 'delivered', 'cancelled')
        and not (p.wanted = 'cancelled' and p.user_id = p_operation.actor_id)
    ), p_operation.created_at) as c
  )
  select p.position, p.reason_3, case when p.reason_3 = 'same_status' then p.actor_id end, case when p.reason_3 = 'same_status' then p.at end,
    p.updated_at::text,
    case when p.reason_3 is null then private.status_tokens(p.user_id, p.benefit_token_value, p.status, p.wanted) else 0 end
      + coalesce(c.tokens, 0),
    p.reason_3 is null and p.user_id is not null and p.wanted <> 'pending'
      and (p.wanted = 'delivered' or coalesce(n.by_email, true))
  from paid as p
  left join credited as c on c.order_id = p.id
  left join public.notification_preferences as n on n.user_id = p.user_id and n.kind = 'orders';
end;
comment on function private.order_status_plan(public.operations, integer, integer) is
  'Which of the orders change; skipped are those that have the status, were cancelled by their member, have nobody to deliver to, or '
  'lack the stock or the tokens to leave ''cancelled''.';

create function private.order_status_apply(p_operation public.operations, p_positions integer[])
returns table ("position" integer, before jsonb, after jsonb)
language plpgsql set search_path = ''
as $$
begin
  perform private.write_notes(p_operation, p_positions);
  return query
  with target as (
    select r.position, o.id, o.status, o.unit, o.fulfilled_at
    from private.operation_rows as r join public.orders as o on o.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position = any (p_positions)
  ),
  changed as (
    update public.orders as o
    set status = p_operation.parameters ->> 'status', updated_at = greatest(now(), o.updated_at + interval '1 microsecond')
    from target as t where o.id = t.id
    returning o.id, o.status, o.updated_at
  )
  select t.position, jsonb_build_object('status', t.status, 'unit', t.unit, 'fulfilled_at', t.fulfilled_at),
    jsonb_build_object('status', c.status, 'updated_at', c.updated_at)
  from target as t join changed as c using (id);
end
$$;
comment on function private.order_status_apply(public.operations, integer[]) is
  'Sets the status of orders; their triggers move tokens and stock (D6, D38).';

create function private.order_status_undo(p_operation public.operations, p_from integer, p_to integer)
returns table ("position" integer, reason text)
language plpgsql set search_path = ''
as $$
begin
  return query
  with orders as (
    select r.position, o.*, r.before ->> 'status' as wanted, r.before ->> 'unit' as wanted_unit,
      (r.before ->> 'fulfilled_at')::timestamptz as wanted_fulfilled_at,
      o.updated_at <> (r.after ->> 'updated_at')::timestamptz as is_changed, o.status = 'cancelled' as reopened,
      o.unit = 'returned' and r.before ->> 'unit' <> 'returned' as takes_unit
    from private.operation_rows as r join public.orders as o on o.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state = 'changed'
  ),
  stocked as (
    select o.*, b.per_member_limit, case when o.is_changed then 'changed_since'
      when o.from_stock and u.stock < count(*) filter (where o.takes_unit and o.from_stock and not o.is_changed)
        over (partition by o.benefit_id order by o.position) then 'sold_out' end as reason_1
    from orders as o left join public.benefits as b on b.id = o.benefit_id and o.takes_unit
    left join private.benefit_stock as u on u.benefit_id = b.id
  ),
  limited as (
    -- As check_limit() counts.
    select s.*, coalesce(s.reason_1, case when s.user_id is not null and s.per_member_limit - count(*) filter (where s.reason_1 is null and s.takes_unit)
      over (partition by s.user_id, s.benefit_id order by s.position) < (
        select count(*) from public.orders as q
        where q.user_id = s.user_id and q.benefit_id = s.benefit_id and q.unit <> 'returned' and s.per_member_limit is not null
      ) then 'limit_reached' end) as reason_2
    from stocked as s
  ),
  paid as (
    select l.*, coalesce(l.reason_2, case when l.reopened and l.user_id is not null and p.current_tokens < sum(l.benefit_token_value) filter (
      where l.reason_2 is null and l.reopened) over (partition by l.user_id order by l.position) then 'tokens_spent' end) as reason_3
    from limited as l left join public.profiles as p on p.id = l.user_id and l.reopened
  ),
  restored as (
    update public.orders as o
    set status = p.wanted, unit = p.wanted_unit, fulfilled_at = p.wanted_fulfilled_at,
      updated_at = greatest(now(), o.updated_at + interval '1 microsecond')
    from paid as p where o.id = p.id and p.reason_3 is null
  ),
  erased as (
    delete from public.order_notes as n using paid as p
    where n.operation_id = p_operation.id and n.order_id = p.id and p.reason_3 is null
  )
  select p.position, p.reason_3 from paid as p;
end
$$;
comment on function private.order_status_undo(public.operations, integer, integer) is
  'Restores the status of orders that nobody has changed since; a refund that was spent, a unit that was sold, or one more than the '
  'member may have, stays.';

create function private.order_status_labels(p_operation public.operations, p_positions integer[])
returns table ("position" integer, label text)
language sql stable set search_path = ''
begin atomic
  select l.position, l.label from private.order_labels(p_operation, p_positions) as l;
end;
comment on function private.order_status_labels(public.operations, integer[]) is 'The numbers of the orders.';

create function private.set_order_statuses(
  p_filter jsonb, p_ids uuid[], p_status text, p_dry_run boolean, p_expected jsonb, p_kind text, p_content text, p_message text,
  p_note text
)
returns private.operation_result
language plpgsql security definer set search_path = ''
as $$
declare
  v_operation public.operations;
begin
  perform private.begin_admin_write();
  perform private.check_content(p_status, p_kind, p_content, p_message);
  perform private.check_note(nullif(private.trim_text(p_note), ''));
  v_operation := private.open_operation('order_status', jsonb_build_object('status', p_status), jsonb_strip_nulls(jsonb_build_object(
    'kind', p_kind, 'content', p_content, 'message', p_message, 'note', nullif(private.trim_text(p_note), ''))), p_expected);
  if p_expected ->> 'operation_id' is null then
    perform private.add_orders(v_operation, p_filter, p_ids);
  end if;
  return private.run_operation(v_operation, p_dry_run, p_expected);
end
$$;
comment on function private.set_order_statuses(jsonb, uuid[], text, boolean, jsonb, text, text, text, text) is
  'The operation behind public.set_order_statuses().';
