-- What /admin shows: counts and flows over time. Admins only.

create function public.admin_counts()
returns table (
  users bigint, admins bigint, benefits bigint, active_benefits bigint, orders bigint, orders_this_week bigint,
  pending bigint, late bigint, token_codes bigint, available_token_codes bigint, invite_codes bigint,
  available_invite_codes bigint, paid_members bigint
)
language plpgsql stable rows 1 security definer set search_path = '' as $$
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
    (select count(*) from public.orders as o where private.is_open(o.status) and o.due_at <= now()),
    (select count(*) from public.redeem_codes),
    (select count(*) from public.redeem_codes as c
      where not c.is_used and not c.is_revoked and coalesce(c.expires_at > now(), true)),
    (select count(*) from public.invite_codes),
    (select count(*) from public.invite_codes as c
      where c.is_plain and not c.is_used and not c.is_revoked and coalesce(c.expires_at > now(), true)),
    (select count(*) from public.profiles as p where p.membership_end_date > now() and exists (
      select from public.payments as y
      where y.user_id = p.id and y.kind = 'membership' and y.state in ('paid', 'disputed') and not y.is_test));
end
$$;
comment on function public.admin_counts is
  'The counts of the admin overview in one row (D25, D56); `paid_members`: those with a running year, who have paid for one. Admins only.';
grant execute on function public.admin_counts to authenticated;

create function public.admin_today()
returns table (
  late bigint, late_since timestamptz, due_soon bigint, due_soon_at timestamptz, reports bigint, reports_due_at timestamptz,
  short_benefits bigint, short_benefit_id uuid, short_benefit text, short_benefit_keys integer, waitlist bigint, waitlist_since timestamptz,
  failed_emails bigint, ending bigint, ending_at timestamptz, payment_problems bigint, payment_problems_since timestamptz,
  disputes bigint, disputes_due_at timestamptz, has_logo boolean, has_sent_email boolean, has_invited boolean
)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select o.late, o.late_since, o.soon, o.soon_at, r.open, r.due_at, b.short, b.id, b.name,
    case when b.id is not null then private.keys_left(b.id, 10000) end,
    w.waiting, w.since, e.given_up, m.ending, m.ends_at, v.problems, v.since, d.disputes, d.due_at,
    exists (select from public.app_settings as s where s.key = 'email_logo_url'),
    exists (select from private.outbox as q where q.outcome = 'sent'),
    exists (select from public.invite_codes as c where c.used_by is distinct from auth.uid() and not c.is_revoked)
  from (
    select count(*) filter (where o.due_at <= now()) as late, min(o.due_at) filter (where o.due_at <= now()) as late_since,
      count(*) filter (where o.due_at > now()) as soon, min(o.due_at) filter (where o.due_at > now()) as soon_at
    from public.orders as o where private.is_open(o.status) and o.due_at < now() + interval '6 hours'
  ) as o
  cross join (
    select count(*) as open, min(r.due_at) as due_at from private.reports as r where r.outcome = 'open' and r.answer is null
  ) as r
  cross join (
    select count(*) as short, (array_agg(b.id order by d.low_since, b.id))[1] as id, (array_agg(b.name order by d.low_since, b.id))[1] as name
    from private.benefit_delivery as d join public.benefits as b on b.id = d.benefit_id
    where d.low_since is not null and b.is_active and b.delivery_method = 'key'
  ) as b
  cross join (
    select count(*) as waiting, min(w.requested_at) as since from public.waitlist as w where w.declined_at is null
  ) as w
  cross join (
    select count(*) as given_up from private.outbox as q where q.outcome = 'given_up' and q.finished_at > now() - interval '7 days'
  ) as e
  cross join (
    select count(*) as ending, min(p.membership_end_date) as ends_at from public.profiles as p
    where p.role = 'user' and p.membership_end_date > now() and p.membership_end_date <= now() + interval '30 days'
  ) as m
  cross join (
    select count(*) as problems, min(v.at) as since from private.payment_events as v where v.problem <> 'dispute' and v.settled_at is null
  ) as v
  cross join (
    select count(*) as disputes, min(f.dispute_due_at) as due_at
    from public.payments as y join private.payment_facts as f on f.payment_id = y.id
    where y.state = 'disputed' and f.dispute_status <> 'lost'
  ) as d;
end
$$;
comment on function public.admin_today is
  'What needs a decision, each as its list counts it, with the first time of it: orders that are late (D56) or due in six hours, open '
  'reports, benefits that run out of keys, the waitlist, emails given up in seven days, memberships that end in 30 days, events of Stripe '
  'that could not be applied (D63), disputes that are not closed (D64); and which of the first steps of an installation were taken. Admins '
  'only.';
grant execute on function public.admin_today to authenticated;

create function public.pending_orders() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- An index-only scan.
  return (select count(*) from public.orders as o where o.status = 'pending');
end
$$;
comment on function public.pending_orders is 'How many orders are pending: the badge in the menu of every admin page. Admins only.';
grant execute on function public.pending_orders to authenticated;

-- The time zone if the server knows it, else UTC (D27).
create function private.valid_time_zone(p_zone text) returns text
language plpgsql stable set search_path = '' as $$
begin
  perform now() at time zone p_zone;
  return coalesce(p_zone, 'UTC');
exception when invalid_parameter_value then
  return 'UTC';
end
$$;

create function public.token_flow(p_step text, p_steps integer, p_zone text)
returns table (starts_on date, issued bigint, spent bigint, outstanding bigint)
language plpgsql stable security definer set search_path = '' as $$
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
comment on function public.token_flow is
  'Tokens issued, spent and outstanding per day, week (from Monday) or month of a time zone, oldest first. Admins only.';
grant execute on function public.token_flow to authenticated;

create function public.benefit_figures(p_benefits uuid[])
returns table (benefit_id uuid, orders bigint, tokens bigint, open_orders bigint, keys_left integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select b.id, count(o.id), coalesce(sum(o.benefit_token_value), 0)::bigint, count(o.id) filter (where private.is_open(o.status)),
    case when b.delivery_method = 'key' then private.keys_left(b.id, 10000) end
  from public.benefits as b
  left join public.orders as o on o.benefit_id = b.id and o.status <> 'cancelled'
  where b.id = any (p_benefits)
  group by b.id;
end
$$;
comment on function public.benefit_figures is
  'The number of orders of each benefit that are not cancelled, the tokens spent on them, how many of them are open, and how many keys are '
  'left (up to 10,000; null for other methods). Admins only.';
grant execute on function public.benefit_figures to authenticated;

-- Explainable numbers (D48, D57): the rows behind a sum of tokens, and their sum, computed from the rows and not as the number is.

-- Without a WHERE, and with columns of the same types, so that Postgres reads the newest rows of one part by its index.
create view private.number_rows as
select 'emails.late' as number, 'email' as kind, null::uuid as account_id, null::text as type, r.id, r.created_at, null::bigint as seq, 1::bigint as amount,
  r.outcome is null and r.next_attempt_at < now() - interval '5 minutes' as counts from private.outbox as r
union all
select 'emails.given_up', 'email', null, null, r.id, r.created_at, null, 1::bigint,
  r.outcome = 'given_up' and r.finished_at > now() - interval '7 days' from private.outbox as r
union all
select 'issued', 'entry', null, null, r.id, r.created_at, null, r.amount::bigint, r.amount > 0 from public.token_transactions as r
union all
select 'spent', 'entry', null, null, r.id, r.created_at, null, -r.amount::bigint, r.amount < 0 from public.token_transactions as r
-- Entries of either sign have an index of their own, and people who were deleted took with them what they had left.
union all
select 'outstanding', 'entry', null, null, r.id, r.created_at, null, r.amount::bigint, r.amount > 0 from public.token_transactions as r
union all
select 'outstanding', 'entry', null, null, r.id, r.created_at, null, r.amount::bigint, r.amount < 0 from public.token_transactions as r
union all
select 'outstanding', 'departure', null, null, md5(r.id::text)::uuid, r.at, null, -(r.before ->> 'current_tokens')::bigint,
  r.table_name = 'profiles' and r.action = 'delete' and r.before ->> 'current_tokens' <> '0' from private.audit_log as r
union all
select 'account_received', 'entry', r.account_id, r.transaction_type, r.id, r.created_at, r.seq, r.amount::bigint, r.amount > 0 from public.token_transactions as r
union all
select 'account_spent', 'entry', r.account_id, r.transaction_type, r.id, r.created_at, r.seq, r.amount::bigint, r.amount < 0 from public.token_transactions as r
union all
select 'account_balance', 'entry', r.account_id, r.transaction_type, r.id, r.created_at, r.seq, r.amount::bigint, true from public.token_transactions as r
union all
select 'account_entries', 'entry', r.account_id, r.transaction_type, r.id, r.created_at, r.seq, 1::bigint, true from public.token_transactions as r;
comment on view private.number_rows is
  'The rows behind each number: those that count, and for what (D48). A number of one account is filtered by `account_id` and `type`.';

-- Whose number it is: by default the caller's own. Raises not_admin if that is not the caller's to see, and unknown_number.
create function private.check_number(p_number text, p_account uuid) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  if p_number like 'account\_%' and coalesce(p_account, private.actor()) = private.actor() and private.is_member() then
    p_account := private.actor();
  else
    perform private.require_admin();
  end if;
  if not coalesce(p_number = any ('{emails.late, emails.given_up, issued, spent, outstanding, account_received, account_spent,
    account_balance, account_entries}'::text[]), false)
  then
    raise exception 'unknown_number' using errcode = 'PT400';
  end if;
  return p_account;
end
$$;

-- A plan per call: each number has its own table and index.
create function public.explain_number(
  p_number text, p_part text default null, p_account uuid default null,
  p_from date default null, p_to date default null, p_zone text default 'UTC'
) returns table (total bigint, row_count bigint, as_of timestamptz)
language plpgsql stable rows 1 security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_is_own boolean := p_number like 'account\_%';
  v_number text := case when v_is_own then p_number else concat_ws('.', p_number, p_part) end;
  v_account uuid := private.check_number(v_number, p_account);
  v_from timestamptz := p_from::timestamp at time zone private.valid_time_zone(p_zone);
  v_to timestamptz := p_to::timestamp at time zone private.valid_time_zone(p_zone);
begin
  return query
  select coalesce(sum(r.amount), 0)::bigint, count(*), now()
  from private.number_rows as r
  where r.number = v_number and r.counts and (not v_is_own or r.account_id = v_account and (p_part is null or r.type = p_part))
    and (v_from is null or r.created_at >= v_from) and (v_to is null or r.created_at < v_to);
end
$$;
comment on function public.explain_number is
  'The sum of the rows behind a number, how many they are, and the time (D48). Members: the numbers of their own account.';
grant execute on function public.explain_number to authenticated;

create function public.explain_rows(
  p_number text, p_part text default null, p_account uuid default null,
  p_from date default null, p_to date default null, p_zone text default 'UTC', p_as_of timestamptz default null,
  p_key_value text default null, p_key_id uuid default null, p_reverse boolean default false, p_limit integer default 26
)
returns table (
  kind text, id uuid, at timestamptz, key text, amount bigint, name text, detail text, state text, reason text,
  order_id uuid, order_number text, person_id uuid, person_name text
)
language plpgsql stable rows 26 security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_is_own boolean := p_number like 'account\_%';
  v_number text := case when v_is_own then p_number else concat_ws('.', p_number, p_part) end;
  v_account uuid := private.check_number(v_number, p_account);
  v_from timestamptz := p_from::timestamp at time zone private.valid_time_zone(p_zone);
  v_to timestamptz := p_to::timestamp at time zone private.valid_time_zone(p_zone);
  v_seq bigint := case when v_is_own then p_key_value end;
  v_at timestamptz := case when not v_is_own then p_key_value end;
begin
  return query
  with page as materialized (
    select r.* from private.number_rows as r
    where r.number = v_number and r.counts and (not v_is_own or r.account_id = v_account and (p_part is null or r.type = p_part))
      and (v_from is null or r.created_at >= v_from) and (v_to is null or r.created_at < v_to)
      and (p_as_of is null or r.created_at <= p_as_of)
      and (v_seq is null or case when p_reverse then r.seq > v_seq else r.seq < v_seq end)
      and (v_at is null or p_key_id is null or case when p_reverse then (r.created_at, r.id) > (v_at, p_key_id) else (r.created_at, r.id) < (v_at, p_key_id) end)
    order by
      case when v_is_own and p_reverse then r.seq end, case when v_is_own and not p_reverse then r.seq end desc,
      case when not v_is_own and p_reverse then r.created_at end, case when not v_is_own and not p_reverse then r.created_at end desc,
      case when not v_is_own and p_reverse then r.id end, case when not v_is_own and not p_reverse then r.id end desc
    limit private.page_size(p_limit)
  )
  select r.kind, r.id, r.created_at, coalesce(r.seq::text, r.created_at::text), r.amount,
    coalesce(q.kind, o.benefit_name, b.name), t.description, case r.kind when 'email' then coalesce(q.outcome, 'waiting') else t.transaction_type end,
    coalesce(t.reason, q.last_error), o.id, o.order_number, p.id, p.name
  from page as r
  left join public.token_transactions as t on r.kind = 'entry' and t.id = r.id
  left join private.outbox as q on r.kind = 'email' and q.id = r.id
  left join public.orders as o on o.id = coalesce(t.order_id, q.cause_id)
  left join public.benefits as b on b.id = o.benefit_id
  left join public.profiles as p on p.id = coalesce(t.user_id, q.recipient_id)
  order by case when p_reverse then r.seq end, case when not p_reverse then r.seq end desc,
    case when p_reverse then r.created_at end, case when not p_reverse then r.created_at end desc,
    case when p_reverse then r.id end, case when not p_reverse then r.id end desc;
end
$$;
comment on function public.explain_rows is
  'The rows behind a number, newest first, after a key, up to a time (D48): the `amount`s of all of them are its sum. Members: those of '
  'their own account.';
grant execute on function public.explain_rows to authenticated;

-- The command palette: the first few of everything that a caller may see and that a term matches.

create function public.search_everything(p_term text, p_all boolean default false)
returns table (kind text, id uuid, title text, detail text, state text)
language plpgsql stable rows 25 security definer set search_path = '' as $$
declare
  v_term text := coalesce(private.trim_text(p_term), '');
  v_pattern text;
  v_length integer := char_length(private.trim_text(private.remove_hidden(v_term)));
  -- Of a code, at least its last four characters.
  v_ending text;
begin
  if p_all then
    perform private.require_admin();
  end if;
  if v_length < 2 then
    return;
  end if;
  v_pattern := private.like_pattern(v_term);
  if not coalesce(p_all, false) then
    return query
    (select 'order', o.id, coalesce(o.order_number, 'Legacy Order'), coalesce(o.benefit_name, b.name), o.status
    from public.orders as o left join public.benefits as b on b.id = o.benefit_id
    where o.user_id = private.actor() and lower(concat_ws(E'\n', o.order_number, o.benefit_name)) like v_pattern
    order by o.created_at desc, o.id desc limit 5)
    union all
    (select 'benefit', b.id, b.name, null, null
    from public.benefits as b
    where b.is_active and (b.closes_at is null or b.closes_at > now()) and private.is_member() and lower(b.name) like v_pattern
    order by lower(b.name), b.id limit 5);
    return;
  end if;
  v_ending := case when v_length >= 4 then substr(v_pattern, 1, length(v_pattern) - 1) end;
  return query
  (select 'person', p.id, p.name, p.email, p.role
  from public.search_profiles(v_term, 'created_at', false, null, null, false, 5) as p
  order by p.created_at desc, p.id desc)
  union all
  (select 'order', o.id, coalesce(o.order_number, 'Legacy Order'), concat_ws(', ', coalesce(o.benefit_name, b.name), p.name), o.status
  from public.search_orders(jsonb_build_object('search', v_term), 'newest', null, null, false, 5) as o
  left join public.profiles as p on p.id = o.user_id left join public.benefits as b on b.id = o.benefit_id
  order by o.created_at desc, o.id desc)
  union all
  (select 'benefit', b.id, b.name, null, case when b.is_active then 'active' else 'inactive' end
  from public.benefits as b where lower(b.name) like v_pattern order by lower(b.name), b.id limit 5)
  union all
  (select 'token_code', c.id, '••••' || right(c.code, 4), c.note, private.code_state(c.is_used, c.is_revoked, c.expires_at)
  from public.redeem_codes as c
  where lower(c.code || E'\n' || coalesce(c.note, '')) like v_pattern and lower(c.code) like v_ending
  order by c.created_at desc, c.id desc limit 5)
  union all
  (select 'invite_code', c.id, '••••' || right(c.code, 4), c.note, private.code_state(c.is_used, c.is_revoked, c.expires_at)
  from public.invite_codes as c
  where lower(c.code || E'\n' || coalesce(c.note, '')) like v_pattern and lower(c.code) like v_ending
  order by c.created_at desc, c.id desc limit 5);
end
$$;
comment on function public.search_everything is
  'What a term of at least two characters finds: of the caller''s own orders and the catalogue, or with `p_all`, for admins only, up to '
  'five people, orders, benefits and codes each; a code by its end, of which four characters are shown.';
grant execute on function public.search_everything to authenticated;

-- What support needs to see of one person, beside the tables that admins read: sign-ins, figures, reports, and messages to the
-- person.
create index outbox_recipient_idx on private.outbox (recipient_id, created_at, id);

create function public.person_figures(p_id uuid)
returns table (
  received bigint, spent bigint, open_orders bigint, late_orders bigint, reports bigint, open_reports bigint, notes bigint, messages bigint,
  unread_notices bigint, given_up_emails bigint, given_up_error text, confirmed_at timestamptz, last_sign_in_at timestamptz
)
language plpgsql stable rows 1 security definer set search_path = '' as $$
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
    select count(*) as open, count(*) filter (where private.is_open(o.status) and o.due_at <= now()) as late
    from public.orders as o where o.user_id = p_id and o.status not in ('delivered', 'cancelled')
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
comment on function public.person_figures is
  'One row about a person: tokens received and spent, orders and reports that wait, notices and emails, and the last sign-in; emails are '
  'those of the last 90 days, notices of 180. Admins only.';
grant execute on function public.person_figures to authenticated;

create function public.person_reports(
  p_id uuid, p_key_value timestamptz default null, p_key_id uuid default null, p_reverse boolean default false,
  p_limit integer default 26
)
returns table (
  id uuid, number bigint, reason text, outcome text, answer text, answer_text text, created_at timestamptz, answered_at timestamptz,
  order_id uuid, order_number text, benefit_name text
)
language plpgsql stable security definer set search_path = '' as $$
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
comment on function public.person_reports is 'The reports of one person, newest first, after a key (D34). Admins only.';
grant execute on function public.person_reports to authenticated;

create function public.person_notes(
  p_id uuid, p_key_value timestamptz default null, p_key_id uuid default null, p_reverse boolean default false,
  p_limit integer default 26
)
returns table (
  id uuid, body text, author_name text, created_at timestamptz, order_id uuid, order_number text, benefit_name text
)
language plpgsql stable security definer set search_path = '' as $$
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
comment on function public.person_notes is 'The notes of admins about the orders of one person, newest first, after a key. Admins only.';
grant execute on function public.person_notes to authenticated;

create function public.person_messages(
  p_id uuid, p_key_value timestamptz default null, p_key_id uuid default null, p_reverse boolean default false,
  p_limit integer default 26
)
returns table (
  id uuid, by_email boolean, kind text, order_id uuid, order_number text, benefit_id uuid, data jsonb, count integer, created_at timestamptz,
  read_at timestamptz, state text, error text, elsewhere boolean
)
language plpgsql stable security definer set search_path = '' as $$
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
comment on function public.person_messages is
  'Messages to a person, in the app and by email, newest first, after a key: `state` is unread or read, or what became of an email '
  '(waiting, sent, given_up, skipped, over_limit), with the reason of a failure (D37, D40). Admins only.';
grant execute on function public.person_messages to authenticated;
