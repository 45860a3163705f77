-- What support needs to see of one person, beside the tables that admins read: sign-ins, figures, reports, and what the person
-- was told.

create index outbox_recipient_idx on private.outbox (recipient_id, created_at, id);

create function private.person_figures(p_id uuid)
returns table (
  received bigint, spent bigint, open_orders bigint, late_orders bigint, reports bigint, open_reports bigint, notes bigint, messages bigint,
  unread_notices bigint, given_up_emails bigint, given_up_error text, confirmed_at timestamptz, last_sign_in_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select t.received, t.spent, o.open, o.late, r.reports, r.open, w.notes, n.notices + e.emails, n.unread, e.given_up, e.error,
    u.email_confirmed_at, u.last_sign_in_at
  from (
    select coalesce(sum(t.amount) filter (where t.amount > 0), 0) as received,
      coalesce(-sum(t.amount) filter (where t.amount < 0), 0) as spent
    from public.token_transactions as t where t.account_id = p_id
  ) as t
  cross join (
    select count(*) as open, count(*) filter (where o.status in ('pending', 'processing') and o.due_at <= now()) as late
    from public.orders as o where o.user_id = p_id and o.status in ('pending', 'processing', 'completed')
  ) as o
  cross join (
    select count(*) as reports, count(*) filter (where r.outcome = 'open' and r.answer is null) as open
    from private.reports as r where r.account_id = p_id
  ) as r
  cross join (
    select count(*) as notes
    from public.orders as o join public.order_notes as n on n.order_id = o.id where o.user_id = p_id
  ) as w
  cross join (
    select count(*) as notices, count(*) filter (where n.read_at is null) as unread
    from public.notifications as n where n.user_id = p_id
  ) as n
  cross join (
    select count(*) as emails, count(*) filter (where q.outcome = 'given_up') as given_up,
      mode() within group (order by q.last_error) filter (where q.outcome = 'given_up') as error
    from private.outbox as q where q.recipient_id = p_id
  ) as e
  left join auth.users as u on u.id = p_id;
end
$$;
comment on function private.person_figures(uuid) is 'The row behind public.person_figures(); raises not_admin for everybody else.';

create function public.person_figures(p_id uuid)
returns table (
  received bigint, spent bigint, open_orders bigint, late_orders bigint, reports bigint, open_reports bigint, notes bigint, messages bigint,
  unread_notices bigint, given_up_emails bigint, given_up_error text, confirmed_at timestamptz, last_sign_in_at timestamptz
)
language sql stable rows 1 set search_path = ''
begin atomic
  select f.received, f.spent, f.open_orders, f.late_orders, f.reports, f.open_reports, f.notes, f.messages, f.unread_notices,
    f.given_up_emails, f.given_up_error, f.confirmed_at, f.last_sign_in_at
  from private.person_figures(p_id) as f;
end;
comment on function public.person_figures(uuid) is
  'One row about a person: tokens received and spent, orders and reports that wait, notices and emails, and the last sign-in; '
  'emails are those of the last 90 days, notices of 180. Admins only.';

create function private.person_reports(p_id uuid, p_key_value timestamptz, p_key_id uuid, p_reverse boolean, p_limit integer)
returns table (
  id uuid, number bigint, reason text, outcome text, answer text, answer_text text, created_at timestamptz, answered_at timestamptz,
  order_id uuid, order_number text, benefit_name text
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform private.require_admin();
  return query
  select r.id, r.number, r.reason, r.outcome, r.answer, r.answer_text, r.created_at, r.answered_at, o.id, o.order_number,
    o.benefit_name
  from private.reports as r join public.orders as o on o.id = r.order_id
  where r.account_id = p_id and (p_key_id is null or case when p_reverse
    then (r.created_at, r.id) > (p_key_value, p_key_id) else (r.created_at, r.id) < (p_key_value, p_key_id) end)
  order by
    case when p_reverse then r.created_at end, case when not p_reverse then r.created_at end desc,
    case when p_reverse then r.id end, case when not p_reverse then r.id end desc
  limit private.page_size(p_limit);
end
$$;
comment on function private.person_reports(uuid, timestamptz, uuid, boolean, integer) is
  'The reports behind public.person_reports(); raises not_admin for everybody else.';

create function public.person_reports(
  p_id uuid, p_key_value timestamptz default null, p_key_id uuid default null, p_reverse boolean default false,
  p_limit integer default 26
)
returns table (
  id uuid, number bigint, reason text, outcome text, answer text, answer_text text, created_at timestamptz, answered_at timestamptz,
  order_id uuid, order_number text, benefit_name text
)
language sql stable set search_path = ''
begin atomic
  select r.id, r.number, r.reason, r.outcome, r.answer, r.answer_text, r.created_at, r.answered_at, r.order_id, r.order_number,
    r.benefit_name
  from private.person_reports(p_id, p_key_value, p_key_id, p_reverse, p_limit) as r;
end;
comment on function public.person_reports(uuid, timestamptz, uuid, boolean, integer) is
  'The reports of one person, newest first, after a key (D34). Admins only.';

create function private.person_notes(p_id uuid, p_key_value timestamptz, p_key_id uuid, p_reverse boolean, p_limit integer)
returns table (
  id uuid, body text, author_name text, created_at timestamptz, order_id uuid, order_number text, benefit_name text
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform private.require_admin();
  return query
  select n.id, n.body, p.name, n.created_at, o.id, o.order_number, o.benefit_name
  from public.orders as o
  join public.order_notes as n on n.order_id = o.id
  left join public.profiles as p on p.id = n.author_id
  where o.user_id = p_id and (p_key_id is null or case when p_reverse
    then (n.created_at, n.id) > (p_key_value, p_key_id) else (n.created_at, n.id) < (p_key_value, p_key_id) end)
  order by
    case when p_reverse then n.created_at end, case when not p_reverse then n.created_at end desc,
    case when p_reverse then n.id end, case when not p_reverse then n.id end desc
  limit private.page_size(p_limit);
end
$$;
comment on function private.person_notes(uuid, timestamptz, uuid, boolean, integer) is
  'The notes behind public.person_notes(); raises not_admin for everybody else.';

create function public.person_notes(
  p_id uuid, p_key_value timestamptz default null, p_key_id uuid default null, p_reverse boolean default false,
  p_limit integer default 26
)
returns table (
  id uuid, body text, author_name text, created_at timestamptz, order_id uuid, order_number text, benefit_name text
)
language sql stable set search_path = ''
begin atomic
  select n.id, n.body, n.author_name, n.created_at, n.order_id, n.order_number, n.benefit_name
  from private.person_notes(p_id, p_key_value, p_key_id, p_reverse, p_limit) as n;
end;
comment on function public.person_notes(uuid, timestamptz, uuid, boolean, integer) is
  'The notes of admins about the orders of one person, newest first, after a key. Admins only.';

create function private.person_messages(p_id uuid, p_key_value timestamptz, p_key_id uuid, p_reverse boolean, p_limit integer)
returns table (
  id uuid, by_email boolean, kind text, order_id uuid, order_number text, benefit_id uuid, data jsonb, count integer, created_at timestamptz,
  read_at timestamptz, state text, error text, elsewhere boolean
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform private.require_admin();
  return query
  select m.*
  from (
    select n.id, false as by_email, n.kind, n.order_id, n.data ->> 'order_number' as order_number, n.benefit_id, n.data, n.count, n.created_at, n.read_at,
      case when n.read_at is null then 'unread' else 'read' end as state, null::text as error, false as elsewhere
    from public.notifications as n where n.user_id = p_id
    union all
    -- The notice of an event has the same id.
    select md5('email ' || q.id)::uuid, true, q.kind, o.id, o.order_number, b.id, '{}', 1, q.created_at, null, coalesce(q.outcome, 'waiting'),
      q.last_error, q.elsewhere
    from private.outbox as q
    left join private.reports as r on r.id = q.cause_id
    left join public.orders as o on o.id = coalesce(r.order_id, q.cause_id)
    left join public.benefits as b on b.id = q.cause_id
    where q.recipient_id = p_id
  ) as m
  where p_key_id is null or case when p_reverse
    then (m.created_at, m.id) > (p_key_value, p_key_id) else (m.created_at, m.id) < (p_key_value, p_key_id) end
  order by
    case when p_reverse then m.created_at end, case when not p_reverse then m.created_at end desc,
    case when p_reverse then m.id end, case when not p_reverse then m.id end desc
  limit private.page_size(p_limit);
end
$$;
comment on function private.person_messages(uuid, timestamptz, uuid, boolean, integer) is
  'The notices and emails behind public.person_messages(); raises not_admin for everybody else.';

create function public.person_messages(
  p_id uuid, p_key_value timestamptz default null, p_key_id uuid default null, p_reverse boolean default false,
  p_limit integer default 26
)
returns table (
  id uuid, by_email boolean, kind text, order_id uuid, order_number text, benefit_id uuid, data jsonb, count integer, created_at timestamptz,
  read_at timestamptz, state text, error text, elsewhere boolean
)
language sql stable set search_path = ''
begin atomic
  select m.id, m.by_email, m.kind, m.order_id, m.order_number, m.benefit_id, m.data, m.count, m.created_at, m.read_at, m.state, m.error,
    m.elsewhere
  from private.person_messages(p_id, p_key_value, p_key_id, p_reverse, p_limit) as m;
end;
comment on function public.person_messages(uuid, timestamptz, uuid, boolean, integer) is
  'What a person was told, in the app and by email, newest first, after a key: `state` is unread or read, or what became of an '
  'email (waiting, sent, given_up, skipped, over_limit), with the reason of a failure (D37, D40). Admins only.';
