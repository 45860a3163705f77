-- Operations of kind 'code_revocation': codes that no longer work (D41, D46).

create function private.add_rows(p_operation public.operations, p_table text, p_type text, p_condition text, p_ids text[])
returns void
language plpgsql set search_path = ''
as $$
begin
  if (p_condition is null) = (p_ids is null) then
    raise exception 'filter_or_ids' using errcode = 'PT422';
  end if;
  execute format(
    'insert into private.operation_rows (operation_id, position, row_id)
    select $1, row_number() over (order by f.id), f.id from (%s limit 20001) as f',
    case when p_ids is null then format('select r.id from %s as r where %s', p_table, p_condition)
      else format('select distinct i.id::%s as id from unnest($2) as i (id)', p_type) end)
  using p_operation.id, p_ids;
  perform from private.operation_rows as r where r.operation_id = p_operation.id and r.position > 20000;
  if found then
    raise exception 'too_many_rows' using errcode = 'PT413';
  end if;
end
$$;
comment on function private.add_rows(public.operations, text, text, text, text[]) is
  'Adds the rows `r` of a table that meet a condition, or those with these ids, to an operation, in the order of their ids: at most 20,000.';

create function private.code_filter(p_filter jsonb)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(p_filter) is distinct from 'object' or p_filter - '{search, state, batch}'::text[] <> '{}'
    or exists (select from jsonb_each(p_filter) as f where jsonb_typeof(f.value) <> 'string')
  then
    raise exception 'unknown_filter' using errcode = 'PT400';
  end if;
  return concat_ws(' and ', 'true',
    case when p_filter ? 'state' then private.code_state(p_filter ->> 'state') end,
    case when p_filter ->> 'search' <> '' then
      '(' || format(private.code_match(p_filter ->> 'state'), private.like_pattern(p_filter ->> 'search')) || ')' end,
    'r.batch_id = ' || quote_literal((p_filter ->> 'batch')::uuid) || '::uuid');
exception when data_exception then
  raise exception 'unknown_filter' using errcode = 'PT400', detail = 'batch';
end
$$;
comment on function private.code_filter(jsonb) is
  'The condition of the codes `r` that a list shows: `search`, `state` (available, used, expired, revoked), `batch`. Raises unknown_filter for anything else.';

create view private.codes as
select 'token' as kind, c.id, c.code, private.state_of_code(c.is_used, c.is_revoked, c.expires_at) as state, c.max_uses - c.uses as uses_left,
  c.revoked_at, c.revoked_by, c.token_value from public.redeem_codes as c
union all
select 'invite', c.id, c.code, private.state_of_code(c.is_used, c.is_revoked, c.expires_at), c.max_uses - c.uses,
  c.revoked_at, c.revoked_by, 0 from public.invite_codes as c;
comment on view private.codes is 'Token codes and invite codes.';

create function private.code_revocation_lock(p_operation public.operations, p_from integer, p_to integer)
returns void
language plpgsql set search_path = ''
as $$
begin
  if p_operation.parameters ->> 'kind' = 'invite' then
    -- Before the codes: undo asks whether a member has another link.
    perform private.lock_invitations();
  end if;
  execute format($sql$
    select from public.%I as c
    where c.id = any (array(
      select r.row_id::uuid from private.operation_rows as r
      where r.operation_id = $1 and r.position between $2 and $3 and r.state in ('waiting', 'changed')))
    order by c.id for no key update
  $sql$, private.code_table(p_operation.parameters ->> 'kind')) using p_operation.id, p_from, p_to;
end
$$;
comment on function private.code_revocation_lock(public.operations, integer, integer) is 'Locks the codes.';

create function private.code_revocation_plan(p_operation public.operations, p_from integer, p_to integer)
returns setof private.operation_plan
language sql stable set search_path = ''
begin atomic
  with codes as (
    select r.position, c.*,
      case when c.id is null then 'not_found' when c.state <> 'available' then 'already_' || c.state end as reason
    from private.operation_rows as r
    left join private.codes as c on c.id = r.row_id::uuid and c.kind = p_operation.parameters ->> 'kind'
    where r.operation_id = p_operation.id and r.position between p_from and p_to
  )
  select c.position, c.reason, c.revoked_by, c.revoked_at, null::text, case when c.reason is null then c.token_value * c.uses_left else 0 end, false
  from codes as c;
end;
comment on function private.code_revocation_plan(public.operations, integer, integer) is
  'Which codes are revoked: those that are available. `tokens`: what they would have been worth.';

create function private.code_revocation_apply(p_operation public.operations, p_positions integer[])
returns table ("position" integer, before jsonb, after jsonb)
language plpgsql set search_path = ''
as $$
begin
  return query execute format($sql$
    with changed as (
      update public.%I as c
      set revoked_at = now(), revoked_by = ($1).actor_id,
        revoked_reason = (select t.content ->> 'reason' from private.operation_content as t where t.operation_id = ($1).id)
      from private.operation_rows as r
      where r.operation_id = ($1).id and r.position = any ($2) and c.id = r.row_id::uuid
      returning r.position, c.revoked_at
    )
    select c.position, '{}'::jsonb, jsonb_build_object('revoked_at', c.revoked_at) from changed as c
  $sql$, private.code_table(p_operation.parameters ->> 'kind')) using p_operation, p_positions;
end
$$;
comment on function private.code_revocation_apply(public.operations, integer[]) is 'Revokes codes, in the name of the operation''s author.';

create function private.code_revocation_undo(p_operation public.operations, p_from integer, p_to integer)
returns table ("position" integer, reason text)
language plpgsql set search_path = ''
as $$
begin
  return query execute format($sql$
    with restored as (
      update public.%I as c set revoked_at = null, revoked_by = null, revoked_reason = null
      from private.operation_rows as r
      where r.operation_id = ($1).id and r.position between $2 and $3 and r.state = 'changed'
        and c.id = r.row_id::uuid and c.revoked_at = (r.after ->> 'revoked_at')::timestamptz and not private.is_over_link(c.id)
      returning r.position
    )
    select r.position, case when u.position is null then 'changed_since' end
    from private.operation_rows as r left join restored as u on u.position = r.position
    where r.operation_id = ($1).id and r.position between $2 and $3 and r.state = 'changed'
  $sql$, private.code_table(p_operation.parameters ->> 'kind')) using p_operation, p_from, p_to;
  -- The emails that came due while their codes were revoked.
  update private.outbox as o set outcome = null, finished_at = null, next_attempt_at = now()
  from private.operation_rows as r
  join public.invite_codes as c on c.id = r.row_id::uuid and not c.is_revoked
  join public.invitations as i on i.code_id = c.id
  where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state = 'changed'
    and o.id = i.email_id and o.outcome = 'skipped';
  -- A link admits as many as there are left now.
  perform private.settle_links(i.inviter_id)
  from private.operation_rows as r join public.invitations as i on i.code_id = r.row_id::uuid and i.source = 'link'
  where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state = 'changed' and i.inviter_id is not null;
end
$$;
comment on function private.code_revocation_undo(public.operations, integer, integer) is
  'Makes the codes available again, except for links that would admit more people than their members may invite (D43), and sends the '
  'emails of invitations that were skipped.';

create function private.code_revocation_settle(p_operation public.operations, p_from integer, p_to integer)
returns void
language sql set search_path = ''
begin atomic
end;
comment on function private.code_revocation_settle(public.operations, integer, integer) is 'Notifies nobody.';

create function private.code_revocation_labels(p_operation public.operations, p_positions integer[])
returns table ("position" integer, label text)
language sql stable set search_path = ''
begin atomic
  select r.position, coalesce(c.code, r.row_id)
  from private.operation_rows as r
  left join private.codes as c on c.id = r.row_id::uuid and c.kind = p_operation.parameters ->> 'kind'
  where r.operation_id = p_operation.id and r.position = any (p_positions);
end;
comment on function private.code_revocation_labels(public.operations, integer[]) is 'The codes of these rows.';

create function private.revoke_codes(
  p_kind text, p_filter jsonb, p_ids uuid[], p_reason text, p_dry_run boolean, p_expected jsonb
)
returns private.operation_result
language plpgsql security definer set search_path = ''
as $$
declare
  v_operation public.operations;
  v_table text;
  v_reason text := nullif(btrim(p_reason), '');
begin
  perform private.begin_admin_write();
  v_table := 'public.' || private.code_table(p_kind);
  if p_dry_run is false and (v_reason is null or char_length(v_reason) > 200) then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  v_operation := private.open_operation(
    'code_revocation', jsonb_build_object('kind', p_kind), jsonb_strip_nulls(jsonb_build_object('reason', v_reason)), p_expected);
  if p_expected ->> 'operation_id' is null then
    perform private.add_rows(
      v_operation, v_table, 'uuid', case when p_filter is not null then
        -- Codes of invitations have no list to choose from, but a batch.
        private.code_filter(p_filter) || case when p_filter ? 'batch' then '' else ' and ' || private.code_listed(p_kind) end end,
      p_ids::text[]);
  end if;
  return private.run_operation(v_operation, p_dry_run, p_expected);
end
$$;
comment on function private.revoke_codes(text, jsonb, uuid[], text, boolean, jsonb) is 'The operation behind public.revoke_codes().';

create function public.revoke_codes(
  p_kind text, p_filter jsonb default null, p_ids uuid[] default null, p_reason text default null, p_dry_run boolean default true,
  p_expected jsonb default null
)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language sql rows 1 set search_path = '' set statement_timeout = '30s'
begin atomic
  select r.* from private.revoke_codes(p_kind, p_filter, p_ids, p_reason, p_dry_run, p_expected) as r;
end;
comment on function public.revoke_codes(text, jsonb, uuid[], text, boolean, jsonb) is
  'Revokes the available token or invite codes of a filter or of these ids, for a reason that admins see (reason_required). A dry run, '
  'the default, only counts; `p_expected` is its result. Admins only (D41, D46).';
