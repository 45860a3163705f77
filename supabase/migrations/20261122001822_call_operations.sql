-- How operations are called: run, continue and undo (D46).

create function private.check_numbers(p_operation public.operations, p_expected jsonb)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_result jsonb;
  v_skipped jsonb;
begin
  v_result := to_jsonb(private.describe_operation(p_operation));
  select jsonb_object_agg(s.reason, s.count) into v_skipped
  from (select e ->> 'reason' as reason, sum((e ->> 'count')::integer) as count from jsonb_array_elements(p_expected -> 'skipped') as e
    group by e ->> 'reason') as s;
  if coalesce((p_expected ->> 'changed')::integer <> p_operation.remaining, false)
    or coalesce((p_expected ->> 'tokens')::bigint <> p_operation.tokens, false)
    or coalesce((p_expected ->> 'emails')::integer <> p_operation.emails, false)
    or (p_expected ? 'skipped' and coalesce(v_skipped, '{}') <> coalesce((
      select jsonb_object_agg(s.reason, s.count) from (
        select r.reason, count(*) as count from private.operation_rows as r
        where r.operation_id = p_operation.id and r.state = 'skipped' group by r.reason) as s), '{}'))
  then
    raise exception 'numbers_differ' using errcode = 'PT409', detail = v_result::text;
  end if;
end
$$;
comment on function private.check_numbers(public.operations, jsonb) is
  'Raises numbers_differ, with the numbers of today, unless they are those that the caller expects (D46).';

create function private.run_operation(p_operation public.operations, p_dry_run boolean, p_expected jsonb)
returns private.operation_result
language plpgsql set search_path = ''
as $$
declare
  v_operation public.operations := p_operation;
  v_expected jsonb := '{}';
begin
  -- A repeated request, or one whose response was lost.
  if v_operation.state <> 'planned' then
    return private.describe_operation(v_operation);
  end if;
  if v_operation.total > 0 then
    v_expected := to_jsonb(private.describe_operation(v_operation));
  end if;
  -- The rows of the first step cannot change between plan and step.
  if p_dry_run is false then
    execute 'select ' || private.operation_call(v_operation, '_lock') using v_operation, 1, 500;
  end if;
  perform private.plan_operation(v_operation, 1, 2147483647);
  v_operation := private.count_operation(v_operation.id);
  if p_dry_run is false then
    perform private.check_numbers(v_operation, v_expected || coalesce(p_expected, '{}'));
    update public.operations as o set state = 'running', started_at = clock_timestamp() where o.id = v_operation.id returning * into v_operation;
    perform private.log_operation(v_operation);
    -- Nothing more is locked now, after the stocks and balances of these rows.
    v_operation := private.step_operation(v_operation, 500);
  end if;
  return private.describe_operation(v_operation);
end
$$;
comment on function private.run_operation(public.operations, boolean, jsonb) is
  'Plans an operation whose rows were added and, unless it is a dry run, compares its numbers with the expected ones and takes the '
  'first step.';
