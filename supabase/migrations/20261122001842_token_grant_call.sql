-- Calling operations of kind 'token_grant', and what admins are told of large ones (D45).

create function private.grant_tokens(p_rows jsonb, p_type text, p_reason text, p_dry_run boolean, p_expected jsonb)
returns private.operation_result
language plpgsql security definer set search_path = ''
as $$
declare
  v_operation public.operations;
  v_reason text := nullif(private.trim_text(p_reason), '');
  v_lines text := md5(concat_ws('|', p_rows, v_reason));
  v_is_planned boolean := p_expected ->> 'operation_id' is not null;
begin
  perform private.begin_admin_write();
  v_operation := private.open_operation(
    'token_grant', jsonb_build_object('type', private.grant_type(p_type, 1)),
    case when v_is_planned then '{}' else jsonb_strip_nulls(jsonb_build_object('reason', v_reason, 'lines', v_lines)) end,
    p_expected);
  if not v_is_planned then
    perform private.add_grants(v_operation, p_rows, v_reason);
  elsif v_operation.state = 'planned' and v_lines is distinct from (
    select c.content ->> 'lines' from private.operation_content as c where c.operation_id = v_operation.id)
  then
    raise exception 'numbers_differ' using errcode = 'PT409';
  end if;
  return private.run_operation(v_operation, p_dry_run, p_expected);
end
$$;
comment on function private.grant_tokens(jsonb, text, text, boolean, jsonb) is 'The operation behind public.grant_tokens().';

create function public.grant_tokens(
  p_rows jsonb, p_type text, p_reason text default null, p_dry_run boolean default true, p_expected jsonb default null
)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language sql rows 1 set search_path = '' set statement_timeout = '30s'
begin atomic
  select r.* from private.grant_tokens(p_rows, p_type, p_reason, p_dry_run, p_expected) as r;
end;
comment on function public.grant_tokens(jsonb, text, text, boolean, jsonb) is
  'Grants tokens to the members of up to 10,000 lines, each {email, tokens, reason}, as a `purchase` or an `adjustment`; p_reason is that '
  'of lines without one. A dry run, the default, only counts: skipped lines are listed by operation_rows(), whose position is that of '
  'the line. `p_expected` is its result; the lines have to be the same. Admins only (D45, D46).';

create constraint trigger operations_notification after update on public.operations
deferrable initially deferred
for each row when (new.kind = 'token_grant' and new.tokens > 1000 and old.settled_at is null and new.settled_at is not null)
execute function private.admin_notification('large_grants');
