-- Explainable numbers (D48): the rows behind a number, and their sum, computed from the rows and not as the number is.

create function private.explain_source(p_number text, p_part text, p_account uuid)
returns table (kind text, source text, condition text, amount text, sort text)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select n.kind, n.source, n.condition, n.amount, 'created_at'
  from (values
    ('users', null, 'person', 'public.profiles', 'true', '1'),
    ('users', 'admin', 'person', 'public.profiles', $w$r.role = 'admin'$w$, '1'),
    ('benefits', null, 'benefit', 'public.benefits', 'true', '1'),
    ('benefits', 'active', 'benefit', 'public.benefits', 'r.is_active', '1'),
    ('orders', null, 'order', 'public.orders', 'true', '1'),
    ('orders', 'this_week', 'order', 'public.orders', $w$r.created_at > now() - interval '7 days'$w$, '1'),
    ('orders', 'overdue', 'order', 'public.orders', $w$r.status = 'pending' and r.due_at < now()$w$, '1'),
    ('orders', 'due', 'order', 'public.orders',
      $w$r.created_at > now() - interval '30 days' and (r.fulfilled_at is not null or r.due_at < now() and r.status <> 'cancelled')$w$, '1'),
    ('orders', 'on_time', 'order', 'public.orders',
      $w$r.created_at > now() - interval '30 days' and r.fulfilled_at <= r.due_at$w$, '1'),
    ('orders', 'pending', 'order', 'public.orders', $w$r.status = 'pending'$w$, '1'),
    ('orders', 'processing', 'order', 'public.orders', $w$r.status = 'processing'$w$, '1'),
    ('orders', 'completed', 'order', 'public.orders', $w$r.status = 'completed'$w$, '1'),
    ('orders', 'delivered', 'order', 'public.orders', $w$r.status = 'delivered'$w$, '1'),
    ('orders', 'cancelled', 'order', 'public.orders', $w$r.status = 'cancelled'$w$, '1'),
    ('token_codes', null, 'token_code', 'public.redeem_codes', 'true', '1'),
    ('token_codes', 'available', 'token_code', 'public.redeem_codes', private.code_state('available'), '1'),
    ('invite_codes', null, 'invite_code', 'public.invite_codes', 'true', '1'),
    ('invite_codes', 'available', 'invite_code', 'public.invite_codes',
      private.code_listed('invite') || ' and ' || private.code_state('available'), '1'),
    ('emails', 'late', 'email', 'private.outbox', $w$r.outcome is null and r.next_attempt_at < now() - interval '5 minutes'$w$, '1'),
    ('emails', 'given_up', 'email', 'private.outbox', $w$r.outcome = 'given_up' and r.finished_at > now() - interval '7 days'$w$, '1'),
    ('issued', null, 'entry', 'public.token_transactions', 'r.amount > 0', 'r.amount'),
    ('spent', null, 'entry', 'public.token_transactions', 'r.amount < 0', '-r.amount'),
    ('outstanding', null, 'entry', 'public.token_transactions', 'r.amount > 0', 'r.amount'),
    ('outstanding', null, 'entry', 'public.token_transactions', 'r.amount < 0', 'r.amount'),
    ('outstanding', null, 'departure',
      $f$(select md5(l.id::text)::uuid as id, l.at as created_at, (l.before ->> 'current_tokens')::bigint as tokens
        from private.audit_log as l where l.table_name = 'profiles' and l.action = 'delete')$f$, 'r.tokens <> 0', '-r.tokens')
  ) as n (number, part, kind, source, condition, amount)
  where n.number = p_number and n.part is not distinct from p_part
  union all
  select 'entry', 'public.token_transactions',
    format('r.account_id = %L and %s%s', p_account, n.condition,
      case when p_part is null then '' else format(' and r.transaction_type = %L', p_part) end),
    n.amount, 'seq'
  from (values
    ('account_received', 'r.amount > 0', 'r.amount'),
    ('account_spent', 'r.amount < 0', 'r.amount'),
    ('account_balance', 'true', 'r.amount'),
    ('account_entries', 'true', '1')
  ) as n (number, condition, amount)
  where n.number = p_number;
  if not found then
    raise exception 'unknown_number' using errcode = 'PT400';
  end if;
end
$$;
comment on function private.explain_source(text, text, uuid) is
  'Where the rows `r` of a number are, what each counts for, and the column that they are sorted by; of a balance over time three: '
  'the entries of either sign, and the people who were deleted with what they had left.';

-- Dynamic SQL, because each number has its own table, index and condition. Values of clients are quoted.
create function private.explain_where(p_condition text, p_from date, p_to date, p_zone text, p_as_of timestamptz)
returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_zone text := private.valid_time_zone(p_zone);
begin
  return concat_ws(' and ', p_condition,
    'r.created_at >= ' || quote_literal(p_from::timestamp at time zone v_zone),
    'r.created_at < ' || quote_literal(p_to::timestamp at time zone v_zone),
    'r.created_at <= ' || quote_literal(p_as_of));
end
$$;
comment on function private.explain_where(text, date, date, text, timestamptz) is
  'The condition of a number''s rows `r`: from the midnight of one day to that of another in a time zone, and up to a time.';

create function private.explain_account(p_number text, p_account uuid)
returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  if p_number like 'account\_%' and coalesce(p_account, private.actor()) = private.actor() and private.is_member() then
    return private.actor();
  end if;
  perform private.require_admin();
  return p_account;
end
$$;
comment on function private.explain_account(text, uuid) is
  'Whose number it is: by default the caller''s own. Raises not_admin if that is not the caller''s to see.';

create function private.explain_number(p_number text, p_part text, p_account uuid, p_from date, p_to date, p_zone text)
returns table (total bigint, row_count bigint, as_of timestamptz)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
declare
  v_account uuid := private.explain_account(p_number, p_account);
  v_sums text;
begin
  select string_agg(format('select sum(%s) as total, count(*) as row_count from %s as r where %s', s.amount, s.source,
    private.explain_where(s.condition, p_from, p_to, p_zone, null)), ' union all ')
  into v_sums from private.explain_source(p_number, p_part, v_account) as s;
  return query execute format(
    'select coalesce(sum(s.total), 0)::bigint, sum(s.row_count)::bigint, now() from (%s) as s', v_sums);
end
$$;
comment on function private.explain_number(text, text, uuid, date, date, text) is 'The sum behind public.explain_number().';

create function public.explain_number(
  p_number text, p_part text default null, p_account uuid default null,
  p_from date default null, p_to date default null, p_zone text default 'UTC'
)
returns table (total bigint, row_count bigint, as_of timestamptz)
language sql stable rows 1 set search_path = ''
begin atomic
  select n.total, n.row_count, n.as_of from private.explain_number(p_number, p_part, p_account, p_from, p_to, p_zone) as n;
end;
comment on function public.explain_number(text, text, uuid, date, date, text) is
  'The sum of the rows behind a number, how many they are, and the time (D48). Members: the numbers of their own account.';

create function private.explain_columns(p_kind text)
returns text
language plpgsql immutable set search_path = ''
as $$
begin
  -- name, detail, state, reason, order_id, order_number, person_id, person_name
  return case p_kind
    when 'person' then 'r.name, r.email, r.role, null::text, null::uuid, null::text, r.id, r.name from rows as r'
    when 'benefit' then
      $c$r.name, null::text, case when r.is_active then 'active' else 'inactive' end, null::text, null::uuid, null::text,
        null::uuid, null::text from rows as r$c$
    when 'order' then
      'coalesce(r.benefit_name, b.name), null::text, r.status, null::text, r.id, r.order_number, p.id, p.name from rows as r
       left join public.benefits as b on b.id = r.benefit_id left join public.profiles as p on p.id = r.user_id'
    when 'entry' then
      'coalesce(o.benefit_name, b.name), r.description, r.transaction_type, r.reason, r.order_id, o.order_number, p.id, p.name
       from rows as r left join public.orders as o on o.id = r.order_id
       left join public.benefits as b on b.id = o.benefit_id left join public.profiles as p on p.id = r.user_id'
    when 'email' then
      $c$r.kind, null::text, coalesce(r.outcome, 'waiting'), r.last_error, o.id, o.order_number, p.id, p.name from rows as r
       left join public.orders as o on o.id = r.cause_id left join public.profiles as p on p.id = r.recipient_id$c$
    when 'departure' then
      'null::text, null::text, null::text, null::text, null::uuid, null::text, null::uuid, null::text from rows as r'
    else
      $c$'••••' || right(r.code, 4), r.note, private.state_of_code(r.is_used, r.is_revoked, r.expires_at), null::text, null::uuid, null::text,
        p.id, p.name from rows as r left join public.profiles as p on p.id = r.used_by$c$
  end;
end
$$;
comment on function private.explain_columns(text) is 'What a drawer shows of a kind of row, and the tables that have it.';

create function private.explain_rows(
  p_number text, p_part text, p_account uuid, p_from date, p_to date, p_zone text, p_as_of timestamptz,
  p_key_value text, p_key_id uuid, p_reverse boolean, p_limit integer
)
returns table (
  kind text, id uuid, at timestamptz, key text, amount bigint, name text, detail text, state text, reason text,
  order_id uuid, order_number text, person_id uuid, person_name text
)
language plpgsql stable security definer rows 26 set search_path = ''
as $$
declare
  v_account uuid := private.explain_account(p_number, p_account);
  v_order text := case when coalesce(p_reverse, false) then 'asc' else 'desc' end;
  v_limit integer := private.page_size(p_limit);
  v_rows text;
begin
  select string_agg(format(
    '(with rows as (select r.*, (%1$s)::bigint as counts, r.%2$s as sort from %3$s as r where %4$s order by r.%2$s %5$s, r.id %5$s limit %6$s)
      select %7$L as kind, r.id, r.created_at, r.sort, r.counts, %8$s)',
    s.amount, s.sort, s.source,
    concat_ws(' and ', private.explain_where(s.condition, p_from, p_to, p_zone, p_as_of),
      format('(r.%s, r.id) %s (', s.sort, case when p_reverse then '>' else '<' end)
        || quote_literal(p_key_value) || case s.sort when 'seq' then '::bigint, ' else '::timestamptz, ' end
        || quote_literal(p_key_id) || '::uuid)'),
    v_order, v_limit, s.kind, private.explain_columns(s.kind)), ' union all ')
  into v_rows from private.explain_source(p_number, p_part, v_account) as s;
  return query execute format(
    'select s.kind, s.id, s.created_at, s.sort::text, s.counts, s.name, s.detail, s.state, s.reason, s.order_id, s.order_number,
       s.person_id, s.person_name
     from (%1$s) as s (kind, id, created_at, sort, counts, name, detail, state, reason, order_id, order_number, person_id, person_name)
     order by s.sort %2$s, s.id %2$s limit %3$s', v_rows, v_order, v_limit);
end
$$;
comment on function private.explain_rows(text, text, uuid, date, date, text, timestamptz, text, uuid, boolean, integer) is
  'The rows behind public.explain_rows().';

create function public.explain_rows(
  p_number text, p_part text default null, p_account uuid default null,
  p_from date default null, p_to date default null, p_zone text default 'UTC', p_as_of timestamptz default null,
  p_key_value text default null, p_key_id uuid default null, p_reverse boolean default false, p_limit integer default 26
)
returns table (
  kind text, id uuid, at timestamptz, key text, amount bigint, name text, detail text, state text, reason text,
  order_id uuid, order_number text, person_id uuid, person_name text
)
language sql stable rows 26 set search_path = ''
begin atomic
  select r.kind, r.id, r.at, r.key, r.amount, r.name, r.detail, r.state, r.reason, r.order_id, r.order_number, r.person_id, r.person_name
  from private.explain_rows(
    p_number, p_part, p_account, p_from, p_to, p_zone, p_as_of, p_key_value, p_key_id, p_reverse, p_limit) as r;
end;
comment on function public.explain_rows(text, text, uuid, date, date, text, timestamptz, text, uuid, boolean, integer) is
  'The rows behind a number, newest first, after a key, up to a time (D48): the `amount`s of all of them are its sum. '
  'Members: those of their own account.';
