-- Continuing and undoing operations (D46).

create function private.undo_step(p_operation public.operations)
returns public.operations
language plpgsql set search_path = ''
as $$
declare
  v_operation public.operations := p_operation;
  v_to integer;
begin
  select max(n.position) into v_to from (
    select r.position from private.operation_rows as r
    where r.operation_id = v_operation.id and r.position > v_operation.position and r.state = 'changed'
    order by r.position limit 500
  ) as n;
  if v_to is not null then
    perform set_config('guildhall.operation', v_operation.id::text, true);
    execute 'select ' || private.operation_call(v_operation, '_lock') using v_operation, v_operation.position + 1, v_to;
    execute format($sql$
      update private.operation_rows as r set state = case when u.reason is null then 'undone' else 'kept' end, reason = u.reason,
        undone_at = case when u.reason is null then clock_timestamp() end
      from %s as u where r.operation_id = ($1).id and r.position = u.position
    $sql$, private.operation_call(v_operation, '_undo')) using v_operation, v_operation.position + 1, v_to;
    perform set_config('guildhall.operation', '', true);
  end if;
  update public.operations as o set position = coalesce(v_to, o.position), stepped_at = clock_timestamp() where o.id = v_operation.id;
  v_operation := private.count_operation(v_operation.id);
  if v_operation.remaining = 0 then
    update public.operations as o set state = 'undone', position = 0, undone_at = clock_timestamp(), undo_until = clock_timestamp()
    where o.id = v_operation.id returning * into v_operation;
  end if;
  return v_operation;
end
$$;
comment on function private.undo_step(public.operations) is
  'Takes back the next 500 rows of an operation, which is locked; rows that have changed since, and tokens that were spent, are kept.';

create function private.lock_operation(p_operation_id uuid)
returns public.operations
language plpgsql set search_path = ''
as $$
declare
  v_operation public.operations;
begin
  select * into v_operation from public.operations as o where o.id = p_operation_id for update;
  if not found then
    raise exception 'operation_not_found' using errcode = 'PT404';
  end if;
  return v_operation;
end
$$;
comment on function private.lock_operation(uuid) is 'An operation, locked; raises operation_not_found.';

create function private.continue_operation(p_operation_id uuid)
returns private.operation_result
language plpgsql security definer set search_path = ''
as $$
declare
  v_operation public.operations;
begin
  perform private.begin_admin_write();
  v_operation := private.lock_operation(p_operation_id);
  return private.describe_operation(case v_operation.state
    when 'running' then private.step_operation(v_operation)
    when 'undoing' then private.undo_step(v_operation)
    else v_operation end);
end
$$;
comment on function private.continue_operation(uuid) is 'The step behind public.continue_operation().';

create function private.undo_operation(p_operation_id uuid)
returns private.operation_result
language plpgsql security definer set search_path = ''
as $$
declare
  v_operation public.operations;
begin
  perform private.begin_admin_write();
  v_operation := private.lock_operation(p_operation_id);
  if v_operation.actor_id <> auth.uid() then
    raise exception 'not_your_operation' using errcode = 'PT403';
  elsif v_operation.state in ('undoing', 'undone') then
    raise exception 'already_undone' using errcode = 'PT409';
  elsif v_operation.state = 'planned' or v_operation.undo_until <= clock_timestamp() then
    raise exception 'undo_closed' using errcode = 'PT410';
  end if;
  update private.operation_rows as r set state = 'skipped', reason = 'stopped' where r.operation_id = p_operation_id and r.state = 'waiting';
  update public.operations as o
  set state = 'undoing', position = 0, finished_at = coalesce(o.finished_at, clock_timestamp()) where o.id = p_operation_id;
  v_operation := private.count_operation(p_operation_id);
  perform private.log_operation(v_operation);
  return private.describe_operation(private.undo_step(v_operation));
end
$$;
comment on function private.undo_operation(uuid) is 'The undo behind public.undo_operation().';

create function private.operation_rows_of(p_operation_id uuid, p_state text, p_after integer, p_limit integer)
returns table ("position" integer, row_id text, label text, state text, reason text, reason_by text, reason_at timestamptz, tokens integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_operation public.operations;
  v_positions integer[];
begin
  perform private.require_admin();
  select * into v_operation from public.operations as o where o.id = p_operation_id;
  v_positions := array(
    select r.position from private.operation_rows as r
    where r.operation_id = p_operation_id and r.position > coalesce(p_after, 0) and (p_state is null or r.state = p_state)
    order by r.position limit private.page_size(p_limit));
  if v_positions = '{}' then
    return;
  end if;
  return query execute format($sql$
    select r.position, r.row_id, l.label, r.state, r.reason, p.name, r.reason_at, r.tokens
    from private.operation_rows as r
    left join private.%I($1, $2) as l on l.position = r.position
    left join public.profiles as p on p.id = r.reason_by
    where r.operation_id = ($1).id and r.position = any ($2) order by r.position
  $sql$, v_operation.kind || '_labels') using v_operation, v_positions;
end
$$;
comment on function private.operation_rows_of(uuid, text, integer, integer) is 'The rows behind public.operation_rows().';

create function public.continue_operation(p_operation_id uuid)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language sql rows 1 set search_path = '' set statement_timeout = '30s'
begin atomic
  select r.* from private.continue_operation(p_operation_id) as r;
end;
comment on function public.continue_operation(uuid) is
  'Takes the next step, of up to 500 rows, of an operation or of its undo; one that is finished stays as it is. Admins only (D46).';

create function public.undo_operation(p_operation_id uuid)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language sql rows 1 set search_path = '' set statement_timeout = '30s'
begin atomic
  select r.* from private.undo_operation(p_operation_id) as r;
end;
comment on function public.undo_operation(uuid) is
  'Takes back the caller''s own operation within ten minutes of its end, 500 rows in this call; what was waiting is not done any more. '
  'Raises operation_not_found, not_your_operation, already_undone, undo_closed. Admins only (D46).';

create function public.operation_rows(
  p_operation_id uuid, p_state text default null, p_after integer default null, p_limit integer default 26
)
returns table ("position" integer, row_id text, label text, state text, reason text, reason_by text, reason_at timestamptz, tokens integer)
language sql stable set search_path = ''
begin atomic
  select r.position, r.row_id, r.label, r.state, r.reason, r.reason_by, r.reason_at, r.tokens
  from private.operation_rows_of(p_operation_id, p_state, p_after, p_limit) as r;
end;
comment on function public.operation_rows(uuid, text, integer, integer) is
  'The rows of an operation in one state, or in any, after a position, and how to refer to each. Admins only (D46).';
