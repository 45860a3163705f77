-- Resending, correcting and revoking an invitation: by its inviter, the first two also by admins (D42).

create function private.lock_invitation(p_code_id uuid, p_admins boolean)
returns public.invitations
language plpgsql set search_path = ''
as $$
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
comment on function private.lock_invitation(uuid, boolean) is
  'Locks an invitation that still works, of the caller or, where admins may, of anybody; its code first, as a sign-up does.';

create function private.check_resend(p_invitation public.invitations)
returns void
language plpgsql set search_path = ''
as $$
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
    perform private.lock_elsewhere(auth.uid());
    v_wait := case when private.elsewhere_left(auth.uid()) <= 0 then 86400 else v_wait end;
  end if;
  if v_wait > 0 then
    raise exception 'rate_limited' using errcode = 'PT429', detail = v_wait::text;
  end if;
end
$$;
comment on function private.check_resend(public.invitations) is
  'An invitation is sent again after 60 seconds, five times in all, and by members within their ten emails a day (D37, D42).';

create function private.log_invitation(p_code_id uuid, p_change jsonb)
returns void
language plpgsql set search_path = ''
as $$
begin
  if private.is_admin() then
    insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
    values (auth.uid(), 'invitations', p_code_id::text, 'update', '{}', p_change);
  end if;
end
$$;
comment on function private.log_invitation(uuid, jsonb) is 'Records what an admin did with an invitation, without its address (D12, D29).';

create function private.resend_invitation(p_code_id uuid)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_invitation public.invitations := private.lock_invitation(p_code_id, true);
begin
  perform private.check_resend(v_invitation);
  perform private.queue_invitation(p_code_id);
  perform private.log_invitation(p_code_id, jsonb_build_object('sends', v_invitation.sends + 1));
end
$$;
comment on function private.resend_invitation(uuid) is 'The change behind public.resend_invitation().';

create function public.resend_invitation(p_code_id uuid)
returns void
language sql set search_path = ''
begin atomic
  select private.resend_invitation(p_code_id);
end;
comment on function public.resend_invitation(uuid) is
  'Sends an invitation again. Raises invitation_not_found (to all but inviter and admins), invitation_closed, resent_too_often beyond '
  'five times, rate_limited within 60 seconds (D42).';

create function private.correct_invitation(p_code_id uuid, p_email text)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_invitation public.invitations := private.lock_invitation(p_code_id, true);
  v_email text := lower(private.trim_text(p_email));
  v_state text := private.invitation_state(v_email);
begin
  perform private.check_resend(v_invitation);
  if v_state = 'invalid' then
    raise exception 'invalid_email' using errcode = 'PT422';
  end if;
  if private.mailbox_of(v_email) = private.mailbox_of(v_invitation.email) then
    v_state := 'new';
  elsif not private.is_admin() then
    -- Back to an address that this invitation was sent to before is allowed.
    v_state := case when private.own_invitation(v_email, auth.uid(), p_code_id) then 'invited' else 'new' end;
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
  perform private.queue_invitation(p_code_id);
  perform private.log_invitation(p_code_id, '{"corrected": true}');
end
$$;
comment on function private.correct_invitation(uuid, text) is 'The change behind public.correct_invitation().';

create function public.correct_invitation(p_code_id uuid, p_email text)
returns void
language sql set search_path = ''
begin atomic
  select private.correct_invitation(p_code_id, p_email);
end;
comment on function public.correct_invitation(uuid, text) is
  'Sends an invitation to another address, as one of its five times; the link sent before no longer fills in an address. Raises '
  'invalid_email, cannot_invite (detail as the states of send_invitations), and what resend_invitation raises (D42).';

create function private.revoke_invitation(p_code_id uuid)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_invitation(p_code_id, false);
  update public.invite_codes as c
  set revoked_at = now(), revoked_by = auth.uid(), revoked_reason = 'Revoked by the inviter' where c.id = p_code_id;
  perform private.log_invitation(p_code_id, '{"revoked": true}');
end
$$;
comment on function private.revoke_invitation(uuid) is 'The change behind public.revoke_invitation().';

create function public.revoke_invitation(p_code_id uuid)
returns void
language sql set search_path = ''
begin atomic
  select private.revoke_invitation(p_code_id);
end;
comment on function public.revoke_invitation(uuid) is
  'Revokes an invitation or a link of one''s own, of an admin''s only while they are one, which gives nothing back. Raises invitation_not_found, invitation_closed (D42).';
