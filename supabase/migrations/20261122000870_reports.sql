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

create function private.next_report(p_delivery private.deliveries, p_account uuid)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when p_delivery.withdrawn_at is not null or p_delivery.delivered_at < now() - interval '30 days'
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
comment on function private.next_report(private.deliveries, uuid) is
  'What a report of a delivery leads to: a replacement, if there is a key, or an open report; null when it cannot be reported (D34).';

create function private.hold_bad_batch(p_batch uuid)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_members integer;
  v_reported integer;
  v_delivered integer;
begin
  select count(distinct r.account_id), count(distinct r.delivery_id) into v_members, v_reported
  from private.reports as r join private.key_batches as b on b.id = r.batch_id
  where r.batch_id = p_batch and r.created_at > now() - interval '7 days'
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
comment on function private.hold_bad_batch(uuid) is
  'Quarantines a batch whose keys were reported within seven days by at least three members, and for at least a tenth of its '
  'delivered keys (D34).';

create function private.report_delivery(p_order_id uuid, p_reason text, p_items integer)
returns table (outcome text)
language plpgsql security definer set search_path = ''
as $$
declare
  -- Counted before the call waits: a report that was sent twice must not be one of its own replacement.
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
  -- One report at a time per member, who has one replacement in 30 days; each may tell every admin.
  perform private.check_hourly('report_delivery', 10);
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
  if v_delivery.id is null then
    insert into private.deliveries (order_id, benefit_id, method, instructions, delivered_at)
    values (v_order.id, v_order.benefit_id, v_delivery.method, v_delivery.instructions, v_delivery.delivered_at)
    returning id into v_delivery.id;
  end if;

  if v_delivery.key_id is not null then
    select k.batch_id into v_batch from private.delivery_keys as k where k.id = v_delivery.key_id;
    -- One report at a time per batch: two at once would each miss the other.
    perform from private.key_batches where id = v_batch for update;
    if v_delivery.read_at is not null then
      update private.delivery_keys set quarantined_at = now() where id = v_delivery.key_id;
    end if;
  end if;
  if outcome = 'replaced' and not private.add_delivery(v_order, v_batch) then
    outcome := 'open';
  end if;
  perform private.count_attempt('report_delivery', auth.uid()::text);
  insert into private.reports (order_id, account_id, delivery_id, batch_id, reason, outcome)
  values (v_order.id, v_order.account_id, v_delivery.id, v_batch, v_reason, report_delivery.outcome);
  if v_batch is not null then
    perform private.hold_bad_batch(v_batch);
  end if;
  return next;
end
$$;
comment on function private.report_delivery(uuid, text, integer) is 'The report behind public.report_delivery().';

create function public.report_delivery(p_order_id uuid, p_reason text, p_items integer default null)
returns table (outcome text)
language sql rows 1 set search_path = ''
begin atomic
  select r.outcome from private.report_delivery(p_order_id, p_reason, p_items) as r;
end;
comment on function public.report_delivery(uuid, text, integer) is
  'Reports that what the caller''s order delivered does not work, within 30 days and once for each item. `replaced`: another key was '
  'delivered; `open`: an admin answers. `p_items`: as delivery_status() showed them, so that nothing is reported that the caller has not '
  'seen; without it, as of when the call begins. Raises reason_required, nothing_to_report, report_refused, and rate_limited beyond ten an hour (D34).';

create function private.answer_report(p_report_id uuid, p_answer text, p_text text, p_kind text, p_content text)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_text text := nullif(private.trim_text(p_text), '');
  v_by_hand boolean := num_nonnulls(p_kind, nullif(private.trim_text(p_content), '')) > 0;
  v_report private.reports;
  v_order public.orders;
begin
  -- Deletions, then the order, then the report, as everywhere.
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
  where r.id = p_report_id and r.outcome = 'open' and r.answer is null for update;
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
  -- Without its text, which is about the member.
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  values (auth.uid(), 'reports', p_report_id::text, 'update', '{"answer": null}', jsonb_build_object('answer', p_answer));
  perform private.set_order_status(v_order.id, case
    when p_answer = 'refunded' then 'cancelled' when v_by_hand then 'delivered' else v_order.status end);
end
$$;
comment on function private.answer_report(uuid, text, text, text, text) is 'The answer behind public.answer_report().';

create function public.answer_report(
  p_report_id uuid, p_answer text, p_text text default null, p_kind text default null, p_content text default null
)
returns void
language sql set search_path = ''
begin atomic
  select private.answer_report(p_report_id, p_answer, p_text, p_kind, p_content);
end;
comment on function public.answer_report(uuid, text, text, text, text) is
  'Closes an open report: `replaced` delivers a text, link or key, or what the benefit has now, `replied` needs a text, `refunded` '
  'cancels the order. Raises report_closed, order_changed, sold_out, invalid_answer, invalid_delivery. Admins only (D33, D34).';
