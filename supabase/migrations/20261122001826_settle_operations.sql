-- What happens when an operation's undo period ends, and to operations that nobody continues (D46).

create function private.settle_step(p_operation public.operations, p_limit integer)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_to integer;
begin
  -- No undo from here on, whatever the clock of the caller says.
  update public.operations as o set undo_until = least(o.undo_until, clock_timestamp()) where o.id = p_operation.id;
  select max(n.position) into v_to from (
    select r.position from private.operation_rows as r
    where r.operation_id = p_operation.id and r.position > p_operation.position and r.state in ('changed', 'kept')
    order by r.position limit p_limit
  ) as n;
  if v_to is null then
    update public.operations as o set settled_at = clock_timestamp() where o.id = p_operation.id;
    delete from private.operation_content as c where c.operation_id = p_operation.id;
  else
    execute 'select ' || private.operation_call(p_operation, '_settle') using p_operation, p_operation.position + 1, v_to;
    update public.operations as o set position = v_to where o.id = p_operation.id;
  end if;
end
$$;
comment on function private.settle_step(public.operations, integer) is
  'Tells and delivers what waited, of the next rows of an operation whose undo has closed, each once.';

create function private.close_operation(p_operation public.operations)
returns void
language plpgsql set search_path = ''
as $$
begin
  if p_operation.state = 'undoing' then
    perform private.undo_step(p_operation);
    return;
  end if;
  update private.operation_rows as r set state = 'skipped', reason = 'stopped' where r.operation_id = p_operation.id and r.state = 'waiting';
  update public.operations as o
  set state = 'done', position = 0, finished_at = clock_timestamp(), undo_until = clock_timestamp() + interval '10 minutes'
  where o.id = p_operation.id;
  perform private.count_operation(p_operation.id);
end
$$;
comment on function private.close_operation(public.operations) is
  'What nobody continued for an hour ends: an undo takes its next step, a run stops where it is.';

create function private.due_operations(p_now timestamptz)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_operation public.operations;
begin
  delete from private.operation_rows as r using public.operations as o
  where o.id = r.operation_id and o.state = 'planned' and o.created_at < p_now - interval '1 hour';
  delete from private.operation_content as c using public.operations as o
  where o.id = c.operation_id and o.state = 'planned' and o.created_at < p_now - interval '1 hour';
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
    else
      perform private.close_operation(v_operation);
    end if;
  end loop;
end
$$;
comment on function private.due_operations(timestamptz) is
  'Settles operations whose undo has closed, a thousand rows of each in one call; ends those that nobody continues; deletes dry runs '
  'that were not run.';
