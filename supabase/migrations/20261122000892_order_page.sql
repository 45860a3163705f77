-- The page of an order as its owner reads it; order_delivery() alone returns what was delivered.

create function private.delivery_status(p_order_id uuid)
returns table (
  method text, kind text, mask text, message text, instructions text, delivered_at timestamptz, read_at timestamptz,
  file_name text, file_size bigint, file_type text, items integer, replaced_mask text, next_report text,
  reported_at timestamptz, report_reason text, report_due_at timestamptz, answer text, answer_text text,
  answered_at timestamptz, email text
)
language sql stable security definer set search_path = ''
begin atomic
  select d.method, d.kind,
    private.mask_key(coalesce(k.secret, case d.kind when 'key' then d.content end)),
    d.message, d.instructions, d.delivered_at, d.read_at, d.file_name, d.file_size, d.file_type,
    (select count(*)::integer from private.deliveries as i where i.order_id = o.id),
    (select private.mask_key(coalesce(w.secret, case i.kind when 'key' then i.content end))
      from private.deliveries as i left join private.delivery_keys as w on w.id = i.key_id
      where i.order_id = o.id and i.withdrawn_at is not null order by i.id desc limit 1),
    private.next_report(d, o.account_id),
    r.created_at, r.reason, case when r.outcome = 'open' and r.answer is null then r.due_at end, r.answer, r.answer_text,
    r.answered_at,
    (select coalesce(e.outcome, 'waiting') from private.outbox as e
      where e.cause_id = o.id and e.kind = 'order_delivered' order by e.created_at desc limit 1)
  from public.orders as o
  cross join lateral private.current_delivery(o) as d
  left join private.delivery_keys as k on k.id = d.key_id
  left join lateral (
    select l.* from private.reports as l where l.order_id = o.id order by l.created_at desc limit 1
  ) as r on true
  where o.id = p_order_id and o.user_id = private.actor() and o.status <> 'cancelled' and d.order_id is not null;
end;
comment on function private.delivery_status(uuid) is 'The row behind public.delivery_status().';

create function public.delivery_status(p_order_id uuid)
returns table (
  method text, kind text, mask text, message text, instructions text, delivered_at timestamptz, read_at timestamptz,
  file_name text, file_size bigint, file_type text, items integer, replaced_mask text, next_report text,
  reported_at timestamptz, report_reason text, report_due_at timestamptz, answer text, answer_text text,
  answered_at timestamptz, email text
)
language sql stable rows 1 set search_path = ''
begin atomic
  select s.method, s.kind, s.mask, s.message, s.instructions, s.delivered_at, s.read_at, s.file_name, s.file_size, s.file_type,
    s.items, s.replaced_mask, s.next_report, s.reported_at, s.report_reason, s.report_due_at, s.answer, s.answer_text,
    s.answered_at, s.email
  from private.delivery_status(p_order_id) as s;
end;
comment on function public.delivery_status(uuid) is
  'What may be shown and cached of the delivery of the caller''s own order, keys masked; `items`: how many were delivered so far; '
  '`next_report`: what a report leads to (replaced, open, or null: none is possible); the last report and its answer; `email`: '
  'waiting, sent, given_up, skipped, or over_limit beyond the ten a day to other addresses. No row before the delivery or after a '
  'cancellation (D32, D34, D37).';

create function private.order_events(p_order_id uuid)
returns table (at timestamptz, event text, actor text, detail jsonb)
language sql stable security definer set search_path = ''
begin atomic
  with mine as (
    select o.* from public.orders as o where o.id = p_order_id and o.user_id = private.actor()
  ),
  events as (
    select 1 as rank, o.created_at as at, 'placed' as event, 'you' as actor, null::jsonb as detail from mine as o
    union all
    select 2, t.created_at,
      case when t.transaction_type = 'adjustment' then 'credited' when t.amount < 0 then 'paid' else 'refunded' end,
      case when t.amount < 0 then 'you' else 'system' end,
      jsonb_build_object('tokens', abs(t.amount), 'before', t.balance_after - t.amount, 'after', t.balance_after)
    from mine as o join public.token_transactions as t on t.order_id = o.id
    union all
    select 3, l.at, 'status',
      case when l.actor_id is null then 'system' when l.actor_id = o.user_id then 'you' else coalesce(p.name, 'admin') end,
      jsonb_build_object('from', l.from_status, 'to', l.to_status)
    from mine as o
    join private.status_changes as l on l.order_id = o.id::text
    left join public.profiles as p on p.id = l.actor_id
    -- An instant delivery is an event of its own.
    where l.actor_id is not null
    union all
    select 4, d.delivered_at, 'delivered',
      case when d.delivered_by is null then 'system' else coalesce(p.name, 'admin') end,
      jsonb_build_object('kind', d.kind, 'method', d.method,
        'item', row_number() over (order by d.id), 'withdrawn', d.withdrawn_at is not null)
    from mine as o
    join private.deliveries as d on d.order_id = o.id
    left join public.profiles as p on p.id = d.delivered_by
    where d.kind is not null or d.message is not null and o.status <> 'cancelled'
    union all
    select 5, d.read_at, 'read', 'you', jsonb_build_object('kind', d.kind)
    from mine as o join private.deliveries as d on d.order_id = o.id where d.read_at is not null and d.kind is not null
    union all
    select 6, r.created_at, 'reported', 'you', jsonb_build_object('reason', r.reason, 'outcome', r.outcome)
    from mine as o join private.reports as r on r.order_id = o.id
    union all
    -- Of a refund with its words, which delivery_status() does not return for a cancelled order; other answers may deliver something.
    select 7, r.answered_at, 'answered', coalesce(p.name, 'admin'), jsonb_strip_nulls(jsonb_build_object(
      'answer', r.answer, 'text', case when r.answer = 'refunded' then r.answer_text end))
    from mine as o
    join private.reports as r on r.order_id = o.id
    left join public.profiles as p on p.id = r.answered_by
    where r.answer is not null
  )
  select e.at, e.event, e.actor, e.detail from events as e order by e.at, e.rank limit 200;
end;
comment on function private.order_events(uuid) is 'The events behind public.order_events().';

create function public.order_events(p_order_id uuid)
returns table (at timestamptz, event text, actor text, detail jsonb)
language sql stable set search_path = ''
begin atomic
  select e.at, e.event, e.actor, e.detail from private.order_events(p_order_id) as e;
end;
comment on function public.order_events(uuid) is
  'What happened to the caller''s own order, oldest first: placed, paid, refunded, credited (D36), status, delivered, read, reported, answered; by '
  '`you`, `system` (Guildhall), `admin` (who has left) or the name of an admin. No content and no key.';
