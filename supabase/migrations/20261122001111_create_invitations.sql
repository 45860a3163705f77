-- Creating invitations, and the email that each sends (D42).

create function private.lock_invitations()
returns void
language plpgsql set search_path = ''
as $$
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
comment on function private.lock_invitations() is
  'Serializes inviting, with one place in the queue for each member. Call it after checking what can be checked without it, and '
  'before reading invitations and locking rows.';

create function private.create_invitations(
  p_inviter uuid, p_source text, p_emails text[], p_bound boolean, p_expires_at timestamptz, p_message text,
  p_max_uses integer, p_batch uuid
)
returns table (code_id uuid, email text)
language plpgsql set search_path = ''
as $$
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
comment on function private.create_invitations(uuid, text, text[], boolean, timestamptz, text, integer, uuid) is
  'Creates a code, an invitation and an email for each address. It asks nothing: an email to a mailbox that somebody else has '
  'invited in the last 30 days, to a member or to a suppressed address is queued and not sent, so that the inviter cannot tell.';

create function private.create_invitation(
  p_inviter uuid, p_source text, p_email text, p_bound boolean, p_expires_at timestamptz, p_message text,
  p_max_uses integer default 1
)
returns uuid
language plpgsql set search_path = ''
as $$
begin
  return (
    select c.code_id
    from private.create_invitations(
      p_inviter, p_source, array[p_email], p_bound, p_expires_at, p_message, p_max_uses, null) as c);
end
$$;
comment on function private.create_invitation(uuid, text, text, boolean, timestamptz, text, integer) is
  'Creates one invitation, by email or, without an address, as a link, and returns the id of its code.';

create function private.invitation_email_data(p_code_id uuid)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
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
end
$$;
comment on function private.invitation_email_data(uuid) is
  'What an invitation shows, and to whom it goes; null if it is not to be sent: its code is used, revoked or expired, the address '
  'belongs to a member, was invited by somebody else, or does not want invitations.';

create function private.invitation_email_result()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.invitations as i
  set email_state = coalesce(new.outcome, 'waiting'), last_sent_at = case new.outcome when 'sent' then new.finished_at else i.last_sent_at end
  where i.code_id = new.cause_id and i.email_id = new.id;
  return null;
end
$$;
comment on function private.invitation_email_result() is
  'Trigger: an invitation is called sent once its newest email was, and not before.';
create trigger outbox_invitation after update of outcome on private.outbox
for each row when (new.kind = 'invitation' and new.outcome is distinct from old.outcome)
execute function private.invitation_email_result();

create function private.queue_invitation(p_code_id uuid)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_id uuid := gen_random_uuid();
begin
  -- One that still waits would go to the same address.
  update private.outbox as o set outcome = 'skipped', finished_at = now()
  where o.cause_id = p_code_id and o.kind = 'invitation' and o.outcome is null;
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
comment on function private.queue_invitation(uuid) is 'Queues the email of an invitation again, instead of one that still waits.';

create function private.forget_invitations(p_person public.profiles)
returns void
language plpgsql set search_path = ''
as $$
begin
  -- A code that is bound to nobody would let anybody in, also who began to sign up a moment ago.
  update public.invite_codes as c
  set email = null, expires_at = case when c.is_used then c.expires_at else least(c.expires_at, now() - interval '1 minute') end
  from public.invitations as i
  where c.id = i.code_id and c.email is not null and (
    private.mailbox_of(i.email) = private.mailbox_of(p_person.email) or c.used_by = p_person.id);
  update public.invitations as i set email = null, message = null
  where private.mailbox_of(i.email) = private.mailbox_of(p_person.email)
    or i.code_id in (select c.id from public.invite_codes as c where c.used_by = p_person.id);
  update public.invite_codes as c
  set revoked_at = now(), revoked_by = p_person.id, revoked_reason = 'Its member has left'
  from public.invitations as i
  where c.id = i.code_id and i.inviter_id = p_person.id and i.source = 'link' and not c.is_used and not c.is_revoked;
  update public.invitations as i set inviter_id = null, message = null where i.inviter_id = p_person.id;
end
$$;
comment on function private.forget_invitations(public.profiles) is
  'Erases the address of a deleted person from invitations, and what they wrote in theirs; nobody joins by their link any more (D12).';
