-- The engine of operations: dry run, run and continue (D46). Each kind has five functions, which this file calls by name:
--   <kind>_lock(operation, from, to): locks what the rows from..to touch: orders, benefits, profiles, each in the order of their ids
--   <kind>_plan(operation, from, to): the outcome of each row now, regardless of any earlier outcome
--   <kind>_apply(operation, positions): changes these rows, which are locked; returns position, before, after
--   <kind>_undo(operation, from, to): takes back the rows that are 'changed'; returns position and, if it is kept, the reason
--   <kind>_settle(operation, from, to): tells and delivers what waited, of the rows that are 'changed' or 'kept'
--   <kind>_labels(operation, positions): how to refer to these rows; returns position, label

create function private.operation_call(p_operation public.operations, p_function text)
returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return format('private.%I($1, $2, $3)', p_operation.kind || p_function);
end
$$;
comment on function private.operation_call(public.operations, text) is 'The call of a function of the operation''s kind.';

create function private.open_operation(p_kind text, p_parameters jsonb, p_content jsonb, p_expected jsonb)
returns public.operations
language plpgsql set search_path = ''
as $$
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
comment on function private.open_operation(text, jsonb, jsonb, jsonb) is
  'The dry run that `p_expected` names, locked, or a new operation without rows (`total` is 0), which the caller adds. `p_content` is '
  'deleted when the operation is settled.';

create function private.plan_operation(p_operation public.operations, p_from integer, p_to integer)
returns void
language plpgsql set search_path = ''
as $$
begin
  execute format($sql$
    update private.operation_rows as r set
      state = case when p.reason is null and (r.version is null or r.version = p.version) then 'waiting' else 'skipped' end,
      reason = coalesce(p.reason, case when r.version <> p.version then 'changed_since' end),
      reason_by = p.reason_by, reason_at = p.reason_at, version = coalesce(r.version, p.version),
      -- What a step would count alone may depend on rows of other steps.
      tokens = case ($1).state when 'planned' then p.tokens else r.tokens end, email = p.email
    from %s as p
    where r.operation_id = ($1).id and r.position = p.position and (($1).state = 'planned' or r.state = 'waiting')
  $sql$, private.operation_call(p_operation, '_plan')) using p_operation, p_from, p_to;
end
$$;
comment on function private.plan_operation(public.operations, integer, integer) is
  'Decides what becomes of rows: by a dry run, again when it is run, and again, under locks, before they are changed.';

create function private.count_operation(p_operation_id uuid)
returns public.operations
language plpgsql set search_path = ''
as $$
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
comment on function private.count_operation(uuid) is 'Counts the rows of an operation, and returns it.';

create function private.operation_groups(p_operation_id uuid, p_state text)
returns jsonb
language sql stable set search_path = ''
begin atomic
  select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(g)) order by g.count desc, g.reason, g.by), '[]')
  from (
    select r.reason, count(*) as count, p.name as by, min(r.reason_at) as at
    from private.operation_rows as r left join public.profiles as p on p.id = r.reason_by
    where r.operation_id = p_operation_id and r.state = p_state
    group by r.reason, p.id, p.name
  ) as g;
end;
comment on function private.operation_groups(uuid, text) is 'The skipped or kept rows of an operation by reason: reason, count, by, at.';

create function private.status_tokens(p_user_id uuid, p_price integer, p_from text, p_to text)
returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return case when p_user_id is null or p_from = p_to then 0
    when p_to = 'cancelled' then coalesce(p_price, 0) when p_from = 'cancelled' then -coalesce(p_price, 0) else 0 end;
end
$$;
comment on function private.status_tokens(uuid, integer, text, text) is
  'What the member of an order receives when its status changes, or pays if negative, without a credit for lateness (D6).';

create function private.token_moves(p_operation public.operations)
returns jsonb
language plpgsql set search_path = ''
as $$
begin
  if p_operation.state <> 'planned' or p_operation.kind not in ('order_status', 'token_grant') then
    return '[]';
  end if;
  return (
    with moved as (
      select coalesce(o.user_id::text, r.row_id) as member, r.tokens, case p_operation.kind when 'token_grant' then r.tokens
        else private.status_tokens(o.user_id, o.benefit_token_value, o.status, p_operation.parameters ->> 'status') end as without_credit
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
    select coalesce(jsonb_agg(to_jsonb(g) order by g.tokens desc), '[]')
    from (select m.move, sum(m.tokens) as tokens, count(distinct m.member) as members from moves as m group by m.move) as g
  );
end
$$;
comment on function private.token_moves(public.operations) is
  'Which tokens a dry run would move, the most first: move (granted, refunded, charged, or credited for lateness), tokens, members.';

create function private.describe_operation(p_operation public.operations)
returns private.operation_result
-- Not stable: it reads what the expression that calls it has changed.
language plpgsql set search_path = ''
as $$
begin
  return (p_operation.id, p_operation.kind, p_operation.state,
    p_operation.changed + p_operation.kept + case p_operation.state when 'planned' then p_operation.remaining else 0 end,
    private.operation_groups(p_operation.id, 'skipped'), p_operation.tokens, private.token_moves(p_operation), p_operation.emails,
    case p_operation.state when 'planned' then 0 else p_operation.remaining end,
    p_operation.undone, private.operation_groups(p_operation.id, 'kept'), p_operation.created_at, p_operation.undo_until
  )::private.operation_result;
end
$$;
comment on function private.describe_operation(public.operations) is 'What callers are told of an operation.';

create function private.log_operation(p_operation public.operations)
returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  select p_operation.actor_id, 'operations', p_operation.id::text, case p_operation.state when 'undoing' then 'update' else 'insert' end,
    case p_operation.state when 'undoing' then '{"state": "done"}'::jsonb end,
    jsonb_build_object('kind', p_operation.kind, 'parameters', p_operation.parameters, 'state', p_operation.state,
      -- What an undo is to take back is counted as changed and as remaining.
      'rows', case p_operation.state when 'undoing' then p_operation.changed else p_operation.remaining end, 'skipped', p_operation.skipped, 'tokens', p_operation.tokens);
end
$$;
comment on function private.log_operation(public.operations) is
  'The line of an operation, and that of its undo, in the log, when they begin (D29).';

create function private.step_operation(p_operation public.operations, p_last integer default 2147483647)
returns public.operations
language plpgsql set search_path = ''
as $$
declare
  v_operation public.operations := p_operation;
  v_to integer;
  v_positions integer[];
begin
  select max(n.position) into v_to from (
    select r.position from private.operation_rows as r
    where r.operation_id = v_operation.id and r.position > v_operation.position and r.position <= p_last and r.state = 'waiting'
    order by r.position limit 500
  ) as n;
  if v_to is not null then
    perform set_config('guildhall.operation', v_operation.id::text, true);
    execute 'select ' || private.operation_call(v_operation, '_lock') using v_operation, v_operation.position + 1, v_to;
    perform private.plan_operation(v_operation, v_operation.position + 1, v_to);
    v_positions := array(
      select r.position from private.operation_rows as r
      where r.operation_id = v_operation.id and r.position between v_operation.position + 1 and v_to and r.state = 'waiting'
      order by r.position);
    execute format($sql$
      update private.operation_rows as r set state = 'changed', before = a.before, after = a.after, changed_at = clock_timestamp()
      from private.%I($1, $2) as a where r.operation_id = ($1).id and r.position = a.position
    $sql$, v_operation.kind || '_apply') using v_operation, v_positions;
    perform set_config('guildhall.operation', '', true);
  end if;
  update public.operations as o set position = coalesce(v_to, o.position), stepped_at = clock_timestamp() where o.id = v_operation.id;
  v_operation := private.count_operation(v_operation.id);
  if v_operation.remaining = 0 then
    update public.operations as o
    set state = 'done', position = 0, finished_at = clock_timestamp(), undo_until = clock_timestamp() + interval '10 minutes'
    where o.id = v_operation.id returning * into v_operation;
  end if;
  return v_operation;
end
$$;
comment on function private.step_operation(public.operations, integer) is
  'Changes the next 500 rows, up to a position, of a running operation, which is locked, each only if it is unchanged since the plan.';
