-- Operations on many rows: what they are to do, and the outcome of each row (D46).

create table public.operations (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in (
    'order_status', 'order_note', 'token_grant', 'membership', 'code_revocation', 'key_quarantine', 'benefit_change'
  )),
  actor_id uuid not null,
  -- No names and no content.
  parameters jsonb not null default '{}',
  state text not null default 'planned' check (state in ('planned', 'running', 'done', 'undoing', 'undone')),
  total integer not null default 0,
  changed integer not null default 0,
  skipped integer not null default 0,
  undone integer not null default 0,
  kept integer not null default 0,
  remaining integer not null default 0,
  tokens bigint not null default 0,
  emails integer not null default 0,
  -- The last row that the run, the undo or the settlement has processed.
  position integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  stepped_at timestamptz,
  undo_until timestamptz,
  undone_at timestamptz,
  settled_at timestamptz
);
comment on table public.operations is
  'An operation on many rows: planned by its dry run, run, and undone, in steps that any admin can continue. `tokens` and `emails`: '
  'what moves and goes out, of the rows that are not skipped; they wait until `undo_until` (D46).';
create index operations_created_at_idx on public.operations (created_at, id);
create index operations_open_idx on public.operations (state, undo_until) where settled_at is null;
alter table public.operations enable row level security;
create policy "operations: admins read" on public.operations
for select to authenticated using ((select private.is_admin()));
grant select on public.operations to authenticated;

create table private.operation_rows (
  operation_id uuid not null references public.operations (id) on delete cascade,
  position integer not null,
  -- Null without a row, as for a line of a file with an unknown address.
  row_id text,
  -- Input for this row alone, such as the tokens of a line.
  input jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'changed', 'skipped', 'undone', 'kept')),
  -- Why it was skipped, or kept by an undo, and who caused that.
  reason text,
  reason_by uuid,
  reason_at timestamptz,
  -- The row's version when it was planned; it is changed only if that is still the same.
  version text,
  before jsonb,
  after jsonb,
  tokens integer not null default 0,
  email boolean not null default false,
  changed_at timestamptz,
  undone_at timestamptz,
  primary key (operation_id, position)
);
comment on table private.operation_rows is
  'The rows of an operation, in the order in which it works through them, and what became of each. No personal data (D12).';
create index operation_rows_row_idx on private.operation_rows (row_id, operation_id) where changed_at is not null;

create table private.operation_content (
  operation_id uuid primary key references public.operations (id) on delete cascade,
  content jsonb not null
);
comment on table private.operation_content is
  'What an operation is to deliver or to write down, which may name people: deleted when the operation is settled.';

create type private.operation_plan as (
  "position" integer, reason text, reason_by uuid, reason_at timestamptz, version text, tokens integer, email boolean
);
comment on type private.operation_plan is 'What an operation would do with a row: skip it, or keep it from an undo, for a reason, or change it.';

create type private.operation_change as ("position" integer, before jsonb, after jsonb, version text);
comment on type private.operation_change is 'What an operation has changed of a row, and the version that it has now.';

create type private.operation_result as (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
);
comment on type private.operation_result is
  'What functions return about an operation. `changed` and `moves` of a dry run: what would change, and which tokens would move; '
  '`skipped` and `kept`: by reason.';

-- The operation that this transaction is a step of: triggers then leave notifications, emails and credits to its settlement. Permits
-- nothing: guards look at `current_user`.
create function private.current_operation() returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return nullif(current_setting('guildhall.operation', true), '')::uuid;
end
$$;

create view private.status_changes as
select l.row_id as order_id, l.at, l.actor_id, l.before ->> 'status' as from_status, l.after ->> 'status' as to_status,
  null::uuid as operation_id, false as is_undo, null::timestamptz as undone_at
from private.audit_log as l where l.table_name = 'orders' and l.after ? 'status' and not l.after ? 'operation_id'
union all
select r.row_id, r.changed_at, p.actor_id, r.before ->> 'status', r.after ->> 'status', p.id, false, r.undone_at
from private.operation_rows as r join public.operations as p on p.id = r.operation_id
where p.kind = 'order_status' and r.changed_at is not null
union all
select r.row_id, r.undone_at, p.actor_id, r.after ->> 'status', r.before ->> 'status', p.id, true, r.undone_at
from private.operation_rows as r join public.operations as p on p.id = r.operation_id
where p.kind = 'order_status' and r.changed_at is not null and r.undone_at is not null;
comment on view private.status_changes is
  'Who set which status of an order, when: singly, by an operation, or by undoing one; `undone_at` of both a change and its undo.';

-- The engine of operations: dry run, run, continue and undo (D46). lock_rows(), evaluate_rows(), apply_rows(), settle_rows() and
-- operation_rows() have what differs between kinds. An undo runs the same functions, with the state 'undoing'.

-- The dry run that `p_expected` names, locked, or a new operation without rows (`total` is 0), which the caller adds. `p_content` is
-- deleted when the operation is settled.
create function private.open_operation(p_kind text, p_parameters jsonb, p_content jsonb, p_expected jsonb) returns public.operations
language plpgsql set search_path = '' as $$
declare
  v_operation public.operations;
  v_id uuid := (p_expected ->> 'operation_id')::uuid;
begin
  if v_id is null then
    insert into public.operations (kind, actor_id, parameters) values (p_kind, auth.uid(), p_parameters) returning * into v_operation;
  else
    select * into v_operation from public.operations as o where o.id = v_id and o.kind = p_kind for update;
    if not found then
      raise exception 'operation_not_found' using errcode = 'PT404';
    elsif v_operation.actor_id <> auth.uid() then
      raise exception 'not_your_operation' using errcode = 'PT403';
    elsif v_operation.parameters <> p_parameters then
      raise exception 'numbers_differ' using errcode = 'PT409';
    elsif v_operation.state = 'planned' and v_operation.created_at < clock_timestamp() - interval '5 minutes' then
      raise exception 'dry_run_expired' using errcode = 'PT410';
    end if;
  end if;
  if p_content <> '{}' and v_operation.state = 'planned' then
    insert into private.operation_content as c (operation_id, content) values (v_operation.id, p_content)
    on conflict (operation_id) do update set content = excluded.content;
  end if;
  return v_operation;
end
$$;

-- Decides which rows are changed or undone, and why others are not: in the dry run, again for the run, and again, under locks, before each step.
-- A row whose version is no longer the planned one stays as it is.
create function private.plan_rows(p_operation public.operations, p_positions integer[]) returns void
language plpgsql set search_path = '' as $$
declare
  v_is_undo boolean := p_operation.state = 'undoing';
begin
  -- What is decided again as it was is not written again: each row is planned by the dry run, by the run and by its step.
  with judged as (
    select p.position, w.reason, case when w.reason is null then case when v_is_undo then 'changed' else 'waiting' end
        else case when v_is_undo then 'kept' else 'skipped' end end as state,
      case when not v_is_undo then p.reason_by end as reason_by, case when not v_is_undo then p.reason_at end as reason_at,
      coalesce(r.version, p.version) as version, case when v_is_undo then r.email else p.email end as email,
      -- What a step would count alone may depend on rows of other steps.
      case p_operation.state when 'planned' then p.tokens else r.tokens end as tokens
    from private.evaluate_rows(p_operation, p_positions) as p
    join private.operation_rows as r on r.operation_id = p_operation.id and r.position = p.position
    cross join lateral (select coalesce(p.reason, case when
      case when v_is_undo then r.version is distinct from p.version else r.version <> p.version end then 'changed_since' end) as reason) as w
  )
  update private.operation_rows as r
  set state = j.state, reason = j.reason, reason_by = j.reason_by, reason_at = j.reason_at, version = j.version, tokens = j.tokens, email = j.email
  from judged as j
  where r.operation_id = p_operation.id and r.position = j.position
    and (r.state, r.reason, r.reason_by, r.reason_at, r.version, r.tokens, r.email)
      is distinct from (j.state, j.reason, j.reason_by, j.reason_at, j.version, j.tokens, j.email);
end
$$;

-- Counts the rows of an operation, and returns it.
create function private.count_operation(p_operation_id uuid) returns public.operations
language plpgsql set search_path = '' as $$
declare
  v_operation public.operations;
begin
  update public.operations as o
  set total = c.total, changed = c.changed, skipped = c.skipped, undone = c.undone, kept = c.kept, tokens = c.tokens, emails = c.emails,
    remaining = case when o.state = 'undoing' then c.changed else c.waiting end
  from (
    select count(*) as total, count(*) filter (where r.state = 'changed') as changed,
      count(*) filter (where r.state = 'skipped') as skipped, count(*) filter (where r.state = 'undone') as undone,
      count(*) filter (where r.state = 'kept') as kept, count(*) filter (where r.state = 'waiting') as waiting,
      coalesce(sum(r.tokens) filter (where r.state in ('waiting', 'changed', 'kept')), 0) as tokens,
      count(*) filter (where r.email and r.state in ('waiting', 'changed', 'kept')) as emails
    from private.operation_rows as r where r.operation_id = p_operation_id
  ) as c
  where o.id = p_operation_id
  returning o.* into v_operation;
  return v_operation;
end
$$;

-- What the member of an order receives when its status changes, or pays if negative, without a credit for lateness (D6).
create function private.status_change_tokens(p_user_id uuid, p_price integer, p_from text, p_to text) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_user_id is null then 0
    when p_to = 'cancelled' then coalesce(p_price, 0) when p_from = 'cancelled' then -coalesce(p_price, 0) else 0 end;
end
$$;

-- What functions return about an operation.
create function private.describe_operation(p_operation public.operations) returns private.operation_result
-- Not stable: it reads what the expression that calls it has changed.
language plpgsql set search_path = ''
as $$
declare
  v_skipped jsonb;
  v_kept jsonb;
  v_moves jsonb;
begin
  select jsonb_agg(g.line order by g.count desc, g.reason, g.by) filter (where g.state = 'skipped'),
    jsonb_agg(g.line order by g.count desc, g.reason, g.by) filter (where g.state = 'kept')
  into v_skipped, v_kept
  from (
    select r.state, r.reason, count(*) as count, p.name as by,
      jsonb_strip_nulls(jsonb_build_object('reason', r.reason, 'count', count(*), 'by', p.name, 'at', min(r.reason_at))) as line
    from private.operation_rows as r left join public.profiles as p on p.id = r.reason_by
    where r.operation_id = p_operation.id and r.state in ('skipped', 'kept')
    group by r.state, r.reason, p.id, p.name
  ) as g;
  -- Which tokens a dry run would move, the most first: granted, refunded, charged, or credited for lateness, and of how many members.
  if p_operation.state = 'planned' and p_operation.kind in ('order_status', 'token_grant') then
    with moved as (
      select coalesce(o.user_id::text, r.row_id) as member, r.tokens, case p_operation.kind when 'token_grant' then r.tokens
        else private.status_change_tokens(o.user_id, o.benefit_token_value, o.status, p_operation.parameters ->> 'status') end as without_credit
      from private.operation_rows as r
      left join public.orders as o on p_operation.kind = 'order_status' and o.id = r.row_id::uuid
      where r.operation_id = p_operation.id and r.state = 'waiting' and r.tokens <> 0
    ),
    moves as (
      select case when p_operation.kind = 'token_grant' then 'granted' when m.without_credit > 0 then 'refunded' else 'charged' end as move,
        m.member, abs(m.without_credit) as tokens
      from moved as m where m.without_credit <> 0
      union all
      select 'credited', m.member, m.tokens - m.without_credit from moved as m where m.tokens <> m.without_credit
    )
    select jsonb_agg(to_jsonb(g) order by g.tokens desc) into v_moves
    from (select m.move, sum(m.tokens) as tokens, count(distinct m.member) as members from moves as m group by m.move) as g;
  end if;
  return (p_operation.id, p_operation.kind, p_operation.state,
    p_operation.changed + p_operation.kept + case p_operation.state when 'planned' then p_operation.remaining else 0 end,
    coalesce(v_skipped, '[]'), p_operation.tokens, coalesce(v_moves, '[]'), p_operation.emails,
    case p_operation.state when 'planned' then 0 else p_operation.remaining end,
    p_operation.undone, coalesce(v_kept, '[]'), p_operation.created_at, p_operation.undo_until
  )::private.operation_result;
end
$$;

-- Logs the beginning of an operation or its undo; of a single change, the new status of its order (D29).
create function private.log_operation(p_operation public.operations) returns void
language plpgsql set search_path = '' as $$
begin
  if p_operation.parameters ? 'single' then
    insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
    select p_operation.actor_id, 'orders', r.row_id, 'update', jsonb_build_object('status', o.status),
      jsonb_build_object('operation_id', p_operation.id, 'status',
        case p_operation.state when 'undoing' then r.before ->> 'status' else p_operation.parameters ->> 'status' end)
    from private.operation_rows as r join public.orders as o on o.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.state in ('waiting', 'changed');
    return;
  end if;
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  select p_operation.actor_id, 'operations', p_operation.id::text, case p_operation.state when 'undoing' then 'update' else 'insert' end,
    case p_operation.state when 'undoing' then '{"state": "done"}'::jsonb end,
    jsonb_build_object('kind', p_operation.kind, 'parameters', p_operation.parameters, 'state', p_operation.state,
      -- What an undo is to take back is counted as changed and as remaining.
      'rows', case p_operation.state when 'undoing' then p_operation.changed else p_operation.remaining end, 'skipped', p_operation.skipped, 'tokens', p_operation.tokens);
end
$$;

-- Changes, or takes back, the next 500 rows, up to a position, of an operation, which is locked; each only if nobody has changed it since.
create function private.step_operation(p_operation public.operations, p_last integer default 2147483647) returns public.operations
language plpgsql set search_path = '' as $$
declare
  v_operation public.operations := p_operation;
  v_is_undo boolean := p_operation.state = 'undoing';
  v_open text := case when v_is_undo then 'changed' else 'waiting' end;
  v_positions integer[] := array(
    select r.position from private.operation_rows as r
    where r.operation_id = p_operation.id and r.position > p_operation.position and r.position <= p_last and r.state = v_open
    order by r.position limit 500);
begin
  if v_positions <> '{}' then
    perform set_config('guildhall.operation', v_operation.id::text, true);
    perform private.lock_rows(v_operation, v_positions);
    perform private.plan_rows(v_operation, v_positions);
    update private.operation_rows as r set
      state = case when v_is_undo then 'undone' else 'changed' end, version = a.version,
      before = coalesce(r.before, a.before), after = coalesce(r.after, a.after),
      changed_at = coalesce(r.changed_at, clock_timestamp()), undone_at = case when v_is_undo then clock_timestamp() end
    from private.apply_rows(v_operation, array(
      select w.position from private.operation_rows as w
      where w.operation_id = p_operation.id and w.position = any (v_positions) and w.state = v_open order by w.position)) as a
    where r.operation_id = p_operation.id and r.position = a.position;
    perform set_config('guildhall.operation', '', true);
  end if;
  update public.operations as o
  set position = coalesce(v_positions[cardinality(v_positions)], o.position), stepped_at = clock_timestamp() where o.id = v_operation.id;
  v_operation := private.count_operation(v_operation.id);
  if v_operation.remaining = 0 then
    update public.operations as o set state = case when v_is_undo then 'undone' else 'done' end, position = 0,
      undone_at = case when v_is_undo then clock_timestamp() end,
      undo_until = clock_timestamp() + case when v_is_undo then interval '0' else interval '10 minutes' end
    where o.id = v_operation.id returning * into v_operation;
  end if;
  return v_operation;
end
$$;

-- Plans an operation whose rows were added and, unless it is a dry run, takes the first step. Raises numbers_differ, with the numbers of
-- today, unless they are those that the caller expects (D46).
create function private.run_operation(p_operation public.operations, p_dry_run boolean, p_expected jsonb) returns private.operation_result
language plpgsql set search_path = '' as $$
declare
  v_operation public.operations := p_operation;
  v_expected jsonb := '{}';
  v_skipped jsonb;
  v_positions integer[];
begin
  -- A repeated request, or one whose response was lost.
  if v_operation.state <> 'planned' then
    return private.describe_operation(v_operation);
  end if;
  if v_operation.total > 0 then
    v_expected := to_jsonb(private.describe_operation(v_operation));
  end if;
  v_positions := array(select r.position from private.operation_rows as r where r.operation_id = v_operation.id order by r.position);
  -- The rows of the first step cannot change between plan and step.
  if p_dry_run is false then
    perform private.lock_rows(v_operation, v_positions[:500]);
  end if;
  perform private.plan_rows(v_operation, v_positions);
  v_operation := private.count_operation(v_operation.id);
  if p_dry_run is false then
    v_expected := v_expected || coalesce(p_expected, '{}');
    select jsonb_object_agg(s.reason, s.count) into v_skipped
    from (select e ->> 'reason' as reason, sum((e ->> 'count')::integer) as count from jsonb_array_elements(v_expected -> 'skipped') as e
      group by e ->> 'reason') as s;
    if (v_expected ->> 'changed')::integer <> v_operation.remaining
      or (v_expected ->> 'tokens')::bigint <> v_operation.tokens
      or (v_expected ->> 'emails')::integer <> v_operation.emails
      or (v_expected ? 'skipped' and coalesce(v_skipped, '{}') <> coalesce((
        select jsonb_object_agg(s.reason, s.count) from (
          select r.reason, count(*) as count from private.operation_rows as r
          where r.operation_id = v_operation.id and r.state = 'skipped' group by r.reason) as s), '{}'))
    then
      raise exception 'numbers_differ' using errcode = 'PT409', detail = to_jsonb(private.describe_operation(v_operation))::text;
    end if;
    update public.operations as o set state = 'running' where o.id = v_operation.id returning * into v_operation;
    perform private.log_operation(v_operation);
    -- Nothing more is locked now, after the stocks and balances of these rows.
    v_operation := private.step_operation(v_operation, 500);
  end if;
  return private.describe_operation(v_operation);
end
$$;

-- A new operation on the rows `r` of a table that a condition or ids select, at most 20,000 in the order of their ids, or the dry run that
-- `p_expected` names, which must have been of these ids (D52): counted or, unless it is a dry run, begun.
create function private.start_operation(
  p_kind text, p_parameters jsonb, p_content jsonb, p_table text, p_condition text, p_ids text[], p_dry_run boolean, p_expected jsonb,
  p_id_type text default 'uuid'
) returns private.operation_result
language plpgsql set search_path = '' as $$
declare
  v_operation public.operations := private.open_operation(p_kind, p_parameters, jsonb_strip_nulls(p_content), p_expected);
begin
  if p_expected ->> 'operation_id' is null then
    if (p_condition is null) = (p_ids is null) then
      raise exception 'filter_or_ids' using errcode = 'PT422';
    end if;
    execute format(
      'insert into private.operation_rows (operation_id, position, row_id)
      select $1, row_number() over (order by f.id), f.id from (%s limit 20001) as f',
      case when p_ids is null then format('select r.id from %s as r where %s', p_table, p_condition)
        else format('select distinct i.id::%s as id from unnest($2) as i (id)', p_id_type) end)
    using v_operation.id, p_ids;
    if exists (select from private.operation_rows as r where r.operation_id = v_operation.id and r.position > 20000) then
      raise exception 'too_many_rows' using errcode = 'PT413';
    end if;
  elsif p_ids is not null and exists (
    select from unnest(p_ids) as i (id)
    full join (select r.row_id from private.operation_rows as r where r.operation_id = v_operation.id) as p on p.row_id = i.id
    where p.row_id is null or i.id is null)
  then
    raise exception 'numbers_differ' using errcode = 'PT409';
  end if;
  return private.run_operation(v_operation, p_dry_run, p_expected);
end
$$;

create function public.continue_operation(p_operation_id uuid)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language plpgsql rows 1 security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  v_operation public.operations;
begin
  perform private.begin_admin_write();
  select * into v_operation from public.operations as o where o.id = p_operation_id for update;
  if not found then
    raise exception 'operation_not_found' using errcode = 'PT404';
  elsif v_operation.state in ('running', 'undoing') then
    v_operation := private.step_operation(v_operation);
  end if;
  return query select d.* from private.describe_operation(v_operation) as d;
end
$$;
comment on function public.continue_operation is
  'Takes the next step, of up to 500 rows, of an operation or of its undo; one that is finished stays as it is. Admins only (D46).';
grant execute on function public.continue_operation to authenticated;

create function public.undo_operation(p_operation_id uuid)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language plpgsql rows 1 security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  v_operation public.operations;
begin
  perform private.begin_admin_write();
  select * into v_operation from public.operations as o where o.id = p_operation_id for update;
  if not found then
    raise exception 'operation_not_found' using errcode = 'PT404';
  elsif v_operation.actor_id <> auth.uid() then
    raise exception 'not_your_operation' using errcode = 'PT403';
  elsif v_operation.state in ('undoing', 'undone') then
    raise exception 'already_undone' using errcode = 'PT409';
  elsif v_operation.state = 'planned' or v_operation.undo_until <= clock_timestamp() then
    raise exception 'undo_closed' using errcode = 'PT410';
  end if;
  update private.operation_rows as r set state = 'skipped', reason = 'stopped' where r.operation_id = p_operation_id and r.state = 'waiting';
  update public.operations as o set state = 'undoing', position = 0 where o.id = p_operation_id;
  v_operation := private.count_operation(p_operation_id);
  perform private.log_operation(v_operation);
  return query select d.* from private.describe_operation(private.step_operation(v_operation)) as d;
end
$$;
comment on function public.undo_operation is
  'Takes back the caller''s own operation within ten minutes of its end, 500 rows in this call; rows that were still waiting are skipped. '
  'Raises operation_not_found, not_your_operation, already_undone, undo_closed. Admins only (D46).';
grant execute on function public.undo_operation to authenticated;

create function public.operation_rows(
  p_operation_id uuid, p_state text default null, p_after integer default null, p_limit integer default 26
)
returns table ("position" integer, row_id text, label text, state text, reason text, reason_by text, reason_at timestamptz, tokens integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_operation public.operations;
begin
  perform private.require_admin();
  select * into v_operation from public.operations as o where o.id = p_operation_id;
  return query
  select r.position, r.row_id,
    case v_operation.kind
      when 'token_grant' then coalesce((select p.name from public.profiles as p where p.id = r.row_id::uuid), 'Row ' || r.position)
      when 'membership' then coalesce((select p.name from public.profiles as p where p.id = r.row_id::uuid), 'Deleted user')
      when 'code_revocation' then coalesce((
        select c.code from private.codes as c where c.id = r.row_id::uuid and c.kind = v_operation.parameters ->> 'kind'), r.row_id)
      when 'key_quarantine' then coalesce((
        select private.mask_key(k.secret) from private.delivery_keys as k where k.id = r.row_id::bigint), r.row_id)
      when 'benefit_change' then coalesce((select b.name from public.benefits as b where b.id = r.row_id::uuid), 'Deleted Benefit')
      else coalesce((select o.order_number from public.orders as o where o.id = r.row_id::uuid), 'Legacy Order') end,
    r.state, r.reason, p.name, r.reason_at, r.tokens
  from private.operation_rows as r left join public.profiles as p on p.id = r.reason_by
  where r.operation_id = p_operation_id and r.position > coalesce(p_after, 0) and (p_state is null or r.state = p_state)
  order by r.position limit private.page_size(p_limit);
end
$$;
comment on function public.operation_rows is
  'The rows of an operation in one state, or in any, after a position, and how to refer to each. Admins only (D46).';
grant execute on function public.operation_rows to authenticated;

-- What happens when an operation's undo period ends, and to operations that nobody continues (D46).

-- Sends the notifications and deliveries of the next rows of an operation whose undo has closed, each once.
create function private.settle_step(p_operation public.operations, p_limit integer) returns void
language plpgsql set search_path = '' as $$
declare
  v_positions integer[] := array(
    select r.position from private.operation_rows as r
    where r.operation_id = p_operation.id and r.position > p_operation.position and r.state in ('changed', 'kept')
    order by r.position limit p_limit);
begin
  -- No undo from here on, whatever the clock of the caller says.
  update public.operations as o set undo_until = least(o.undo_until, clock_timestamp()),
    position = coalesce(v_positions[cardinality(v_positions)], o.position),
    settled_at = case when v_positions = '{}' then clock_timestamp() end
  where o.id = p_operation.id;
  if v_positions = '{}' then
    delete from private.operation_content as c where c.operation_id = p_operation.id;
  else
    perform private.settle_rows(p_operation, v_positions);
  end if;
end
$$;

-- Settles operations whose undo has closed, a thousand rows of each in one call; deletes dry runs that were not run. What nobody continued
-- for an hour ends: an undo takes its next step, a run stops where it is.
create function private.due_operations(p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_operation public.operations;
begin
  delete from public.operations as o where o.state = 'planned' and o.created_at < p_now - interval '1 hour';
  -- Not while people are being deleted: this transaction already has locks that a deletion waits for.
  if not pg_try_advisory_xact_lock_shared(hashtextextended('private.serialize_deletions', 0)) then
    return;
  end if;
  for v_operation in
    select * from public.operations as o
    where o.settled_at is null and (
      o.state in ('done', 'undone') and o.undo_until <= p_now
      or o.state in ('running', 'undoing') and o.stepped_at <= p_now - interval '1 hour')
    order by o.id for update skip locked
  loop
    if v_operation.state in ('done', 'undone') then
      perform private.settle_step(v_operation, 1000);
    elsif v_operation.state = 'undoing' then
      perform private.step_operation(v_operation);
    else
      update private.operation_rows as r set state = 'skipped', reason = 'stopped' where r.operation_id = v_operation.id and r.state = 'waiting';
      update public.operations as o
      set state = 'done', position = 0, undo_until = clock_timestamp() + interval '10 minutes'
      where o.id = v_operation.id;
      perform private.count_operation(v_operation.id);
    end if;
  end loop;
end
$$;
