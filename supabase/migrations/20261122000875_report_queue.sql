-- Reports and quarantined batches as admins see them and decide about them (D34).

create function private.search_reports(
  p_benefit_id uuid, p_open boolean, p_search text, p_key_time timestamptz, p_key_id uuid, p_reverse boolean, p_limit integer
)
returns table (
  id uuid, number bigint, reason text, outcome text, answer text, created_at timestamptz, due_at timestamptz,
  answered_at timestamptz, order_id uuid, order_number text, benefit_id uuid, benefit_name text, method text, batch integer,
  customer_name text, earlier integer
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_pattern text := private.like_pattern(nullif(lower(p_search), ''));
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
comment on function private.search_reports(uuid, boolean, text, timestamptz, uuid, boolean, integer) is
  'The reports behind public.search_reports().';

create function public.search_reports(
  p_benefit_id uuid default null, p_open boolean default true, p_search text default null, p_key_time timestamptz default null,
  p_key_id uuid default null, p_reverse boolean default false, p_limit integer default 26
)
returns table (
  id uuid, number bigint, reason text, outcome text, answer text, created_at timestamptz, due_at timestamptz,
  answered_at timestamptz, order_id uuid, order_number text, benefit_id uuid, benefit_name text, method text, batch integer,
  customer_name text, earlier integer
)
language sql stable set search_path = ''
begin atomic
  select r.id, r.number, r.reason, r.outcome, r.answer, r.created_at, r.due_at, r.answered_at, r.order_id, r.order_number,
    r.benefit_id, r.benefit_name, r.method, r.batch, r.customer_name, r.earlier
  from private.search_reports(p_benefit_id, p_open, p_search, p_key_time, p_key_id, p_reverse, p_limit) as r;
end;
comment on function public.search_reports(uuid, boolean, text, timestamptz, uuid, boolean, integer) is
  'Open reports, the first due first, or all of them, the newest first, of one benefit or all; after the key p_key_time (due_at of '
  'open ones, else created_at), p_key_id. `earlier`: reports of the order before. Admins only (D34).';

create function private.report_details(p_report_id uuid)
returns table (
  id uuid, number bigint, reason text, outcome text, answer text, answer_text text, answered_by text, created_at timestamptz,
  due_at timestamptz, answered_at timestamptz, order_id uuid, order_number text, order_status text, price integer,
  benefit_id uuid, benefit_name text, method text, mask text, batch integer, delivered_at timestamptz,
  customer_id uuid, customer_name text, customer_email text, can_replace boolean
)
language plpgsql stable security definer set search_path = ''
as $$
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
comment on function private.report_details(uuid) is 'The report behind public.report_details().';

create function public.report_details(p_report_id uuid)
returns table (
  id uuid, number bigint, reason text, outcome text, answer text, answer_text text, answered_by text, created_at timestamptz,
  due_at timestamptz, answered_at timestamptz, order_id uuid, order_number text, order_status text, price integer,
  benefit_id uuid, benefit_name text, method text, mask text, batch integer, delivered_at timestamptz,
  customer_id uuid, customer_name text, customer_email text, can_replace boolean
)
language sql stable rows 1 set search_path = ''
begin atomic
  select r.id, r.number, r.reason, r.outcome, r.answer, r.answer_text, r.answered_by, r.created_at, r.due_at, r.answered_at,
    r.order_id, r.order_number, r.order_status, r.price, r.benefit_id, r.benefit_name, r.method, r.mask, r.batch,
    r.delivered_at, r.customer_id, r.customer_name, r.customer_email, r.can_replace
  from private.report_details(p_report_id) as r;
end;
comment on function public.report_details(uuid) is
  'One report with its order, delivery (keys masked) and answer; `can_replace`: whether there is something to deliver instead. Admins '
  'only (D34).';

create function private.report_counts()
returns table (open bigint, due_within_hour bigint, in_30_days bigint, replaced_in_30_days bigint, median_hours numeric)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select
    (select count(*) from private.reports as r where r.outcome = 'open' and r.answer is null),
    (select count(*) from private.reports as r
      where r.outcome = 'open' and r.answer is null and r.due_at < now() + interval '1 hour'),
    count(*), count(*) filter (where r.outcome = 'replaced'),
    round((percentile_cont(0.5) within group (
      order by extract(epoch from r.answered_at - r.created_at) / 3600
    ) filter (where r.answered_at is not null))::numeric, 2)
  from private.reports as r where r.created_at > now() - interval '30 days';
end
$$;
comment on function private.report_counts() is 'The counts behind public.report_counts().';

create function public.report_counts()
returns table (open bigint, due_within_hour bigint, in_30_days bigint, replaced_in_30_days bigint, median_hours numeric)
language sql stable rows 1 set search_path = ''
begin atomic
  select c.open, c.due_within_hour, c.in_30_days, c.replaced_in_30_days, c.median_hours from private.report_counts() as c;
end;
comment on function public.report_counts() is
  'Open reports, those due within an hour, reports of 30 days, those replaced at once, and the median hours to an answer. Admins only (D34).';

create function private.suspect_batches()
returns table (
  id uuid, benefit_id uuid, benefit_name text, batch integer, quarantined_at timestamptz, keys bigint, delivered bigint,
  held bigint, reported bigint, other_keys_left integer
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select b.id, b.benefit_id, f.name, b.number, b.quarantined_at,
    count(k.id), count(d.id), count(a.key_id),
    (select count(distinct r.delivery_id) from private.reports as r
      where r.batch_id = b.id and r.created_at > coalesce(b.released_at, '-infinity')),
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
comment on function private.suspect_batches() is 'The batches behind public.suspect_batches().';

create function public.suspect_batches()
returns table (
  id uuid, benefit_id uuid, benefit_name text, batch integer, quarantined_at timestamptz, keys bigint, delivered bigint,
  held bigint, reported bigint, other_keys_left integer
)
language sql stable set search_path = ''
begin atomic
  select b.id, b.benefit_id, b.benefit_name, b.batch, b.quarantined_at, b.keys, b.delivered, b.held, b.reported, b.other_keys_left
  from private.suspect_batches() as b;
end;
comment on function public.suspect_batches() is
  'The batches that reports have quarantined and no admin has decided about: keys, delivered, held back, reported, and keys of other '
  'batches (up to 10,000). Admins only (D34).';

create function private.decide_batch(p_batch_id uuid, p_release boolean)
returns void
language plpgsql security definer set search_path = ''
as $$
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
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  values (auth.uid(), 'key_batches', p_batch_id::text, 'update',
    jsonb_build_object('benefit_id', v_batch.benefit_id, 'number', v_batch.number, 'released', null),
    jsonb_build_object('benefit_id', v_batch.benefit_id, 'number', v_batch.number, 'released', p_release));
end
$$;
comment on function private.decide_batch(uuid, boolean) is 'The decision behind public.decide_batch().';

create function public.decide_batch(p_batch_id uuid, p_release boolean)
returns void
language sql set search_path = ''
begin atomic
  select private.decide_batch(p_batch_id, p_release);
end;
comment on function public.decide_batch(uuid, boolean) is
  'Decides about a quarantined batch: its keys are delivered again, or each is quarantined. Admins only (D34).';
