-- Operations of kind 'key_quarantine': keys that are put aside, or put back (D31, D46).

create function private.key_filter(p_filter jsonb)
returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_benefit uuid;
  v_term text := lower(coalesce(private.trim_text(p_filter ->> 'search'), ''));
  v_left text := 'r.id in (select a.key_id from private.available_keys as a where a.benefit_id = %1$L)';
  v_held text := 'r.batch_id = any (private.quarantined_batches(%1$L))';
  v_state text;
begin
  if jsonb_typeof(p_filter) is distinct from 'object' or not p_filter ? 'benefit' or p_filter - '{benefit, search, state}'::text[] <> '{}'
    or exists (select from jsonb_each(p_filter) as f where jsonb_typeof(f.value) <> 'string')
  then
    raise exception 'unknown_filter' using errcode = 'PT400';
  end if;
  v_benefit := (p_filter ->> 'benefit')::uuid;
  if p_filter ? 'state' then
    v_state := case p_filter ->> 'state'
      when 'available' then v_left || ' and not ' || v_held
      when 'quarantined' then '(r.quarantined_at is not null or (' || v_held || ' and ' || v_left || '))'
      when 'delivered' then
        'r.quarantined_at is null and r.id in (select d.key_id from private.deliveries as d where d.benefit_id = %1$L)' end;
    if v_state is null then
      raise exception 'unknown_filter' using errcode = 'PT400', detail = 'state';
    end if;
  end if;
  return concat_ws(' and ', format('r.benefit_id = %L', v_benefit), format(v_state, v_benefit),
    case when v_term <> '' then format($sql$(lower(right(r.secret, 4)) = %1$L and private.key_ending(r.secret) = right(r.secret, 4)
      or private.key_ending(r.secret) <> right(r.secret, 4) and lower(private.key_ending(r.secret)) = %1$L or r.id in (
      select d.key_id from private.deliveries as d where d.order_id in (
        select o.id from public.orders as o where o.benefit_id = %2$L and o.search_text like %3$L order by o.created_at desc limit 200)))$sql$,
      v_term, v_benefit, private.like_pattern(v_term)) end);
exception when data_exception then
  raise exception 'unknown_filter' using errcode = 'PT400', detail = 'benefit';
end
$$;
comment on function private.key_filter(jsonb) is
  'The condition of the keys `r` that the list of a benefit shows: `benefit`, `search`, `state`. Raises unknown_filter for anything else.';

create function private.key_quarantine_lock(p_operation public.operations, p_from integer, p_to integer)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_keys bigint[];
begin
  -- Orders that take one of these keys refer to it, which this lock permits.
  v_keys := array(
    select k.id from private.operation_rows as r join private.delivery_keys as k on k.id = r.row_id::bigint
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('waiting', 'changed')
    order by k.id for no key update of k);
  -- Waits for them; once they have committed, the key is handed out. Not for what stays in the pool: orders would find it sold out.
  perform from private.available_keys as a
  where (p_operation.parameters ->> 'aside')::boolean <> (p_operation.state = 'undoing')
    and (a.benefit_id, a.key_id) in (select k.benefit_id, k.id from private.delivery_keys as k where k.id = any (v_keys))
  order by a.key_id for update;
end
$$;
comment on function private.key_quarantine_lock(public.operations, integer, integer) is
  'Locks the keys, and their places in the pool if they are taken out of it.';

create function private.key_quarantine_plan(p_operation public.operations, p_from integer, p_to integer)
returns setof private.operation_plan
language sql stable set search_path = ''
begin atomic
  select r.position,
    case
      when k.id is null then 'not_found'
      when exists (select from private.deliveries as d where d.key_id = k.id) then 'handed_out'
      when b.quarantined_at is not null then 'batch_aside'
      when (k.quarantined_at is not null) = (p_operation.parameters ->> 'aside')::boolean then
        case when k.quarantined_at is null then 'already_available' else 'already_aside' end
    end,
    null::uuid, k.quarantined_at, null::text, 0, false
  from private.operation_rows as r
  left join private.delivery_keys as k on k.id = r.row_id::bigint
  left join private.key_batches as b on b.id = k.batch_id
  where r.operation_id = p_operation.id and r.position between p_from and p_to;
end;
comment on function private.key_quarantine_plan(public.operations, integer, integer) is
  'Which keys are put aside or back: those that were never handed out, and whose batch is not put aside.';

create function private.key_quarantine_move(p_keys bigint[], p_times timestamptz[])
returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.available_keys as a
  where (a.benefit_id, a.key_id) in (
    select k.benefit_id, k.id from unnest(p_keys, p_times) as m (id, at) join private.delivery_keys as k using (id)
    where m.at is not null);
  insert into private.available_keys (benefit_id, key_id, batch_id)
  select k.benefit_id, k.id, k.batch_id from unnest(p_keys, p_times) as m (id, at) join private.delivery_keys as k using (id)
  where m.at is null order by k.id
  on conflict do nothing;
  update private.delivery_keys as k set quarantined_at = m.at from unnest(p_keys, p_times) as m (id, at) where k.id = m.id;
end
$$;
comment on function private.key_quarantine_move(bigint[], timestamptz[]) is
  'Takes keys, which are locked, out of the pool at these times; those without a time are put back.';

create function private.key_quarantine_apply(p_operation public.operations, p_positions integer[])
returns table ("position" integer, before jsonb, after jsonb)
language plpgsql set search_path = ''
as $$
begin
  return query
  with target as materialized (
    select r.position, k.id, k.quarantined_at as before, case when (p_operation.parameters ->> 'aside')::boolean then now() end as after
    from private.operation_rows as r join private.delivery_keys as k on k.id = r.row_id::bigint
    where r.operation_id = p_operation.id and r.position = any (p_positions)
  ),
  moved as materialized (select private.key_quarantine_move(array_agg(t.id), array_agg(t.after)) from target as t)
  select t.position, jsonb_build_object('quarantined_at', t.before), jsonb_build_object('quarantined_at', t.after)
  from target as t, moved;
end
$$;
comment on function private.key_quarantine_apply(public.operations, integer[]) is 'Puts keys aside, or back.';

create function private.key_quarantine_undo(p_operation public.operations, p_from integer, p_to integer)
returns table ("position" integer, reason text)
language plpgsql set search_path = ''
as $$
begin
  return query
  with judged as materialized (
    select r.position, k.id, (r.before ->> 'quarantined_at')::timestamptz as before, case
      when exists (select from private.deliveries as d where d.key_id = k.id) then 'handed_out'
      when k.quarantined_at is distinct from (r.after ->> 'quarantined_at')::timestamptz then 'changed_since' end as reason
    from private.operation_rows as r join private.delivery_keys as k on k.id = r.row_id::bigint
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state = 'changed'
  ),
  moved as materialized (
    select private.key_quarantine_move(array_agg(j.id), array_agg(j.before)) from judged as j where j.reason is null)
  select j.position, j.reason from judged as j, moved;
end
$$;
comment on function private.key_quarantine_undo(public.operations, integer, integer) is
  'Puts keys back, or aside again since when they were, unless they were handed out or moved since.';

create function private.key_quarantine_settle(p_operation public.operations, p_from integer, p_to integer)
returns void
language sql set search_path = ''
begin atomic
  select private.end_shortage(m.benefit_id)
  from (
    select distinct k.benefit_id from private.operation_rows as r join private.delivery_keys as k on k.id = r.row_id::bigint
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state = 'changed'
  ) as m;
end;
comment on function private.key_quarantine_settle(public.operations, integer, integer) is
  'Notifies nobody; a shortage may have ended.';

create function private.due_shortages(p_now timestamptz)
returns void
language sql set search_path = ''
begin atomic
  select private.end_shortage(d.benefit_id) from private.benefit_delivery as d where d.low_since is not null order by d.benefit_id;
  select private.begin_shortage(b.id) from public.benefits as b
  where b.delivery_method = 'key' and (
    exists (select from private.deliveries as d where d.benefit_id = b.id and d.key_id is not null)
    or exists (select from private.delivery_keys as k where k.benefit_id = b.id and k.quarantined_at is not null))
    and not exists (
      select from public.operations as o
      cross join lateral (
        select from private.operation_rows as r join private.delivery_keys as k on k.id = r.row_id::bigint
        where r.operation_id = o.id and k.benefit_id = b.id limit 1
      ) as moved
      where o.kind = 'key_quarantine' and o.state <> 'planned' and o.settled_at is null)
  order by b.id;
end;
comment on function private.due_shortages(timestamptz) is
  'Notes what begin_shortage() could not: two orders at once take the last keys, each without seeing the other, and an operation '
  'puts keys aside, once it can no longer be undone. A pool that no key has left is not short, but new. Ends what an undo has ended (D31, D46).';

create function private.key_quarantine_labels(p_operation public.operations, p_positions integer[])
returns table ("position" integer, label text)
language sql stable set search_path = ''
begin atomic
  select r.position, coalesce(private.mask_key(k.secret), r.row_id)
  from private.operation_rows as r left join private.delivery_keys as k on k.id = r.row_id::bigint
  where r.operation_id = p_operation.id and r.position = any (p_positions);
end;
comment on function private.key_quarantine_labels(public.operations, integer[]) is 'The keys, masked.';

create function private.set_keys_aside(p_filter jsonb, p_ids bigint[], p_aside boolean, p_dry_run boolean, p_expected jsonb)
returns private.operation_result
language plpgsql security definer set search_path = ''
as $$
declare
  v_operation public.operations;
begin
  perform private.begin_admin_write();
  v_operation := private.open_operation('key_quarantine', jsonb_build_object('aside', coalesce(p_aside, true)), '{}', p_expected);
  if p_expected ->> 'operation_id' is null then
    perform private.add_rows(
      v_operation, 'private.delivery_keys', 'bigint', case when p_filter is not null then private.key_filter(p_filter) end, p_ids::text[]);
  end if;
  return private.run_operation(v_operation, p_dry_run, p_expected);
end
$$;
comment on function private.set_keys_aside(jsonb, bigint[], boolean, boolean, jsonb) is 'The operation behind public.set_keys_aside().';

create function public.set_keys_aside(
  p_filter jsonb default null, p_ids bigint[] default null, p_aside boolean default true, p_dry_run boolean default true,
  p_expected jsonb default null
)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language sql rows 1 set search_path = '' set statement_timeout = '30s'
begin atomic
  select r.* from private.set_keys_aside(p_filter, p_ids, p_aside, p_dry_run, p_expected) as r;
end;
comment on function public.set_keys_aside(jsonb, bigint[], boolean, boolean, jsonb) is
  'Puts keys that were never handed out aside, or back into the pool: those of a filter or with these ids. A dry run, the default, only '
  'counts; `p_expected` is its result. Admins only (D31, D46).';
