-- Operations of kind 'token_grant': tokens for many members, with type and reason (D45, D46).

create function private.grant_problem(p_email text, p_tokens text, p_reason text, p_row_reason text)
returns text
language sql immutable set search_path = ''
begin atomic
  select case
    when not coalesce(private.is_email(p_email), false) then 'invalid_email'
    when not case when p_tokens ~ '^[0-9]{1,7}$' then p_tokens::integer between 1 and 1000000 else false end then 'invalid_tokens'
    when p_row_reason ~ '^\s*[=+\-@＝＋－＠]' then 'formula'
    when coalesce(p_row_reason, p_reason) is null then 'reason_required'
    when char_length(coalesce(p_row_reason, p_reason)) > 200 or not private.is_plain_text(coalesce(p_row_reason, p_reason))
    then 'invalid_reason'
  end;
end;
comment on function private.grant_problem(text, text, text, text) is
  'What is wrong with a line of a grant by itself: null, invalid_email, invalid_tokens (not a whole number from 1 to 1,000,000), '
  'formula (a reason that a spreadsheet would run), reason_required or invalid_reason.';

create function private.add_grants(p_operation public.operations, p_rows jsonb, p_reason text)
returns void
language plpgsql set search_path = ''
as $$
begin
  if jsonb_typeof(p_rows) is distinct from 'array' then
    raise exception 'invalid_rows' using errcode = 'PT422';
  elsif jsonb_array_length(p_rows) > 10000 or octet_length(p_rows::text) > 4000000 then
    raise exception 'import_too_large' using errcode = 'PT413';
  end if;
  with lines as materialized (
    select e.position, lower(private.trim_text(e.line ->> 'email')) as email, e.line ->> 'tokens' as tokens,
      nullif(private.trim_text(e.line ->> 'reason'), '') as reason
    from jsonb_array_elements(p_rows) with ordinality as e (line, position)
  ),
  checked as (
    select l.*, private.grant_problem(l.email, l.tokens, p_reason, l.reason) as wrong from lines as l
  ),
  judged as (
    select c.*, p.id as person, case
      when c.wrong is not null then c.wrong
      when row_number() over (partition by c.email, c.wrong is null order by c.position) > 1 then 'duplicate_line'
      when p.id is null then 'unknown_email' end as problem
    from checked as c left join public.profiles as p on lower(p.email) = c.email
  ),
  added as (
    insert into private.operation_rows (operation_id, position, row_id, input)
    select p_operation.id, j.position, case when j.problem is null then j.person end,
      case when j.problem is null then jsonb_build_object('tokens', j.tokens::integer) else jsonb_build_object('problem', j.problem) end
    from judged as j
  )
  update private.operation_content as c
  set content = c.content || jsonb_build_object('reasons', coalesce((
    select jsonb_object_agg(j.position, j.reason) from judged as j where j.problem is null and j.reason is not null), '{}'))
  where c.operation_id = p_operation.id;
end
$$;
comment on function private.add_grants(public.operations, jsonb, text) is
  'Adds the lines of a grant to an operation, in their order; a line that is wrong by itself, repeats an address or names nobody is skipped.';

create function private.token_grant_lock(p_operation public.operations, p_from integer, p_to integer)
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
comment on function private.token_grant_lock(public.operations, integer, integer) is 'Locks the balances.';

create function private.token_grant_plan(p_operation public.operations, p_from integer, p_to integer)
returns setof private.operation_plan
language sql stable set search_path = ''
begin atomic
  with lines as (
    select r.position, (r.input ->> 'tokens')::integer as tokens, p.id,
      case
        when r.input ? 'problem' then r.input ->> 'problem'
        when p.id is null then 'not_found'
        when p.current_tokens + (r.input ->> 'tokens')::integer > 1000000000 then 'balance_too_large'
      end as reason
    from private.operation_rows as r left join public.profiles as p on p.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position between p_from and p_to
  )
  select l.position, l.reason, null::uuid, null::timestamptz, null::text, case when l.reason is null then l.tokens else 0 end,
    l.reason is null and l.id <> p_operation.actor_id and coalesce(n.by_email, false)
  from lines as l left join public.notification_preferences as n on n.user_id = l.id and n.kind = 'tokens';
end;
comment on function private.token_grant_plan(public.operations, integer, integer) is
  'Which lines grant tokens. A balance that has moved since the dry run is no reason to skip one: tokens are added to it.';

create function private.token_grant_apply(p_operation public.operations, p_positions integer[])
returns table ("position" integer, before jsonb, after jsonb)
language plpgsql set search_path = ''
as $$
declare
  v_content jsonb := (select c.content from private.operation_content as c where c.operation_id = p_operation.id);
begin
  return query
  with posted as (
    insert into public.token_transactions (user_id, transaction_type, amount, description, actor_id, reason)
    select r.row_id::uuid, p_operation.parameters ->> 'type', r.tokens,
      private.grant_description(p_operation.parameters ->> 'type', r.tokens), p_operation.actor_id,
      coalesce(s.reason, v_content ->> 'reason')
    from private.operation_rows as r
    left join jsonb_each_text(v_content -> 'reasons') as s (line, reason) on s.line::integer = r.position
    where r.operation_id = p_operation.id and r.position = any (p_positions)
    returning id, user_id
  )
  select r.position, '{}'::jsonb, jsonb_build_object('entry', t.id)
  from posted as t join private.operation_rows as r on r.row_id = t.user_id::text
  where r.operation_id = p_operation.id and r.position = any (p_positions);
end
$$;
comment on function private.token_grant_apply(public.operations, integer[]) is 'Posts one ledger entry for each line; a member has only one.';

create function private.token_grant_undo(p_operation public.operations, p_from integer, p_to integer)
returns table ("position" integer, reason text)
language plpgsql set search_path = ''
as $$
begin
  return query
  with lines as (
    select r.position, r.tokens, p.id,
      case when p.id is null then 'not_found' when p.current_tokens < r.tokens then 'tokens_spent' end as reason
    from private.operation_rows as r left join public.profiles as p on p.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state = 'changed'
  ),
  returned as (
    insert into public.token_transactions (user_id, transaction_type, amount, description, actor_id, reason)
    select l.id, 'adjustment', -l.tokens, private.grant_description('adjustment', -l.tokens), p_operation.actor_id,
      'The tokens granted before were taken back.'
    from lines as l where l.reason is null
  )
  select l.position, l.reason from lines as l;
end
$$;
comment on function private.token_grant_undo(public.operations, integer, integer) is
  'Takes the tokens back by an adjustment, unless the balance no longer covers them.';

create function private.token_grant_settle(p_operation public.operations, p_from integer, p_to integer)
returns void
language plpgsql set search_path = ''
as $$
begin
  with told as materialized (
    select t.id, t.user_id, t.amount, t.reason, coalesce(n.by_email, false) as by_email,
      private.event_id('tokens_adjusted', t.id, t.user_id, t.created_at) as event_id
    from private.operation_rows as r
    join public.token_transactions as t on t.id = (r.after ->> 'entry')::uuid and t.user_id <> p_operation.actor_id
    left join public.notification_preferences as n on n.user_id = t.user_id and n.kind = 'tokens'
    where r.operation_id = p_operation.id and r.position between p_from and p_to and r.state in ('changed', 'kept')
  ),
  noticed as (
    insert into public.notifications (id, user_id, kind, data)
    select t.event_id, t.user_id, 'tokens_adjusted', jsonb_strip_nulls(jsonb_build_object('tokens', t.amount, 'reason', t.reason))
    from told as t
  )
  insert into private.outbox (id, kind, cause_id, recipient_id)
  select t.event_id, 'tokens_adjusted', t.id, t.user_id from told as t where t.by_email;
end
$$;
comment on function private.token_grant_settle(public.operations, integer, integer) is
  'Tells members of the tokens that they received and kept, by email if they chose that.';

create function private.token_grant_labels(p_operation public.operations, p_positions integer[])
returns table ("position" integer, label text)
language sql stable set search_path = ''
begin atomic
  select r.position, coalesce(p.name, 'Row ' || r.position)
  from private.operation_rows as r left join public.profiles as p on p.id = r.row_id::uuid
  where r.operation_id = p_operation.id and r.position = any (p_positions);
end;
comment on function private.token_grant_labels(public.operations, integer[]) is 'The members, or the numbers of lines that name nobody.';
