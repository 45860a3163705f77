-- What /admin shows: counts and flows over time. Admins only.

create function private.admin_counts()
returns table (
  users bigint, admins bigint, benefits bigint, active_benefits bigint, orders bigint, orders_this_week bigint,
  pending bigint, overdue bigint, token_codes bigint, available_token_codes bigint, invite_codes bigint,
  available_invite_codes bigint
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select
    (select count(*) from public.profiles),
    (select count(*) from public.profiles as p where p.role = 'admin'),
    (select count(*) from public.benefits),
    (select count(*) from public.benefits as b where b.is_active),
    (select count(*) from public.orders),
    (select count(*) from public.orders as o where o.created_at > now() - interval '7 days'),
    (select count(*) from public.orders as o where o.status = 'pending'),
    (select count(*) from public.orders as o where o.status = 'pending' and o.due_at < now()),
    (select count(*) from public.redeem_codes),
    (select count(*) from public.redeem_codes as c
      where not c.is_used and not c.is_revoked and coalesce(c.expires_at > now(), true)),
    (select count(*) from public.invite_codes),
    (select count(*) from public.invite_codes as c
      where c.is_plain and not c.is_used and not c.is_revoked and coalesce(c.expires_at > now(), true));
end
$$;
comment on function private.admin_counts() is 'The counts behind public.admin_counts(); raises not_admin for everybody else.';

create function public.admin_counts()
returns table (
  users bigint, admins bigint, benefits bigint, active_benefits bigint, orders bigint, orders_this_week bigint,
  pending bigint, overdue bigint, token_codes bigint, available_token_codes bigint, invite_codes bigint,
  available_invite_codes bigint
)
language sql stable rows 1 set search_path = ''
begin atomic
  select c.users, c.admins, c.benefits, c.active_benefits, c.orders, c.orders_this_week, c.pending, c.overdue,
    c.token_codes, c.available_token_codes, c.invite_codes, c.available_invite_codes
  from private.admin_counts() as c;
end;
comment on function public.admin_counts() is 'The counts of the admin overview in one row (D25). Admins only.';

create function private.pending_orders()
returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  -- An index-only scan.
  return (select count(*) from public.orders as o where o.status = 'pending');
end
$$;
comment on function private.pending_orders() is 'The count behind public.pending_orders(); raises not_admin for everybody else.';

create function public.pending_orders()
returns integer
language sql stable set search_path = ''
begin atomic
  select private.pending_orders();
end;
comment on function public.pending_orders() is 'How many orders are pending: the badge in the menu of every admin page. Admins only.';

create function private.valid_time_zone(p_zone text)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  perform now() at time zone p_zone;
  return coalesce(p_zone, 'UTC');
exception when invalid_parameter_value then
  return 'UTC';
end
$$;
comment on function private.valid_time_zone(text) is 'The time zone if the server knows it, else UTC (D27).';

create function private.token_flow(p_step text, p_steps integer, p_zone text)
returns table (starts_on date, issued bigint, spent bigint, outstanding bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_zone text := private.valid_time_zone(p_zone);
  v_step interval;
  v_last timestamp;
  v_first timestamp;
begin
  perform private.require_admin();
  if p_step is null or p_step not in ('day', 'week', 'month') then
    raise exception 'unknown_step' using errcode = 'PT400';
  end if;
  v_step := ('1 ' || p_step)::interval;
  v_last := date_trunc(p_step, now() at time zone v_zone);
  v_first := v_last - (least(greatest(p_steps, 1), 366) - 1) * v_step;
  return query
  with moved as (
    select date_trunc(p_step, t.created_at at time zone v_zone) as step,
      sum(t.amount) filter (where t.amount > 0) as received,
      -sum(t.amount) filter (where t.amount < 0) as spent,
      sum(t.amount) as net
    from (
      -- Each has an index of its own.
      select r.created_at, r.amount from public.token_transactions as r where r.amount > 0 and r.created_at >= v_first at time zone v_zone
      union all
      select s.created_at, s.amount from public.token_transactions as s where s.amount < 0 and s.created_at >= v_first at time zone v_zone
    ) as t
    group by 1
  ),
  deleted as (
    select date_trunc(p_step, l.at at time zone v_zone) as step, sum((l.before ->> 'current_tokens')::bigint) as tokens
    from private.audit_log as l
    where l.table_name = 'profiles' and l.action = 'delete' and l.at >= v_first at time zone v_zone
    group by 1
  )
  select s::date, coalesce(m.received, 0), coalesce(m.spent, 0),
    ((select coalesce(sum(p.current_tokens), 0) from public.profiles as p)
      - coalesce(sum(coalesce(m.net, 0) - coalesce(d.tokens, 0)) over later, 0))::bigint
  from generate_series(v_first, v_last, v_step) as s
  left join moved as m on m.step = s
  left join deleted as d on d.step = s
  window later as (order by s desc rows between unbounded preceding and 1 preceding)
  order by s;
end
$$;
comment on function private.token_flow(text, integer, text) is
  'The figures behind public.token_flow(). Outstanding at a time is today''s sum of balances, minus the later ledger rows, '
  'plus the balances of people deleted later, which the log records.';

create function public.token_flow(p_step text, p_steps integer, p_zone text)
returns table (starts_on date, issued bigint, spent bigint, outstanding bigint)
language sql stable set search_path = ''
begin atomic
  select f.starts_on, f.issued, f.spent, f.outstanding from private.token_flow(p_step, p_steps, p_zone) as f;
end;
comment on function public.token_flow(text, integer, text) is
  'Tokens issued, spent and outstanding per day, week (from Monday) or month of a time zone, oldest first. Admins only.';

create function private.order_flow(p_days integer, p_zone text)
returns table (day date, pending bigint, processing bigint, completed bigint, delivered bigint, cancelled bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_zone text := private.valid_time_zone(p_zone);
  v_last timestamp := date_trunc('day', now() at time zone v_zone);
  v_first timestamp := v_last - (least(greatest(p_days, 1), 366) - 1) * interval '1 day';
begin
  perform private.require_admin();
  return query
  with placed as (
    select date_trunc('day', o.created_at at time zone v_zone) as day, o.status, count(*) as n
    from public.orders as o where o.created_at >= v_first at time zone v_zone
    group by 1, 2
  )
  select s::date,
    coalesce(sum(p.n) filter (where p.status = 'pending'), 0)::bigint,
    coalesce(sum(p.n) filter (where p.status = 'processing'), 0)::bigint,
    coalesce(sum(p.n) filter (where p.status = 'completed'), 0)::bigint,
    coalesce(sum(p.n) filter (where p.status = 'delivered'), 0)::bigint,
    coalesce(sum(p.n) filter (where p.status = 'cancelled'), 0)::bigint
  from generate_series(v_first, v_last, interval '1 day') as s
  left join placed as p on p.day = s
  group by s order by s;
end
$$;
comment on function private.order_flow(integer, text) is
  'The figures behind public.order_flow(); raises not_admin for everybody else.';

create function public.order_flow(p_days integer, p_zone text)
returns table (day date, pending bigint, processing bigint, completed bigint, delivered bigint, cancelled bigint)
language sql stable set search_path = ''
begin atomic
  select f.day, f.pending, f.processing, f.completed, f.delivered, f.cancelled from private.order_flow(p_days, p_zone) as f;
end;
comment on function public.order_flow(integer, text) is
  'Orders placed on each of the last days of a time zone, by today''s status, oldest day first. Admins only.';

create function private.benefit_figures(p_benefits uuid[])
returns table (benefit_id uuid, orders bigint, tokens bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select b.id, count(o.id), coalesce(sum(o.benefit_token_value), 0)::bigint
  from public.benefits as b
  left join public.orders as o on o.benefit_id = b.id and o.status <> 'cancelled'
  where b.id = any (p_benefits)
  group by b.id;
end
$$;
comment on function private.benefit_figures(uuid[]) is
  'The figures behind public.benefit_figures(); raises not_admin for everybody else.';

create function public.benefit_figures(p_benefits uuid[])
returns table (benefit_id uuid, orders bigint, tokens bigint)
language sql stable set search_path = ''
begin atomic
  select f.benefit_id, f.orders, f.tokens from private.benefit_figures(p_benefits) as f;
end;
comment on function public.benefit_figures(uuid[]) is
  'The number of orders of each benefit that are not cancelled, and the tokens spent on them. Admins only.';
