-- Inviting by email: admins up to 500 addresses at once, members within their number of invitations (D42, D43).

create function private.has_link(p_text text)
returns boolean
language plpgsql immutable strict set search_path = ''
as $$
begin
  -- Email clients make a link of any name with a dot, in every script: of letters, marks and emoji, followed by at least two
  -- letters. And of an IP address, and of what begins with a scheme that they know.
  return p_text ~* ('://|([^[:space:][:punct:]]|[_-])[.\u2024\u3002\uff0e\uff61][^[:alnum:][:space:][:punct:]]*[[:alpha:]]'
    '[^[:alnum:][:space:][:punct:]]*[[:alpha:]]|[[:digit:]]([.\u2024\u3002\uff0e\uff61][[:digit:]]+){3}|'
    '(^|[^[:alnum:]])(mailto|tel|sms|callto|facetime|skype|javascript):[^[:space:]]') collate "und-x-icu";
end
$$;
comment on function private.has_link(text) is 'Whether an email client would show a part of a text as a link.';

create function private.invitation_message(p_message text, p_admin boolean)
returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_message text := nullif(private.trim_text(translate(replace(p_message, E'\r\n', E'\n'), E'\t\r', E' \n')), '');
begin
  -- What joins and colours emoji is harmless.
  if char_length(v_message) > (case when p_admin then 1000 else 300 end)
    or private.has_hidden(translate(v_message, E'\n\u200d\ufe0f', ''))
  then
    raise exception 'invalid_message' using errcode = 'PT422';
  end if;
  if not p_admin and private.has_link(translate(v_message, E'\u200d\ufe0f', '')) then
    raise exception 'message_has_link' using errcode = 'PT422';
  end if;
  return v_message;
end
$$;
comment on function private.invitation_message(text, boolean) is
  'A personal message as it is stored: plain text with line breaks; of a member 300 characters without links (D42).';

create function private.invitation_rows(p_rows jsonb, p_admin boolean)
returns table ("position" integer, email text)
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(p_rows) is distinct from 'array' then
    raise exception 'invalid_rows' using errcode = 'PT422';
  end if;
  -- A member emails no more addresses in a day (D37).
  if jsonb_array_length(p_rows) > (case when p_admin then 500 else 10 end) then
    raise exception 'too_many_rows' using errcode = 'PT413';
  end if;
  return query
  select r.at::integer, left(lower(private.trim_text(case jsonb_typeof(r.value) when 'object' then r.value ->> 'email' end)), 320)
  from jsonb_array_elements(p_rows) with ordinality as r (value, at);
end
$$;
comment on function private.invitation_rows(jsonb, boolean) is 'The addresses of a call, in lower case, by their position. Raises invalid_rows, too_many_rows.';

create function private.own_invitation(p_email text, p_inviter uuid, p_except uuid default null)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from public.invitations as i
    where private.mailbox_of(i.email) = private.mailbox_of(p_email) and i.inviter_id = p_inviter and i.code_id is distinct from p_except
      and i.addressed_at > now() - interval '30 days'
  ) or exists (
    -- Also before the invitation was corrected: nothing would be sent to that address again.
    select from private.addressed_mailboxes as a join public.invitations as i on i.code_id = a.code_id
    where a.mailbox_key = private.mailbox_key(p_email) and i.inviter_id = p_inviter and i.code_id is distinct from p_except
      and a.addressed_at > now() - interval '30 days');
end
$$;
comment on function private.own_invitation(text, uuid, uuid) is
  'Whether a person has invited the mailbox in the last 30 days, other than with the invitation `p_except`: all that a member is told of an '
  'address, whatever others have done (D42).';

create function private.plan_invitations(p_rows jsonb, p_member uuid)
returns table ("position" integer, email text, state text)
language plpgsql stable set search_path = ''
as $$
declare
  v_left integer := case when p_member is not null then
    least(private.invitations_left(p_member), private.elsewhere_left(p_member)) end;
begin
  return query
  with lines as (
    -- For members too, in the same time.
    select r.position, r.email, private.invitation_state(r.email) as state,
      row_number() over (partition by private.mailbox_of(r.email) order by r.position) as occurrence
    from private.invitation_rows(p_rows, p_member is null) as r
  ),
  told as (
    select l.position, l.email, case
      when l.state = 'invalid' then 'invalid'
      when l.occurrence > 1 then 'duplicate'
      when p_member is null then l.state
      when private.own_invitation(l.email, p_member) then 'invited'
      else 'new' end as state
    from lines as l
  )
  select t.position, t.email, case
    when t.state = 'new' and count(*) filter (where t.state = 'new') over (order by t.position) > v_left then 'over_quota'
    else t.state end
  from told as t order by t.position;
end
$$;
comment on function private.plan_invitations(jsonb, uuid) is
  'What becomes of each address. A member is told whom they have invited, and nothing of what others did (D42).';

create function private.invites_as_admin()
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_member() then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  return private.is_admin();
end
$$;
comment on function private.invites_as_admin() is 'Whether the caller invites as an admin or as a member. Raises not_signed_in to others.';

create function private.send_invitations(p_rows jsonb, p_message text, p_dry_run boolean, p_bound boolean, p_days integer)
returns table ("position" integer, email text, state text)
language plpgsql security definer set search_path = ''
as $$
declare
  v_admin boolean := private.invites_as_admin();
  v_bound boolean := p_bound;
  v_days integer := p_days;
  v_message text;
  v_batch uuid := gen_random_uuid();
  v_sent integer;
begin
  v_message := private.invitation_message(p_message, v_admin);
  if not v_admin then
    v_bound := true;
    v_days := 30;
  elsif v_bound is null or not coalesce(v_days between 1 and 90, false) then
    raise exception 'invalid_days' using errcode = 'PT422';
  end if;
  -- What sends nothing waits for nobody: a dry run, and a member who may not invite any of these.
  perform private.invitation_rows(p_rows, v_admin);
  if p_dry_run is not false or not v_admin and not exists (
    select from private.plan_invitations(p_rows, auth.uid()) as p where p.state = 'new')
  then
    return query select * from private.plan_invitations(p_rows, case when not v_admin then auth.uid() end);
    return;
  end if;
  perform private.lock_invitations();
  -- Again: the caller may be deleted or lose the role while waiting (D11).
  if not private.invites_as_admin() and v_admin then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
  if not v_admin then
    perform private.lock_link(auth.uid());
    perform private.lock_elsewhere(auth.uid());
  end if;
  return query
  with plan as materialized (
    select p.position, p.email, p.state from private.plan_invitations(p_rows, case when not v_admin then auth.uid() end) as p
  ),
  sent as materialized (
    select count(*) from private.create_invitations(
      auth.uid(), case when v_admin then 'admin' else 'member' end,
      array(select p.email from plan as p where p.state = 'new' order by p.position),
      v_bound, now() + v_days * interval '1 day', v_message, 1, v_batch)
  )
  select p.position, p.email, p.state from plan as p, sent order by p.position;
  select count(*) into v_sent from public.invite_codes as c where c.batch_id = v_batch;
  if v_admin and v_sent > 0 then
    -- The addresses are with the invitations, from where they can be erased (D12).
    insert into private.audit_log (actor_id, table_name, row_id, action, after)
    values (auth.uid(), 'invitations', v_batch::text, 'insert',
      jsonb_build_object('count', v_sent, 'bound', v_bound, 'expires_at', now() + v_days * interval '1 day'));
  end if;
end
$$;
comment on function private.send_invitations(jsonb, text, boolean, boolean, integer) is 'The invitations behind public.send_invitations().';

create function public.send_invitations(
  p_rows jsonb, p_message text default null, p_dry_run boolean default true, p_bound boolean default true, p_days integer default 30
)
returns table ("position" integer, email text, state text)
language sql rows 500 set search_path = ''
begin atomic
  select s.position, s.email, s.state from private.send_invitations(p_rows, p_message, p_dry_run, p_bound, p_days) as s;
end;
comment on function public.send_invitations(jsonb, text, boolean, boolean, integer) is
  'Invites `{email}` by email; a dry run, the default, only says what would happen. Of each: new (invited), or why not: member, invited '
  '(in the last 30 days), suppressed, duplicate, invalid, over_quota. Admins: 500 at once. Members: ten, within their number, always bound and '
  'for 30 days, and never told of others'' invitations, members and suppressed addresses, for whom no email is sent (D42).';
