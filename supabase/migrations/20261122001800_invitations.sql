-- Invitations: invite codes that were sent to an address, or that a member shares as a link (D42, D43, D44).

-- The mailbox behind the spellings of an address: lower case, without a +tag; for Gmail without dots.
create function private.mailbox_of(p_email text) returns text
language plpgsql immutable strict set search_path = '' as $$
declare
  v_email text := lower(btrim(p_email));
  v_name text := split_part(split_part(v_email, '@', 1), '+', 1);
  v_domain text := split_part(v_email, '@', 2);
begin
  if v_domain in ('gmail.com', 'googlemail.com') then
    return replace(v_name, '.', '') || '@gmail.com';
  end if;
  return v_name || '@' || v_domain;
end
$$;
grant execute on function private.mailbox_of to authenticated, service_role;
create index profiles_mailbox_idx on public.profiles (private.mailbox_of(email));

-- Whether an invitation can be sent to a text: one address, in its plain form.
create function private.is_plain_address(p_text text) returns boolean
language plpgsql immutable strict set search_path = '' as $$
begin
  -- No quotes, comments and lists: `a,b@c` would be sent to two people, and one mailbox would have any number of spellings.
  return char_length(p_text) <= 254
    and p_text ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([A-Za-z0-9-]+\.)+[A-Za-z0-9-]+$';
end
$$;

create table public.invitations (
  code_id uuid primary key,
  source text not null check (source in ('admin', 'member', 'waitlist', 'link')),
  -- Null once the person has been deleted (D12).
  inviter_id uuid,
  email text check (private.is_plain_address(email)),
  message text check (char_length(message) between 1 and 1000),
  -- When this address was entered.
  addressed_at timestamptz not null default now(),
  -- How often an email was queued, and the newest of them in the outbox.
  sends integer not null default 0 check (sends between 0 and 6),
  queued_at timestamptz,
  email_id uuid,
  email_state text check (email_state in ('waiting', 'sent', 'given_up', 'skipped')),
  last_sent_at timestamptz,
  opened_at timestamptz,
  opens integer not null default 0,
  -- What the account starts with; only admins set it. Otherwise the name is typed, the year begins with joining, and the balance is the bonus.
  name text check (char_length(name) <= 120 and private.is_plain_text(name)),
  membership_ends_at timestamptz check (isfinite(membership_ends_at)),
  opening_balance integer check (opening_balance between 25 and 1000000),
  created_at timestamptz not null default now(),
  constraint invitations_carried check (source = 'admin' or num_nonnulls(name, membership_ends_at, opening_balance) = 0),
  constraint invitations_link check (source <> 'link' or num_nonnulls(email, message, queued_at) = 0),
  constraint invitations_opened check ((opened_at is null) = (opens = 0))
);
comment on table public.invitations is
  'One row for each invite code that somebody was invited with; `inviter_id` invited whoever joins. Admins read, the database writes (D42).';
comment on column public.invitations.email is 'The address it was sent to, bound or not; null for a link, and once erased.';
comment on column public.invitations.opening_balance is
  'What the account holds once it is opened: the signup bonus, and an adjustment of the rest (D5). Its code is bound to the address.';
comment on column public.invitations.opened_at is 'When the page was last opened by the link in the email.';
create index invitations_created_at_idx on public.invitations (created_at, code_id);
create index invitations_inviter_idx on public.invitations (inviter_id, created_at);
create index invitations_mailbox_idx on public.invitations (private.mailbox_of(email));
create index invitations_search_idx on public.invitations using gin (lower(coalesce(email, '')) extensions.gin_trgm_ops);
alter table public.invitations enable row level security;
create policy "invitations: admins read" on public.invitations
for select to authenticated using ((select private.is_admin()));
grant select on public.invitations to authenticated;
create trigger invitations_refuse_writes before insert or update or delete on public.invitations
for each row when (current_user <> 'postgres') execute function private.refuse_write();

-- Keys instead of addresses: both outlive what is known about a person.
create table private.invited_mailboxes (
  mailbox_key text primary key,
  code_id uuid not null,
  invited_at timestamptz not null default now()
);
comment on table private.invited_mailboxes is
  'Who was invited in the last 30 days, and with which code: no other invitation is sent to the mailbox (D42).';
create index invited_mailboxes_time_idx on private.invited_mailboxes (invited_at);

create table private.addressed_mailboxes (
  code_id uuid not null,
  mailbox_key text not null,
  addressed_at timestamptz not null default now(),
  primary key (code_id, mailbox_key)
);
comment on table private.addressed_mailboxes is
  'To whom each invitation was addressed in the last 30 days, also before a correction, and whether or not an email was sent: all that its '
  'inviter learns of a mailbox (D42).';
create index addressed_mailboxes_key_idx on private.addressed_mailboxes (mailbox_key);
create index addressed_mailboxes_time_idx on private.addressed_mailboxes (addressed_at);

create table private.suppressed_addresses (mailbox_key text primary key, created_at timestamptz not null default now());
comment on table private.suppressed_addresses is 'Mailboxes of people who do not want invitations (D40).';

-- What a mailbox is remembered by without its address.
create function private.mailbox_key(p_email text) returns text
language plpgsql stable strict set search_path = '' as $$
begin
  return private.sign_text('mailbox ' || private.mailbox_of(p_email));
end
$$;

-- What the link in the email proves: that it was opened by somebody who reads the emails of the address.
create function private.invitation_token(p_code_id uuid, p_email text) returns text
language sql stable strict set search_path = ''
return private.sign_text('invitation ' || p_code_id || ' ' || p_email);

-- A random code, without the characters that are easily confused: 0 O 1 I L (D41).
create function private.random_code(p_length integer) returns text
language plpgsql volatile set search_path = '' as $$
declare
  v_bytes bytea := extensions.gen_random_bytes(2 * p_length);
begin
  return (
    select string_agg(substr('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 1 + (256 * get_byte(v_bytes, 2 * n) + get_byte(v_bytes, 2 * n + 1)) % 31, 1), '')
    from generate_series(0, p_length - 1) as n);
end
$$;

-- Whether an address can be invited: new, or why not: member, suppressed, invited (in the last 30 days), invalid. For admins only: a member
-- is never told (D42).
create function private.address_state(p_email text) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_key text;
begin
  if not coalesce(private.is_plain_address(p_email), false) then
    return 'invalid';
  end if;
  v_key := private.mailbox_key(p_email);
  -- All are looked up, so that the result takes the same time whatever it is.
  return case
    when bool_or(f.state = 'member') then 'member'
    when bool_or(f.state = 'suppressed') then 'suppressed'
    when bool_or(f.state = 'invited') then 'invited'
    else 'new'
  end
  from (
    select 'member' as state from public.profiles as p where private.mailbox_of(p.email) = private.mailbox_of(p_email)
    union all
    select 'suppressed' from private.suppressed_addresses as s where s.mailbox_key = v_key
    union all
    select 'invited' from private.invited_mailboxes as m
    where m.mailbox_key = v_key and m.invited_at > now() - interval '30 days'
  ) as f;
end
$$;

-- Creating invitations, and the email that each sends (D42).

-- Serializes inviting, with one place in the queue for each member. Call it after checking what can be checked without it, and before
-- reading invitations and locking rows.
create function private.lock_invitations() returns void
language plpgsql set search_path = '' as $$
begin
  -- Of a member's calls one waits here, and holds nothing meanwhile that others wait for.
  if not private.is_admin() then
    perform pg_advisory_xact_lock(hashtextextended('private.lock_invitations:' || auth.uid(), 0));
  end if;
  -- In this order: the inviter may be being deleted.
  perform private.wait_for_deletions();
  perform pg_advisory_xact_lock(hashtextextended('private.lock_invitations', 0));
end
$$;

-- Creates a code and an invitation for each address, with an email, or without an address, as a link. It checks nothing: an email to a mailbox
-- that somebody else has invited in the last 30 days, to a member or to a suppressed address is queued and not sent, so that the inviter
-- cannot tell.
create function private.create_invitations(
  p_inviter uuid, p_source text, p_emails text[], p_bound boolean, p_expires_at timestamptz, p_message text,
  p_max_uses integer, p_batch uuid
) returns table (code_id uuid, email text)
language plpgsql set search_path = '' as $$
begin
  return query
  with made as materialized (
    select gen_random_uuid() as id, private.random_code(10) as code, lower(e.email) as email,
      case when e.email is not null then gen_random_uuid() end as email_id
    from unnest(p_emails) as e (email)
  ),
  codes as (
    insert into public.invite_codes (id, code, email, expires_at, max_uses, created_by, batch_id, is_plain)
    select m.id, m.code, case when p_bound then m.email end, p_expires_at, p_max_uses, p_inviter, p_batch, false from made as m
  ),
  claims as (
    insert into private.invited_mailboxes as i (mailbox_key, code_id)
    select distinct on (k.key) k.key, m.id
    from made as m cross join lateral (select private.mailbox_key(m.email) as key) as k
    where m.email is not null order by k.key
    on conflict (mailbox_key) do update set code_id = excluded.code_id, invited_at = now()
    where i.invited_at <= now() - interval '30 days'
  ),
  addressed as (
    insert into private.addressed_mailboxes (code_id, mailbox_key)
    select m.id, private.mailbox_key(m.email) from made as m where m.email is not null
  ),
  emails as (
    insert into private.outbox (id, kind, cause_id)
    select m.email_id, 'invitation', m.id from made as m where m.email is not null
  ),
  -- An admin's invitation ends the waiting; a member's does not, because that would reveal who asked.
  awaited as (
    delete from public.waitlist as w using made as m where p_source = 'admin' and w.mailbox = private.mailbox_of(m.email)
  ),
  invitations as (
    insert into public.invitations (code_id, source, inviter_id, email, message, sends, queued_at, email_id, email_state)
    select m.id, p_source, p_inviter, m.email, case when m.email is not null then p_message end,
      case when m.email is not null then 1 else 0 end, case when m.email is not null then now() end, m.email_id,
      case when m.email is not null then 'waiting' end
    from made as m
  )
  select m.id, m.email from made as m;
end
$$;

-- What an invitation shows, and to whom it goes; null if it is not to be sent: its code is used, revoked or expired, the address belongs to
-- a member, was invited by somebody else, or does not want invitations.
create function private.invitation_email_data(p_code_id uuid) returns jsonb
language sql stable set search_path = ''
return (
  select jsonb_build_object(
    'email', i.email, 'code', c.code, 'token', private.invitation_token(i.code_id, i.email), 'message', i.message,
    'inviter', case when i.source <> 'waitlist' then p.name end, 'asked', i.source = 'waitlist', 'bound', c.email is not null,
    'expires_on', to_char(c.expires_at at time zone 'UTC', 'FMMonth FMDD, YYYY'))
  from public.invitations as i
  join public.invite_codes as c on c.id = i.code_id
  left join public.profiles as p on p.id = i.inviter_id
  where i.code_id = p_code_id and not c.is_used and not c.is_revoked and coalesce(c.expires_at > now(), true)
    and exists (
      select from private.invited_mailboxes as m where m.mailbox_key = private.mailbox_key(i.email) and m.code_id = i.code_id)
    and not exists (select from public.profiles as o where private.mailbox_of(o.email) = private.mailbox_of(i.email))
    and not exists (select from private.suppressed_addresses as s where s.mailbox_key = private.mailbox_key(i.email))
);

-- An invitation is called sent once its newest email was, and not before; the address of a deleted person is forgotten once they were notified
-- (D12, D49).
create function private.outbox_after() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind = 'invitation' then
    update public.invitations as i
    set email_state = coalesce(new.outcome, 'waiting'), last_sent_at = case new.outcome when 'sent' then new.finished_at else i.last_sent_at end
    where i.code_id = new.cause_id and i.email_id = new.id;
  else
    delete from private.farewells where id = new.cause_id;
  end if;
  return null;
end
$$;
create trigger outbox_after after update of outcome on private.outbox
for each row when (new.kind in ('invitation', 'account_deleted') and new.outcome is distinct from old.outcome)
execute function private.outbox_after();

-- Queues the email of an invitation again, instead of one that still waits.
create function private.queue_invitation(p_code_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  v_id uuid := gen_random_uuid();
begin
  -- One that still waits would go to the same address.
  update private.outbox as o set outcome = 'skipped', finished_at = now()
  where o.cause_id = p_code_id and o.outcome is null;
  insert into private.outbox (id, kind, cause_id) values (v_id, 'invitation', p_code_id);
  update public.invitations as i
  set sends = i.sends + 1, queued_at = now(), email_id = v_id, email_state = 'waiting' where i.code_id = p_code_id;
  insert into private.invited_mailboxes as m (mailbox_key, code_id)
  select private.mailbox_key(i.email), i.code_id from public.invitations as i where i.code_id = p_code_id
  on conflict (mailbox_key) do update set code_id = excluded.code_id, invited_at = now()
  where m.invited_at <= now() - interval '30 days';
  insert into private.addressed_mailboxes as a (code_id, mailbox_key)
  select i.code_id, private.mailbox_key(i.email) from public.invitations as i where i.code_id = p_code_id
  on conflict (code_id, mailbox_key) do update set addressed_at = now();
end
$$;

-- Inviting by email: admins up to 500 addresses at once, members within their number of invitations (D42, D43).

-- Whether an email client would show a part of a text as a link.
create function private.has_link(p_text text) returns boolean
language plpgsql immutable strict set search_path = '' as $$
begin
  -- Email clients make a link of any name with a dot, in every script: of letters, marks and emoji, followed by at least two
  -- letters. And of an IP address, and of what begins with a scheme that they know.
  return p_text ~* ('://|([^[:space:][:punct:]]|[_-])[.\u2024\u3002\ufe52\uff0e\uff61][^[:alnum:][:space:][:punct:]]*[[:alpha:]]'
    '[^[:alnum:][:space:][:punct:]]*[[:alpha:]]|[[:digit:]]([.\u2024\u3002\ufe52\uff0e\uff61][[:digit:]]+){3}|'
    '(^|[^[:alnum:]])(mailto|tel|sms|callto|facetime|skype|javascript):[^[:space:]]') collate "und-x-icu";
end
$$;

-- A personal message as it is stored: plain text with line breaks; of a member 300 characters without links (D42).
create function private.invitation_message(p_message text, p_admin boolean) returns text
language plpgsql immutable set search_path = '' as $$
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

-- The lines of a call by their position, addresses in lower case. Raises invalid_rows, too_many_rows, and not_admin where a member sends
-- more than addresses.
create function private.invitation_rows(p_rows jsonb, p_admin boolean)
returns table ("position" integer, email text, name text, membership_ends_at timestamptz, opening_balance integer)
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_rows) is distinct from 'array' then
    raise exception 'invalid_rows' using errcode = 'PT422';
  end if;
  -- A member emails no more addresses in a day (D37).
  if jsonb_array_length(p_rows) > (case when p_admin then 500 else 10 end) then
    raise exception 'too_many_rows' using errcode = 'PT413';
  end if;
  if not p_admin and exists (
    select from jsonb_array_elements(p_rows) as r (value), lateral jsonb_object_keys(case jsonb_typeof(r.value) when 'object' then r.value else '{}' end) as k
    where k <> 'email')
  then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
  begin
    return query
    select r.at::integer, left(lower(private.trim_text(r.line ->> 'email')), 320),
      nullif(normalize(private.trim_text(r.line ->> 'name'), nfc), ''), (r.line ->> 'membership_ends_at')::timestamptz,
      (r.line ->> 'opening_balance')::integer
    from jsonb_array_elements(p_rows) with ordinality as r (line, at);
  exception when data_exception then
    raise exception 'invalid_rows' using errcode = 'PT422';
  end;
end
$$;

-- Whether a person has invited the mailbox in the last 30 days, other than with the invitation `p_except`: all that a member learns of an
-- address, whatever others have done (D42).
create function private.has_invited(p_email text, p_inviter uuid, p_except uuid default null) returns boolean
language sql stable set search_path = ''
return exists (
  select from public.invitations as i
  where private.mailbox_of(i.email) = private.mailbox_of(p_email) and i.inviter_id = p_inviter and i.code_id is distinct from p_except
    and i.addressed_at > now() - interval '30 days'
) or exists (
  -- Also before the invitation was corrected: nothing would be sent to that address again.
  select from private.addressed_mailboxes as a join public.invitations as i on i.code_id = a.code_id
  where a.mailbox_key = private.mailbox_key(p_email) and i.inviter_id = p_inviter and i.code_id is distinct from p_except
    and a.addressed_at > now() - interval '30 days');

-- What becomes of each address. A member learns whom they have invited, and nothing of what others did (D42).
create function private.plan_invitations(p_rows jsonb, p_member uuid) returns table ("position" integer, email text, state text)
language plpgsql stable set search_path = '' as $$
declare
  v_left integer := case when p_member is not null then
    least(private.invitations_left(p_member), private.emails_elsewhere_left(p_member)) end;
begin
  return query
  with lines as (
    -- Looked up for members too, so that it takes the same time.
    select r.position, r.email, private.address_state(r.email) as state,
      row_number() over (partition by private.mailbox_of(r.email) order by r.position) as occurrence
    from private.invitation_rows(p_rows, p_member is null) as r
  ),
  disclosed as (
    select l.position, l.email, case
      when l.state = 'invalid' then 'invalid'
      when l.occurrence > 1 then 'duplicate'
      when p_member is null then l.state
      when private.has_invited(l.email, p_member) then 'invited'
      else 'new' end as state
    from lines as l
  )
  select t.position, t.email, case
    when t.state = 'new' and count(*) filter (where t.state = 'new') over (order by t.position) > v_left then 'over_quota'
    else t.state end
  from disclosed as t order by t.position;
end
$$;

-- Whether the caller invites as an admin or as a member. Raises not_signed_in to others.
create function private.invites_as_admin() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_member() then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  return private.is_admin();
end
$$;

create function public.send_invitations(
  p_rows jsonb, p_message text default null, p_dry_run boolean default true, p_bound boolean default true, p_days integer default 30
) returns table ("position" integer, email text, state text)
language plpgsql rows 500 security definer set search_path = '' as $$
declare
  v_admin boolean := private.invites_as_admin();
  v_bound boolean := p_bound;
  v_days integer := p_days;
  v_message text;
  v_batch uuid := gen_random_uuid();
  v_sent integer;
  v_has_details boolean;
begin
  v_message := private.invitation_message(p_message, v_admin);
  if not v_admin then
    v_bound := true;
    v_days := 30;
  elsif v_bound is null or not coalesce(v_days between 1 and 90, false) then
    raise exception 'invalid_days' using errcode = 'PT422';
  end if;
  -- What sends nothing waits for nobody: a dry run, and a member who may not invite any of these.
  select bool_or(num_nonnulls(r.name, r.membership_ends_at, r.opening_balance) > 0) into v_has_details
  from private.invitation_rows(p_rows, v_admin) as r;
  if v_has_details then
    -- A membership that has not ended, and at least the tokens of every new account.
    if exists (
      select from private.invitation_rows(p_rows, v_admin) as r
      where char_length(r.name) > 120 or not private.is_plain_text(r.name) or r.membership_ends_at <= now()
        or r.membership_ends_at >= now() + interval '100 years' or r.opening_balance not between 25 and 1000000)
    then
      raise exception 'invalid_rows' using errcode = 'PT422';
    end if;
    -- They are meant for one person.
    v_bound := true;
  end if;
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
    -- Blocks sign-ups by the link, so that the remaining invitations can be counted.
    perform from public.invite_codes as c where c.id = private.live_link(auth.uid()) for no key update;
    perform from public.profiles as p where p.id = auth.uid() for no key update;
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
    if v_has_details then
      update public.invitations as i
      set name = r.name, membership_ends_at = r.membership_ends_at, opening_balance = r.opening_balance
      from (
        -- The first of an address was invited.
        select distinct on (l.email) l.* from private.invitation_rows(p_rows, true) as l order by l.email, l.position
      ) as r, public.invite_codes as c
      where c.batch_id = v_batch and i.code_id = c.id and r.email = i.email;
    end if;
    -- The addresses are with the invitations, from where they can be erased (D12).
    perform private.log_change('invitations', v_batch::text, p_action => 'insert',
      p_after => jsonb_build_object('count', v_sent, 'bound', v_bound, 'expires_at', now() + v_days * interval '1 day') || case when v_has_details then
        jsonb_build_object('opening_balances', (
          select coalesce(sum(i.opening_balance), 0) from public.invitations as i join public.invite_codes as c on c.id = i.code_id
          where c.batch_id = v_batch)) else '{}' end);
  end if;
end
$$;
comment on function public.send_invitations is
  'Invites `{email}` by email; of admins also `{name, membership_ends_at, opening_balance}`, with which the account then begins; a dry '
  'run, the default, only says what would happen. Of each: new (invited), or why not: member, invited (in the last 30 days), suppressed, '
  'duplicate, invalid, over_quota. Admins: 500 at once. Members: ten, within their number, always bound and for 30 days, and never told of '
  'others'' invitations, members and suppressed addresses, for whom no email is sent (D42).';
grant execute on function public.send_invitations to authenticated;

-- Resending, correcting and revoking an invitation: by its inviter, the first two also by admins (D42).

-- Locks an invitation that still works, of the caller or, where admins may, of anybody; its code first, as a sign-up does.
create function private.lock_invitation(p_code_id uuid, p_admins boolean) returns public.invitations
language plpgsql set search_path = '' as $$
declare
  v_code public.invite_codes;
  v_invitation public.invitations;
begin
  if not exists (
    select from public.invitations as i where i.code_id = p_code_id and (i.inviter_id = auth.uid() or private.is_admin()))
  then
    raise exception 'invitation_not_found' using errcode = 'PT404';
  end if;
  perform private.lock_invitations();
  select * into v_code from public.invite_codes as c where c.id = p_code_id for no key update;
  select * into v_invitation from public.invitations as i where i.code_id = p_code_id for no key update;
  -- The same for what does not exist and what is somebody else's. What was sent as an admin is for admins: no limit of a member counts it.
  if not coalesce(private.is_member() and (
    v_invitation.inviter_id = auth.uid() and (v_invitation.source in ('member', 'link') or private.is_admin())
    or p_admins and private.is_admin()), false)
  then
    raise exception 'invitation_not_found' using errcode = 'PT404';
  end if;
  if v_code.is_used or v_code.is_revoked or v_code.expires_at <= now() then
    raise exception 'invitation_closed' using errcode = 'PT409';
  end if;
  return v_invitation;
end
$$;

-- An invitation is sent again after 60 seconds, five times in all, and by members within their ten emails a day (D37, D42).
create function private.check_resend(p_invitation public.invitations) returns void
language plpgsql set search_path = '' as $$
declare
  v_wait numeric := ceil(extract(epoch from p_invitation.queued_at + interval '60 seconds' - now()));
begin
  if p_invitation.email is null then
    raise exception 'invitation_not_found' using errcode = 'PT404';
  end if;
  -- Once sent, and five times again.
  if p_invitation.sends >= 6 then
    raise exception 'resent_too_often' using errcode = 'PT409';
  end if;
  if not private.is_admin() then
    perform from public.profiles as p where p.id = auth.uid() for no key update;
    v_wait := case when private.emails_elsewhere_left(auth.uid()) <= 0 then 86400 else v_wait end;
  end if;
  if v_wait > 0 then
    raise exception 'rate_limited' using errcode = 'PT429', detail = v_wait::text;
  end if;
end
$$;

create function public.resend_invitation(p_code_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_invitation public.invitations := private.lock_invitation(p_code_id, true);
begin
  perform private.check_resend(v_invitation);
  perform private.queue_invitation(p_code_id);
  -- Without its address (D12, D29).
  perform private.log_change('invitations', p_code_id::text, jsonb_build_object('sends', v_invitation.sends + 1), '{}')
  where private.is_admin();
end
$$;
comment on function public.resend_invitation is
  'Sends an invitation again. Raises invitation_not_found (to all but inviter and admins), invitation_closed, resent_too_often beyond five '
  'times, rate_limited within 60 seconds (D42).';
grant execute on function public.resend_invitation to authenticated;

create function public.correct_invitation(p_code_id uuid, p_email text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_invitation public.invitations := private.lock_invitation(p_code_id, true);
  v_email text := lower(private.trim_text(p_email));
  v_state text := private.address_state(v_email);
begin
  perform private.check_resend(v_invitation);
  if v_state = 'invalid' then
    raise exception 'invalid_email' using errcode = 'PT422';
  end if;
  if private.mailbox_of(v_email) = private.mailbox_of(v_invitation.email) then
    v_state := 'new';
  elsif not private.is_admin() then
    -- Back to an address that this invitation was sent to before is allowed.
    v_state := case when private.has_invited(v_email, auth.uid(), p_code_id) then 'invited' else 'new' end;
  elsif v_state = 'invited' and exists (
    select from private.invited_mailboxes as m where m.mailbox_key = private.mailbox_key(v_email) and m.code_id = p_code_id)
  then
    v_state := 'new';
  end if;
  if v_state <> 'new' then
    raise exception 'cannot_invite' using errcode = 'PT409', detail = v_state;
  end if;
  update public.invite_codes as c set email = v_email where c.id = p_code_id and c.email is not null;
  update public.invitations as i
  set email = v_email, addressed_at = now(), last_sent_at = null, opened_at = null, opens = 0 where i.code_id = p_code_id;
  -- As in create_invitations().
  delete from public.waitlist as w where private.is_admin() and w.mailbox = private.mailbox_of(v_email);
  perform private.queue_invitation(p_code_id);
  perform private.log_change('invitations', p_code_id::text, '{"corrected": true}', '{}') where private.is_admin();
end
$$;
comment on function public.correct_invitation is
  'Sends an invitation to another address, as one of its five times; the link sent before no longer fills in an address. Raises '
  'invalid_email, cannot_invite (detail as the states of send_invitations), and what resend_invitation raises (D42).';
grant execute on function public.correct_invitation to authenticated;

create function public.revoke_invitation(p_code_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_invitation(p_code_id, false);
  update public.invite_codes as c
  set revoked_at = now(), revoked_by = auth.uid(), revoked_reason = 'Revoked by the inviter' where c.id = p_code_id;
  perform private.log_change('invitations', p_code_id::text, '{"revoked": true}', '{}') where private.is_admin();
end
$$;
comment on function public.revoke_invitation is
  'Revokes an invitation or a link of one''s own, of an admin''s only while they are one, which gives nothing back. Raises '
  'invitation_not_found, invitation_closed (D42).';
grant execute on function public.revoke_invitation to authenticated;

-- Opening an invitation: what the register view shows to whoever has the link (D17, D42).

-- json, and all null on a miss: see public.redeem_code().
create function public.open_invitation(p_code text, p_token text default null)
returns table (ok json, inviter json, email json, bound json, name json, opening_balance json)
language plpgsql rows 1 security definer set search_path = '' as $$
declare
  v_code public.invite_codes;
  v_invitation public.invitations;
begin
  if private.check_invite_code(p_code, private.caller_address()) then
    select * into v_code from public.invite_codes as c where c.code = private.normalize_code(p_code);
    select * into v_invitation from public.invitations as i where i.code_id = v_code.id;
    ok := to_json(true);
    inviter := (
      select to_json(p.name) from public.profiles as p where p.id = v_invitation.inviter_id and v_invitation.source <> 'waitlist');
    if p_token = private.invitation_token(v_invitation.code_id, v_invitation.email) then
      email := to_json(v_invitation.email);
      bound := to_json(v_code.email is not null);
      name := to_json(v_invitation.name);
      opening_balance := to_json(v_invitation.opening_balance);
      -- A reload is not another visit.
      update public.invitations as i set opens = i.opens + 1, opened_at = now()
      where i.code_id = v_code.id and i.email = v_invitation.email
        and coalesce(i.opened_at <= now() - interval '10 minutes', true);
    end if;
  end if;
  return next;
end
$$;
comment on function public.open_invitation is
  'Who invites with a code and, with the token of the emailed link, which address is invited, whether the code is bound to it, and what '
  'the account begins with; records the visit. For everything else all is null, and counts as a miss of validate_invite_code (D10, D42).';
grant execute on function public.open_invitation to anon, authenticated;

-- Searching and counting the invitations that were sent by email, for admins (D20, D42).

-- What is known of an invitation: joined, revoked, expired, opened, sent, or that its email is waiting, given_up or skipped.
create function private.invitation_stage(p_invitation public.invitations, p_code public.invite_codes) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when p_code.is_used then 'joined'
    when p_code.is_revoked then 'revoked'
    when p_code.expires_at <= now() then 'expired'
    when p_invitation.opened_at is not null then 'opened'
    when p_invitation.last_sent_at is not null then 'sent'
    else p_invitation.email_state
  end;
end
$$;

create function public.search_invitations(
  p_search text default null, p_key_value timestamptz default null, p_key_id uuid default null, p_reverse boolean default false,
  p_limit integer default 26
)
returns table (
  code_id uuid, code text, source text, inviter text, email text, bound boolean, message text, state text, sends integer,
  queued_at timestamptz, last_sent_at timestamptz, opened_at timestamptz, opens integer, joined_at timestamptz, joined_id uuid,
  joined_name text, expires_at timestamptz, created_at timestamptz, name text, membership_ends_at timestamptz, opening_balance integer
)
language plpgsql stable rows 26 security definer set search_path = '' as $$
declare
  v_ids uuid[];
begin
  perform private.require_admin();
  v_ids := private.page_ids(
    p_from => '(select i.code_id as id, i.email, i.created_at from public.invitations as i where i.source <> ''link'') as r',
    p_where => 'true',
    p_sort => 'r.created_at',
    p_descending => not coalesce(p_reverse, false),
    p_key => quote_literal(p_key_value) || '::timestamptz',
    p_key_id => case when p_key_value is not null then p_key_id end,
    p_match => case when p_search <> '' then format($hit$lower(coalesce(r.email, '')) like %L$hit$, private.like_pattern(p_search)) end,
    p_limit => private.page_size(p_limit)
  );
  return query
  select i.code_id, c.code, i.source, p.name, i.email, c.email is not null, i.message, private.invitation_stage(i, c), i.sends,
    i.queued_at, i.last_sent_at, i.opened_at, i.opens, c.used_at, c.used_by, u.name, c.expires_at, i.created_at,
    i.name, i.membership_ends_at, i.opening_balance
  from unnest(v_ids) with ordinality as page (id, at)
  join public.invitations as i on i.code_id = page.id
  join public.invite_codes as c on c.id = page.id
  left join public.profiles as p on p.id = i.inviter_id
  left join public.profiles as u on u.id = c.used_by
  order by page.at;
end
$$;
comment on function public.search_invitations is
  'Invitations by email whose address contains a term, newest first, after a key (D20): `state` joined, revoked, expired, opened, sent, '
  'waiting, given_up, or skipped (not sent, as the address is a member''s or does not want it). Admins only (D42).';
grant execute on function public.search_invitations to authenticated;

create function public.invitation_counts(p_search text default null) returns table (total bigint, sent bigint, opened bigint, joined bigint)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select count(*), count(i.last_sent_at), count(*) filter (where i.opened_at is not null or c.is_used), count(*) filter (where c.is_used)
  from public.invitations as i join public.invite_codes as c on c.id = i.code_id
  where i.source <> 'link' and (coalesce(p_search, '') = '' or lower(coalesce(i.email, '')) like private.like_pattern(p_search));
end
$$;
comment on function public.invitation_counts is
  'How many invitations by email there are, or a search finds, how many were sent, how many led to a visit, and how many joined. Admins '
  'only (D42).';
grant execute on function public.invitation_counts to authenticated;
