-- Operations of kind 'benefit_change': prices of benefits, and whether they are active (D46).

create function private.benefit_filter(p_filter jsonb)
returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(p_filter) is distinct from 'object' or p_filter - 'search' <> '{}'
    or (p_filter ? 'search' and jsonb_typeof(p_filter -> 'search') <> 'string')
  then
    raise exception 'unknown_filter' using errcode = 'PT400';
  end if;
  return coalesce(format(
    $sql$lower(r.name || E'\n' || r.description) like %L$sql$, private.like_pattern(nullif(p_filter ->> 'search', ''))), 'true');
end
$$;
comment on function private.benefit_filter(jsonb) is
  'The condition of the benefits `r` that the list of admins shows: `search`, in name and description. Raises unknown_filter for anything else.';

create function private.changed_price(p_price integer, p_parameters jsonb)
returns numeric
language sql immutable set search_path = ''
begin atomic
  select case p_parameters ->> 'change'
    when 'price' then (p_parameters ->> 'value')::numeric
    when 'amount' then p_price + (p_parameters ->> 'value')::numeric
    when 'percent' then round(p_price * (100 + (p_parameters ->> 'value')::numeric) / 100)
    else p_price end;
end;
comment on function private.changed_price(integer, jsonb) is 'A price after an operation: in whole tokens, rounded half up.';

create function private.benefit_change_lock(p_operation public.operations, p_from integer, p_to integer)
returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.benefits as b
  where b.id = any (array(
    select r.row_id::uuid from private.operation_rows as r
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('waiting', 'changed')))
  order by b.id for no key update;
end
$$;
comment on function private.benefit_change_lock(public.operations, integer, integer) is 'Locks the benefits.';

create function private.benefit_change_plan(p_operation public.operations, p_from integer, p_to integer)
returns setof private.operation_plan
language sql stable set search_path = ''
begin atomic
  select r.position,
    case
      when b.id is null then 'not_found'
      when p_operation.parameters ->> 'change' = 'active' then
        case when b.is_active and p_operation.parameters -> 'value' = '1' then 'already_active'
          when not b.is_active and p_operation.parameters -> 'value' = '0' then 'already_inactive' end
      when private.changed_price(b.token_value, p_operation.parameters) = b.token_value then 'same_price'
      when private.changed_price(b.token_value, p_operation.parameters) not between 1 and 1000000 then 'price_out_of_range'
    end,
    null::uuid, null::timestamptz, b.updated_at::text, 0, false
  from private.operation_rows as r left join public.benefits as b on b.id = r.row_id::uuid
  where r.operation_id = p_operation.id and r.position between p_from and p_to;
end;
comment on function private.benefit_change_plan(public.operations, integer, integer) is
  'Which benefits change; skipped are those that are so already, and prices that would be less than 1 or more than 1,000,000.';

create function private.benefit_change_apply(p_operation public.operations, p_positions integer[])
returns table ("position" integer, before jsonb, after jsonb)
language plpgsql set search_path = ''
as $$
begin
  return query
  with target as (
    select r.position, b.id, b.token_value, b.is_active
    from private.operation_rows as r join public.benefits as b on b.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position = any (p_positions)
  ),
  changed as (
    update public.benefits as b
    set token_value = private.changed_price(b.token_value, p_operation.parameters),
      is_active = case p_operation.parameters ->> 'change' when 'active' then p_operation.parameters -> 'value' = '1' else b.is_active end
    from target as t where b.id = t.id
    returning b.id, b.token_value, b.is_active, b.updated_at
  )
  select t.position, jsonb_build_object('token_value', t.token_value, 'is_active', t.is_active),
    jsonb_build_object('token_value', c.token_value, 'is_active', c.is_active, 'updated_at', c.updated_at)
  from target as t join changed as c using (id);
end
$$;
comment on function private.benefit_change_apply(public.operations, integer[]) is 'Sets prices or switches.';

create function private.benefit_change_undo(p_operation public.operations, p_from integer, p_to integer)
returns table ("position" integer, reason text)
language plpgsql set search_path = ''
as $$
begin
  return query
  with judged as (
    select r.position, b.id, r.before, case
      when b.id is null then 'not_found'
      when b.updated_at <> (r.after ->> 'updated_at')::timestamptz then 'changed_since' end as reason
    from private.operation_rows as r left join public.benefits as b on b.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state = 'changed'
  ),
  restored as (
    update public.benefits as b
    set token_value = (j.before ->> 'token_value')::integer, is_active = (j.before ->> 'is_active')::boolean
    from judged as j where b.id = j.id and j.reason is null
  )
  select j.position, j.reason from judged as j;
end
$$;
comment on function private.benefit_change_undo(public.operations, integer, integer) is 'Restores benefits that nobody has changed since.';

create function private.benefit_change_settle(p_operation public.operations, p_from integer, p_to integer)
returns void
language sql set search_path = ''
begin atomic
end;
comment on function private.benefit_change_settle(public.operations, integer, integer) is
  'Nothing: whoever waits for a benefit is told once it has been available for ten minutes (D39).';

create function private.benefit_change_labels(p_operation public.operations, p_positions integer[])
returns table ("position" integer, label text)
language sql stable set search_path = ''
begin atomic
  select r.position, coalesce(b.name, 'Deleted Benefit')
  from private.operation_rows as r left join public.benefits as b on b.id = r.row_id::uuid
  where r.operation_id = p_operation.id and r.position = any (p_positions);
end;
comment on function private.benefit_change_labels(public.operations, integer[]) is 'The names of the benefits.';

create function private.change_benefits(
  p_filter jsonb, p_ids uuid[], p_change text, p_value integer, p_dry_run boolean, p_expected jsonb
)
returns private.operation_result
language plpgsql security definer set search_path = ''
as $$
declare
  v_operation public.operations;
begin
  perform private.begin_admin_write();
  if not coalesce(case p_change
    when 'price' then p_value between 1 and 1000000
    when 'amount' then p_value between -1000000 and 1000000
    when 'percent' then p_value between -99 and 1000
    when 'active' then p_value in (0, 1) end, false)
  then
    raise exception 'invalid_change' using errcode = 'PT422';
  end if;
  v_operation := private.open_operation('benefit_change', jsonb_build_object('change', p_change, 'value', p_value), '{}', p_expected);
  if p_expected ->> 'operation_id' is null then
    perform private.add_rows(
      v_operation, 'public.benefits', 'uuid', case when p_filter is not null then private.benefit_filter(p_filter) end, p_ids::text[]);
  end if;
  return private.run_operation(v_operation, p_dry_run, p_expected);
end
$$;
comment on function private.change_benefits(jsonb, uuid[], text, integer, boolean, jsonb) is 'The operation behind public.change_benefits().';

create function public.change_benefits(
  p_filter jsonb default null, p_ids uuid[] default null, p_change text default null, p_value integer default null,
  p_dry_run boolean default true, p_expected jsonb default null
)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language sql rows 1 set search_path = '' set statement_timeout = '30s'
begin atomic
  select r.* from private.change_benefits(p_filter, p_ids, p_change, p_value, p_dry_run, p_expected) as r;
end;
comment on function public.change_benefits(jsonb, uuid[], text, integer, boolean, jsonb) is
  'Changes the benefits of a filter or of these ids: `p_change` is price (to `p_value` tokens), amount (by), percent (by) or active (1 or 0). '
  'A dry run, the default, only counts; `p_expected` is its result. Raises invalid_change. Admins only (D46).';
