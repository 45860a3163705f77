-- Reports of deliveries that do not work (D34).

create table private.reports (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  order_id uuid not null,
  account_id uuid not null,
  delivery_id bigint not null unique references private.deliveries (id),
  batch_id uuid references private.key_batches (id),
  -- Null once the person has been deleted (D12).
  reason text check (char_length(reason) between 1 and 1000),
  outcome text not null check (outcome in ('replaced', 'open')),
  key_refused boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default clock_timestamp() + interval '24 hours',
  answer text check (answer in ('replaced', 'replied', 'refunded')),
  answer_text text check (char_length(answer_text) between 1 and 2000),
  answered_by uuid,
  answered_at timestamptz,
  constraint reports_answer check ((answer is null) = (answered_at is null) and (answer is null or outcome = 'open'))
);
comment on table private.reports is
  'A member''s report of a delivery, at most one for each; `outcome`: replaced immediately, or open for an admin, who answers (D34).';
create index reports_queue_idx on private.reports (due_at, id) where outcome = 'open' and answer is null;
create index reports_time_idx on private.reports (created_at, id);
create index reports_order_idx on private.reports (order_id);
create index reports_account_idx on private.reports (account_id, created_at);
create index reports_batch_idx on private.reports (batch_id, created_at) where batch_id is not null;
create trigger reports_refuse_writes before delete on private.reports
for each row execute function private.refuse_write();

-- What a report of the current delivery of an order leads to: a replacement, if there is a key and it was refused (D68), or an open report; null when it cannot
-- be reported (D34).
create function private.next_report(p_delivery private.deliveries, p_account uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when p_delivery.delivered_at < now() - interval '30 days'
      or exists (select from private.reports as r where r.delivery_id = p_delivery.id)
    then null
    when p_delivery.key_id is not null and p_delivery.read_at is not null
      and not exists (select from private.reports as r where r.order_id = p_delivery.order_id)
      and not exists (
        select from private.reports as r
        where r.account_id = p_account and r.outcome = 'replaced' and r.created_at > now() - interval '30 days')
    then 'replaced'
    else 'open'
  end;
end
$$;

-- Quarantines a batch whose keys were reported within seven days by at least three members, and for at least a tenth of its delivered keys
-- (D34).
create function private.quarantine_bad_batch(p_batch uuid) returns void
language plpgsql set search_path = '' as $$
declare
  v_members integer;
  v_reported integer;
  v_delivered integer;
begin
  select count(distinct r.account_id), count(distinct r.delivery_id) into v_members, v_reported
  from private.reports as r join private.key_batches as b on b.id = r.batch_id
  where r.batch_id = p_batch and r.key_refused and r.created_at > now() - interval '7 days'
    and r.created_at > coalesce(b.released_at, '-infinity');
  if v_members < 3 then
    return;
  end if;
  select count(*) into v_delivered
  from private.delivery_keys as k join private.deliveries as d on d.key_id = k.id where k.batch_id = p_batch;
  if v_reported * 10 >= v_delivered then
    update private.key_batches set quarantined_at = clock_timestamp() where id = p_batch and quarantined_at is null;
    perform private.begin_shortage(b.benefit_id) from private.key_batches as b where b.id = p_batch;
  end if;
end
$$;

create function public.report_delivery(
  p_order_id uuid, p_reason text, p_items integer default null, p_key_refused boolean default false
) returns table (outcome text)
language plpgsql rows 1 security definer set search_path = '' as $$
declare
  -- Counted before the call waits, so that a report that is sent twice does not report its own replacement.
  v_items integer := coalesce(p_items, (select count(*) from private.deliveries as d where d.order_id = p_order_id));
  v_order public.orders;
  v_delivery private.deliveries;
  v_batch uuid;
  v_reason text := nullif(private.trim_text(p_reason), '');
begin
  if v_reason is null or char_length(v_reason) > 1000 then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  if not exists (select from public.orders as o where o.id = p_order_id and o.user_id = private.actor()) then
    raise exception 'nothing_to_report' using errcode = 'PT404';
  end if;
  -- Locks the order before, through an email, the person, whom a deletion locks first.
  perform private.wait_for_deletions();
  -- One report at a time per member, who has one replacement in 30 days; each may notify every admin.
  perform private.check_uses('report_delivery', 10);
  -- Not while it is being cancelled or read.
  select * into v_order from public.orders as o
  where o.id = p_order_id and o.user_id = private.actor() and o.status <> 'cancelled' for no key update;
  select * into v_delivery from private.deliveries as d
  where d.order_id = v_order.id and d.withdrawn_at is null for update;
  if not found then
    v_delivery := private.current_delivery(v_order);
  end if;
  if v_delivery.order_id is null then
    raise exception 'nothing_to_report' using errcode = 'PT404';
  end if;
  outcome := private.next_report(v_delivery, v_order.account_id);
  if outcome is null or v_items <> (select count(*) from private.deliveries as d where d.order_id = v_order.id) then
    raise exception 'report_refused' using errcode = 'PT409';
  end if;
  -- A key that nobody refused may be good.
  if p_key_refused is not true then
    outcome := 'open';
  end if;
  if v_delivery.id is null then
    insert into private.deliveries (order_id, benefit_id, method, instructions, delivered_at)
    values (v_order.id, v_order.benefit_id, v_delivery.method, v_delivery.instructions, v_delivery.delivered_at)
    returning id into v_delivery.id;
  end if;

  if v_delivery.key_id is not null then
    select k.batch_id into v_batch from private.delivery_keys as k where k.id = v_delivery.key_id;
    -- One report at a time per batch: two at once would each miss the other.
    perform from private.key_batches where id = v_batch for update;
    if v_delivery.read_at is not null and p_key_refused then
      update private.delivery_keys set quarantined_at = now() where id = v_delivery.key_id;
    end if;
  end if;
  if outcome = 'replaced' and not private.add_delivery(v_order, v_batch) then
    outcome := 'open';
  end if;
  perform private.count_attempt('report_delivery', auth.uid()::text);
  insert into private.reports (order_id, account_id, delivery_id, batch_id, reason, outcome, key_refused)
  values (v_order.id, v_order.account_id, v_delivery.id, v_batch, v_reason, report_delivery.outcome, p_key_refused is true);
  if v_batch is not null then
    perform private.quarantine_bad_batch(v_batch);
  end if;
  return next;
end
$$;
comment on function public.report_delivery is
  'Reports that what the caller''s order delivered does not work, within 30 days and once for each item. `replaced`: another key was '
  'delivered, because the first one was refused as used or invalid (`p_key_refused`, D68); `open`: an admin answers, and a key that was '
  'not refused is kept. `p_items`: as delivery_status() showed them, so that nothing is reported that the caller has not seen; without it, '
  'as of when the call begins. Raises reason_required, nothing_to_report, report_refused, and rate_limited beyond ten an hour (D34).';
grant execute on function public.report_delivery to authenticated;

create function public.answer_report(
  p_report_id uuid, p_answer text, p_text text default null, p_kind text default null, p_content text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_text text := nullif(private.trim_text(p_text), '');
  v_by_hand boolean := num_nonnulls(p_kind, nullif(private.trim_text(p_content), '')) > 0;
  v_report private.reports;
  v_order public.orders;
begin
  -- Deletions, then the order, as everywhere; whoever holds it decides about its reports.
  perform private.begin_admin_write();
  if p_answer is null or p_answer not in ('replaced', 'replied', 'refunded') or char_length(v_text) > 2000
    or (p_answer = 'replied' and v_text is null)
  then
    raise exception 'invalid_answer' using errcode = 'PT422';
  end if;
  if v_by_hand and p_answer <> 'replaced' then
    raise exception 'invalid_delivery' using errcode = 'PT422';
  end if;
  select o.* into v_order from public.orders as o join private.reports as r on r.order_id = o.id
  where r.id = p_report_id for update of o;
  select * into v_report from private.reports as r
  where r.id = p_report_id and r.outcome = 'open' and r.answer is null;
  if not found then
    raise exception 'report_closed' using errcode = 'PT409';
  end if;
  if p_answer <> 'replied' and v_order.status = 'cancelled' or p_answer = 'replaced' and v_order.user_id is null then
    raise exception 'order_changed' using errcode = 'PT409';
  end if;
  if p_answer = 'replaced' then
    if v_by_hand then
      perform private.replace_by_hand(v_order, p_kind, p_content, null);
    elsif v_order.delivery_method = 'manual' then
      raise exception 'invalid_delivery' using errcode = 'PT422';
    elsif not private.add_delivery(v_order, v_report.batch_id) then
      raise exception 'sold_out' using errcode = 'PT409';
    end if;
  end if;
  update private.reports
  set answer = p_answer, answer_text = v_text, answered_by = auth.uid(), answered_at = clock_timestamp()
  where id = p_report_id;
  -- A replacement without a reply is announced by the email that delivers it.
  if v_order.user_id is not null and (p_answer <> 'replaced' or v_text is not null) then
    perform private.queue_email('report_answered', p_report_id, v_order.user_id, now());
    perform private.notify('report_answered', v_order.user_id, p_report_id, v_order.id, v_order.benefit_id, jsonb_build_object(
      'order_number', v_order.order_number, 'benefit', v_order.benefit_name, 'answer', p_answer,
      'tokens', case p_answer when 'refunded' then v_order.benefit_token_value end));
  end if;
  -- Without its text, which is about the member.
  perform private.log_change('reports', p_report_id::text, jsonb_build_object('answer', p_answer), '{"answer": null}');
  perform private.set_order_status(v_order.id, case
    when p_answer = 'refunded' then 'cancelled' when v_by_hand then 'delivered' else v_order.status end);
end
$$;
comment on function public.answer_report is
  'Closes an open report: `replaced` delivers a text, link or key, or what the benefit has now, `replied` needs a text, `refunded` cancels '
  'the order. Raises report_closed, order_changed, sold_out, invalid_answer, invalid_delivery. Admins only (D33, D34).';
grant execute on function public.answer_report to authenticated;

-- Reports and quarantined batches as admins see them and decide about them (D34).

create function public.search_reports(
  p_benefit_id uuid default null, p_open boolean default true, p_search text default null, p_key_time timestamptz default null,
  p_key_id uuid default null, p_reverse boolean default false, p_limit integer default 26
)
returns table (
  id uuid, number bigint, reason text, outcome text, answer text, created_at timestamptz, due_at timestamptz,
  answered_at timestamptz, order_id uuid, order_number text, benefit_id uuid, benefit_name text, method text, batch integer,
  customer_name text, earlier integer
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  -- Open reports by due time, the first due first; all by time, the newest first.
  v_ascending boolean := p_open <> p_reverse;
begin
  perform private.require_admin();
  return query
  select r.id, r.number, r.reason, r.outcome, r.answer, r.created_at, r.due_at, r.answered_at, o.id, o.order_number, o.benefit_id,
    o.benefit_name, o.delivery_method, b.number, o.customer_name,
    (select count(*)::integer from private.reports as e where e.order_id = r.order_id and e.created_at < r.created_at)
  from private.reports as r
  join public.orders as o on o.id = r.order_id
  left join private.key_batches as b on b.id = r.batch_id
  where (not p_open or (r.outcome = 'open' and r.answer is null))
    and (p_benefit_id is null or o.benefit_id = p_benefit_id)
    and (v_pattern is null or o.search_text like v_pattern
      or 'r-' || lpad(r.number::text, greatest(4, length(r.number::text)), '0') like v_pattern)
    and (p_key_id is null or case when v_ascending
      then (case when p_open then r.due_at else r.created_at end, r.id) > (p_key_time, p_key_id)
      else (case when p_open then r.due_at else r.created_at end, r.id) < (p_key_time, p_key_id) end)
  order by
    case when p_open and not p_reverse then r.due_at end, case when p_open and p_reverse then r.due_at end desc,
    case when not p_open and p_reverse then r.created_at end, case when not p_open and not p_reverse then r.created_at end desc,
    case when v_ascending then r.id end, case when not v_ascending then r.id end desc
  limit private.page_size(p_limit);
end
$$;
comment on function public.search_reports is
  'Open reports, the first due first, or all of them, the newest first, of one benefit or all; after the key p_key_time (due_at of open '
  'ones, else created_at), p_key_id. `earlier`: reports of the order before. Admins only (D34).';
grant execute on function public.search_reports to authenticated;

create function public.report_details(p_report_id uuid)
returns table (
  id uuid, number bigint, reason text, outcome text, answer text, answer_text text, answered_by text, created_at timestamptz,
  due_at timestamptz, answered_at timestamptz, order_id uuid, order_number text, order_status text, price integer,
  benefit_id uuid, benefit_name text, method text, mask text, batch integer, delivered_at timestamptz,
  customer_id uuid, customer_name text, customer_email text, can_replace boolean
)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select r.id, r.number, r.reason, r.outcome, r.answer, r.answer_text, p.name, r.created_at, r.due_at, r.answered_at, o.id,
    o.order_number, o.status, o.benefit_token_value, o.benefit_id, o.benefit_name, d.method,
    private.mask_key(coalesce(k.secret, case d.kind when 'key' then d.content end)), b.number, d.delivered_at,
    o.user_id, o.customer_name, o.customer_email,
    o.status <> 'cancelled' and o.user_id is not null and case o.delivery_method
      when 'key' then private.keys_left(o.benefit_id, 1) > 0
      when 'link' then s.link is not null
      when 'file' then s.file_path is not null
      else false end
  from private.reports as r
  join public.orders as o on o.id = r.order_id
  join private.deliveries as d on d.id = r.delivery_id
  left join private.delivery_keys as k on k.id = d.key_id
  left join private.key_batches as b on b.id = r.batch_id
  left join private.benefit_delivery as s on s.benefit_id = o.benefit_id
  left join public.profiles as p on p.id = r.answered_by
  where r.id = p_report_id;
end
$$;
comment on function public.report_details is
  'One report with its order, delivery (keys masked) and answer; `can_replace`: whether there is something to deliver instead. Admins only '
  '(D34).';
grant execute on function public.report_details to authenticated;

create function public.report_counts()
returns table (open bigint, due_within_hour bigint, in_30_days bigint, replaced_in_30_days bigint, median_hours numeric)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select
    (select count(*) from private.reports as r where r.outcome = 'open' and r.answer is null),
    (select count(*) from private.reports as r
      where r.outcome = 'open' and r.answer is null and r.due_at < now() + interval '1 hour'),
    count(*), count(*) filter (where r.outcome = 'replaced'),
    round((percentile_cont(0.5) within group (order by extract(epoch from r.answered_at - r.created_at) / 3600))::numeric, 2)
  from private.reports as r where r.created_at > now() - interval '30 days';
end
$$;
comment on function public.report_counts is
  'Open reports, those due within an hour, reports of 30 days, those replaced at once, and the median hours to an answer. Admins only '
  '(D34).';
grant execute on function public.report_counts to authenticated;

create function public.suspect_batches()
returns table (
  id uuid, benefit_id uuid, benefit_name text, batch integer, quarantined_at timestamptz, keys bigint, delivered bigint,
  held bigint, reported bigint, other_keys_left integer
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select b.id, b.benefit_id, f.name, b.number, b.quarantined_at,
    count(k.id), count(d.id), count(a.key_id),
    (select count(distinct r.delivery_id) from private.reports as r
      where r.batch_id = b.id and r.key_refused and r.created_at > coalesce(b.released_at, '-infinity')),
    private.keys_left(b.benefit_id, 10000)
  from private.key_batches as b
  left join public.benefits as f on f.id = b.benefit_id
  left join private.delivery_keys as k on k.batch_id = b.id
  left join private.deliveries as d on d.key_id = k.id
  left join private.available_keys as a on a.benefit_id = k.benefit_id and a.key_id = k.id
  where b.quarantined_at is not null
  group by b.id, f.name
  order by b.quarantined_at, b.id;
end
$$;
comment on function public.suspect_batches is
  'The batches that reports have quarantined and no admin has decided about: keys, delivered, held back, reported, and keys of other '
  'batches (up to 10,000). Admins only (D34).';
grant execute on function public.suspect_batches to authenticated;

create function public.decide_batch(p_batch_id uuid, p_release boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_batch private.key_batches;
begin
  perform private.require_admin();
  select * into v_batch from private.key_batches where id = p_batch_id for update;
  if v_batch.quarantined_at is null then
    raise exception 'report_closed' using errcode = 'PT409';
  end if;
  if not p_release then
    with given_up as (
      delete from private.available_keys where benefit_id = v_batch.benefit_id and batch_id = p_batch_id returning key_id)
    update private.delivery_keys as k set quarantined_at = now() from given_up as g where k.id = g.key_id;
  end if;
  update private.key_batches set quarantined_at = null, released_at = clock_timestamp() where id = p_batch_id;
  perform private.end_shortage(v_batch.benefit_id);
  perform private.log_change('key_batches', p_batch_id::text,
    jsonb_build_object('benefit_id', v_batch.benefit_id, 'number', v_batch.number, 'released', p_release),
    jsonb_build_object('benefit_id', v_batch.benefit_id, 'number', v_batch.number, 'released', null));
end
$$;
comment on function public.decide_batch is
  'Decides about a quarantined batch: its keys are delivered again, or each is quarantined. Admins only (D34).';
grant execute on function public.decide_batch to authenticated;

-- The page of an order as its owner reads it; order_delivery() alone returns what was delivered.

create function public.delivery_status(p_order_id uuid)
returns table (
  method text, kind text, mask text, message text, instructions text, delivered_at timestamptz, read_at timestamptz,
  file_name text, file_size bigint, file_type text, items integer, replaced_mask text, next_report text,
  reported_at timestamptz, report_reason text, report_due_at timestamptz, answer text, answer_text text,
  answered_at timestamptz, email text
)
language sql stable rows 1 security definer set search_path = ''
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
comment on function public.delivery_status is
  'What may be shown and cached of the delivery of the caller''s own order, keys masked; `items`: how many were delivered so far; '
  '`next_report`: what a report of a refused key leads to (replaced, open, or null: no report is possible); the last report and its '
  'answer; `email`: waiting, sent, given_up, skipped, or over_limit beyond the ten a day to other addresses. No row before the delivery or '
  'after a cancellation (D32, D34, D37).';
grant execute on function public.delivery_status to authenticated;

create function public.order_events(p_order_id uuid) returns table (at timestamptz, event text, actor text, detail jsonb)
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
      case when l.actor_id = o.user_id then 'you' else coalesce(p.name, 'admin') end,
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
comment on function public.order_events is
  'What happened to the caller''s own order, oldest first: placed, paid, refunded, credited (D36), status, delivered, read, reported, '
  'answered; by `you`, `system` (Guildhall), `admin` (who has left) or the name of an admin. No content and no key.';
grant execute on function public.order_events to authenticated;

create function public.delivery_details(p_order_id uuid)
returns table (
  kind text, mask text, message text, file_name text, delivered_at timestamptz, delivered_by text, read_at timestamptz,
  waits_until timestamptz, revealed_by text, revealed_at timestamptz, email text, email_at timestamptz, email_error text,
  report_id uuid, report_number bigint, report_open boolean
)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select d.kind,
    case d.kind when 'link' then substring(d.content from '^https?://[^/?#]+') || '/••••' when 'text' then '••••'
      else private.mask_key(coalesce(k.secret, case d.kind when 'key' then d.content end)) end,
    d.message, d.file_name, d.delivered_at, b.name, d.read_at,
    (select n.undo_until from private.operation_rows as w join public.operations as n on n.id = w.operation_id
      where w.row_id = o.id::text and w.changed_at is not null and w.state = 'changed' and n.settled_at is null
      order by n.undo_until desc limit 1),
    v.name, l.at, case when e.id is not null then coalesce(e.outcome, 'waiting') end, coalesce(e.finished_at, e.created_at), e.last_error,
    r.id, r.number, r.outcome = 'open' and r.answer is null
  from public.orders as o
  left join private.deliveries as d on d.order_id = o.id and d.withdrawn_at is null
  left join private.delivery_keys as k on k.id = d.key_id
  left join public.profiles as b on b.id = d.delivered_by
  left join lateral (
    select a.actor_id, a.at from private.audit_log as a
    where a.table_name = 'orders' and a.row_id = o.id::text and a.after ? 'revealed' and a.at > d.delivered_at order by a.at desc limit 1
  ) as l on true
  left join public.profiles as v on v.id = l.actor_id
  left join lateral (
    select q.* from private.outbox as q where q.cause_id = o.id and q.kind = 'order_delivered' order by q.created_at desc limit 1
  ) as e on true
  left join lateral (
    select p.* from private.reports as p where p.order_id = o.id order by p.created_at desc limit 1
  ) as r on true
  where o.id = p_order_id;
end
$$;
comment on function public.delivery_details is
  'What may be shown to admins of the delivery of an order, its content masked: by whom and when, until when its undo is open '
  '(`waits_until`), whether its member read it, who revealed it last, what became of its last email (as delivery_status()), and the last '
  'report.';
grant execute on function public.delivery_details to authenticated;
