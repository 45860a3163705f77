-- Operations of kind 'membership': longer memberships (D45, D46).

create function private.person_filter(p_filter jsonb)
returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(p_filter) is distinct from 'object' or p_filter - 'search' <> '{}'
    or (p_filter ? 'search' and jsonb_typeof(p_filter -> 'search') <> 'string')
  then
    raise exception 'unknown_filter' using errcode = 'PT400';
  end if;
  return coalesce(
    format($sql$lower(r.name || E'\n' || r.email) like %L$sql$, private.like_pattern(nullif(p_filter ->> 'search', ''))), 'true');
end
$$;
comment on function private.person_filter(jsonb) is
  'The condition of the people `r` that the list of users shows: `search`, in name and email. Raises unknown_filter for anything else.';

create function private.add_people(p_operation public.operations, p_filter jsonb, p_ids uuid[])
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
    case when p_ids is null then 'select r.id from public.profiles as r where ' || private.person_filter(p_filter)
      else 'select distinct i.id from unnest($2) as i (id)' end)
  using p_operation.id, p_ids;
  perform from private.operation_rows as r where r.operation_id = p_operation.id and r.position > 20000;
  if found then
    raise exception 'too_many_rows' using errcode = 'PT413';
  end if;
end
$$;
comment on function private.add_people(public.operations, jsonb, uuid[]) is
  'Adds the people of a filter or these people to an operation, in the order of their ids: at most 20,000.';

create function private.membership_lock(p_operation public.operations, p_from integer, p_to integer)
returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.profiles as p
  where p.id = any (array(
    select r.row_id::uuid from private.operation_rows as r
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('waiting', 'changed')))
  order by p.id for no key update;
end
$$;
comment on function private.membership_lock(public.operations, integer, integer) is 'Locks the people.';

create function private.membership_plan(p_operation public.operations, p_from integer, p_to integer)
returns setof private.operation_plan
language sql stable set search_path = ''
begin atomic
  with people as (
    select r.position, p.id, p.membership_end_date,
      case when p.id is null then 'not_found' when p.membership_end_date is null then 'no_end' end as reason
    from private.operation_rows as r left join public.profiles as p on p.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position between p_from and p_to
  )
  select p.position, p.reason, null::uuid, null::timestamptz, extract(epoch from p.membership_end_date)::text, 0,
    p.reason is null and p.id <> p_operation.actor_id and coalesce(n.by_email, true)
  from people as p left join public.notification_preferences as n on n.user_id = p.id and n.kind = 'membership';
end;
comment on function private.membership_plan(public.operations, integer, integer) is
  'Which memberships are extended: all that end; one that somebody else extended since the dry run is skipped.';

create function private.membership_apply(p_operation public.operations, p_positions integer[])
returns table ("position" integer, before jsonb, after jsonb)
language plpgsql set search_path = ''
as $$
begin
  return query
  with target as (
    select r.position, p.id, p.membership_end_date as ended
    from private.operation_rows as r join public.profiles as p on p.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position = any (p_positions)
  ),
  changed as (
    update public.profiles as p
    set membership_end_date = greatest(p.membership_end_date, now()) + (p_operation.parameters ->> 'months')::integer * interval '1 month'
    from target as t where p.id = t.id
    returning p.id, p.membership_end_date
  )
  select t.position, jsonb_build_object('ends_at', t.ended), jsonb_build_object('ends_at', c.membership_end_date)
  from target as t join changed as c using (id);
end
$$;
comment on function private.membership_apply(public.operations, integer[]) is 'Adds months from the end, or from today if that has passed.';

create function private.membership_undo(p_operation public.operations, p_from integer, p_to integer)
returns table ("position" integer, reason text)
language plpgsql set search_path = ''
as $$
begin
  return query
  with people as (
    select r.position, p.id, (r.before ->> 'ends_at')::timestamptz as ended, case
      when p.id is null then 'not_found'
      when p.membership_end_date is distinct from (r.after ->> 'ends_at')::timestamptz then 'changed_since' end as reason
    from private.operation_rows as r left join public.profiles as p on p.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state = 'changed'
  ),
  restored as (
    update public.profiles as p set membership_end_date = o.ended from people as o where p.id = o.id and o.reason is null
  )
  select p.position, p.reason from people as p;
end
$$;
comment on function private.membership_undo(public.operations, integer, integer) is 'Restores the end of memberships that nobody has changed since.';

create function private.membership_settle(p_operation public.operations, p_from integer, p_to integer)
returns void
language plpgsql set search_path = ''
as $$
begin
  with told as materialized (
    select p.id, r.after -> 'ends_at' as ends_at, coalesce(n.in_app, true) as in_app, coalesce(n.by_email, true) as by_email,
      private.event_id('membership_extended', p_operation.id, p.id, r.changed_at) as event_id
    from private.operation_rows as r
    join public.profiles as p on p.id = r.row_id::uuid and p.id <> p_operation.actor_id
    left join public.notification_preferences as n on n.user_id = p.id and n.kind = 'membership'
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('changed', 'kept')
  ),
  noticed as (
    insert into public.notifications (id, user_id, kind, data)
    select t.event_id, t.id, 'membership_extended', jsonb_build_object('ends_at', t.ends_at) from told as t where t.in_app
  )
  insert into private.outbox (id, kind, cause_id, recipient_id)
  select t.event_id, 'membership_extended', p_operation.id, t.id from told as t where t.by_email;
end
$$;
comment on function private.membership_settle(public.operations, integer, integer) is 'Tells members until when their membership was extended.';

create function private.membership_labels(p_operation public.operations, p_positions integer[])
returns table ("position" integer, label text)
language sql stable set search_path = ''
begin atomic
  select r.position, coalesce(p.name, 'Deleted user')
  from private.operation_rows as r left join public.profiles as p on p.id = r.row_id::uuid
  where r.operation_id = p_operation.id and r.position = any (p_positions);
end;
comment on function private.membership_labels(public.operations, integer[]) is 'The names of the members.';

create function private.extend_memberships(p_filter jsonb, p_ids uuid[], p_months integer, p_dry_run boolean, p_expected jsonb)
returns private.operation_result
language plpgsql security definer set search_path = ''
as $$
declare
  v_operation public.operations;
begin
  perform private.begin_admin_write();
  if not coalesce(p_months between 1 and 60, false) then
    raise exception 'invalid_months' using errcode = 'PT422';
  end if;
  v_operation := private.open_operation('membership', jsonb_build_object('months', p_months), '{}', p_expected);
  if p_expected ->> 'operation_id' is null then
    perform private.add_people(v_operation, p_filter, p_ids);
  end if;
  return private.run_operation(v_operation, p_dry_run, p_expected);
end
$$;
comment on function private.extend_memberships(jsonb, uuid[], integer, boolean, jsonb) is 'The operation behind public.extend_memberships().';

create function public.extend_memberships(
  p_filter jsonb default null, p_ids uuid[] default null, p_months integer default null, p_dry_run boolean default true,
  p_expected jsonb default null
)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language sql rows 1 set search_path = '' set statement_timeout = '30s'
begin atomic
  select r.* from private.extend_memberships(p_filter, p_ids, p_months, p_dry_run, p_expected) as r;
end;
comment on function public.extend_memberships(jsonb, uuid[], integer, boolean, jsonb) is
  'Extends the memberships of the people of a filter or of these people by 1 to 60 months, from the end or, if that has passed, from '
  'today. A dry run, the default, only counts; `p_expected` is its result. Admins only (D45, D46).';
