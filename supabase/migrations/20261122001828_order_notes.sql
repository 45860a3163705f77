-- Notes that operations write on many orders, and operations of kind 'order_note' (D46).

create function private.add_orders(p_operation public.operations, p_filter jsonb, p_ids uuid[])
returns void
language plpgsql set search_path = ''
as $$
begin
  if (p_filter is null) = (p_ids is null) then
    raise exception 'filter_or_ids' using errcode = 'PT422';
  end if;
  execute format(
    'insert into private.operation_rows (operation_id, position, row_id)
    select $1, row_number() over (order by f.id), f.id from (%s limit 20001) as f',
    case when p_ids is null then 'select r.id from public.orders as r where ' || private.order_filter(p_filter)
      else 'select distinct i.id from unnest($2) as i (id)' end)
  using p_operation.id, p_ids;
  perform from private.operation_rows as r where r.operation_id = p_operation.id and r.position > 20000;
  if found then
    raise exception 'too_many_rows' using errcode = 'PT413';
  end if;
end
$$;
comment on function private.add_orders(public.operations, jsonb, uuid[]) is
  'Adds the orders of a filter or these orders to an operation, in the order of their ids: at most 20,000.';

create function private.check_note(p_note text)
returns void
language plpgsql set search_path = ''
as $$
begin
  if not coalesce(char_length(private.trim_text(p_note)) <= 2000 and private.has_visible(p_note), true) then
    raise exception 'invalid_note' using errcode = 'PT422';
  end if;
end
$$;
comment on function private.check_note(text) is 'Raises invalid_note for a note that is blank or too long.';

create function private.write_notes(p_operation public.operations, p_positions integer[])
returns void
language plpgsql set search_path = ''
as $$
declare
  v_note text := (select private.trim_text(c.content ->> 'note') from private.operation_content as c where c.operation_id = p_operation.id);
begin
  -- In the order of their ids, as each locks a row of the desk.
  insert into public.order_notes (order_id, author_id, body, operation_id)
  select r.row_id::uuid, p_operation.actor_id, v_note, p_operation.id
  from private.operation_rows as r
  where v_note is not null and r.operation_id = p_operation.id and r.position = any (p_positions)
  order by r.row_id::uuid;
end
$$;
comment on function private.write_notes(public.operations, integer[]) is 'Writes the note of an operation, if it has one, on these orders.';

create function private.order_note_lock(p_operation public.operations, p_from integer, p_to integer)
returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.order_desk as d
  where d.order_id = any (array(
    select r.row_id::uuid from private.operation_rows as r
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('waiting', 'changed')))
  order by d.order_id for no key update;
end
$$;
comment on function private.order_note_lock(public.operations, integer, integer) is 'Locks where the notes of the orders are counted.';

create function private.order_note_plan(p_operation public.operations, p_from integer, p_to integer)
returns setof private.operation_plan
language sql stable set search_path = ''
begin atomic
  select r.position, case when o.id is null then 'not_found' end, null::uuid, null::timestamptz, null::text, 0, false
  from private.operation_rows as r left join public.orders as o on o.id = r.row_id::uuid
  where r.operation_id = p_operation.id and r.position between p_from and p_to;
end;
comment on function private.order_note_plan(public.operations, integer, integer) is 'Every order can have a note.';

create function private.order_note_apply(p_operation public.operations, p_positions integer[])
returns table ("position" integer, before jsonb, after jsonb)
language plpgsql set search_path = ''
as $$
begin
  perform private.write_notes(p_operation, p_positions);
  return query select p.position, null::jsonb, null::jsonb from unnest(p_positions) as p (position);
end
$$;
comment on function private.order_note_apply(public.operations, integer[]) is 'Writes the note on orders.';

create function private.order_note_undo(p_operation public.operations, p_from integer, p_to integer)
returns table ("position" integer, reason text)
language plpgsql set search_path = ''
as $$
begin
  return query
  with erased as (
    delete from public.order_notes as n using private.operation_rows as r
    where n.operation_id = p_operation.id and r.operation_id = p_operation.id and r.position between p_from and p_to
      and r.state = 'changed' and n.order_id = r.row_id::uuid
  )
  select r.position, null::text from private.operation_rows as r
  where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state = 'changed';
end
$$;
comment on function private.order_note_undo(public.operations, integer, integer) is 'Deletes the note, which nobody can have changed.';

create function private.order_note_settle(p_operation public.operations, p_from integer, p_to integer)
returns void
language sql set search_path = ''
begin atomic
end;
comment on function private.order_note_settle(public.operations, integer, integer) is 'Notifies nobody.';

create function private.order_labels(p_operation public.operations, p_positions integer[])
returns table ("position" integer, label text)
language sql stable set search_path = ''
begin atomic
  select r.position, coalesce(o.order_number, 'Legacy Order')
  from private.operation_rows as r left join public.orders as o on o.id = r.row_id::uuid
  where r.operation_id = p_operation.id and r.position = any (p_positions);
end;
comment on function private.order_labels(public.operations, integer[]) is 'The numbers of the orders.';

create function private.order_note_labels(p_operation public.operations, p_positions integer[])
returns table ("position" integer, label text)
language sql stable set search_path = ''
begin atomic
  select l.position, l.label from private.order_labels(p_operation, p_positions) as l;
end;
comment on function private.order_note_labels(public.operations, integer[]) is 'The numbers of the orders.';

create function private.note_orders(p_filter jsonb, p_ids uuid[], p_note text, p_dry_run boolean, p_expected jsonb)
returns private.operation_result
language plpgsql security definer set search_path = ''
as $$
declare
  v_operation public.operations;
begin
  perform private.begin_admin_write();
  perform private.check_note(coalesce(p_note, case when p_dry_run is false then '' end));
  v_operation := private.open_operation('order_note', '{}', jsonb_strip_nulls(jsonb_build_object('note', p_note)), p_expected);
  if p_expected ->> 'operation_id' is null then
    perform private.add_orders(v_operation, p_filter, p_ids);
  end if;
  return private.run_operation(v_operation, p_dry_run, p_expected);
end
$$;
comment on function private.note_orders(jsonb, uuid[], text, boolean, jsonb) is 'The operation behind public.note_orders().';

create function public.note_orders(
  p_filter jsonb default null, p_ids uuid[] default null, p_note text default null, p_dry_run boolean default true,
  p_expected jsonb default null
)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language sql rows 1 set search_path = '' set statement_timeout = '30s'
begin atomic
  select r.* from private.note_orders(p_filter, p_ids, p_note, p_dry_run, p_expected) as r;
end;
comment on function public.note_orders(jsonb, uuid[], text, boolean, jsonb) is
  'Writes an internal note on the orders of a filter or on these orders; a dry run, the default, only counts, and needs no note. Admins '
  'only (D46).';
