-- Opening an invitation: what the register view shows to whoever has the link (D17, D42).

create function private.open_invitation(p_code text, p_token text)
returns table (ok boolean, inviter text, email text, bound boolean)
language plpgsql security definer set search_path = ''
as $$
declare
  v_code public.invite_codes;
  v_invitation public.invitations;
begin
  ok := private.check_invite_code(p_code, private.caller_address());
  if ok then
    select * into v_code from public.invite_codes as c where c.code = private.normalize_code(p_code);
    select * into v_invitation from public.invitations as i where i.code_id = v_code.id;
    inviter := (
      select p.name from public.profiles as p where p.id = v_invitation.inviter_id and v_invitation.source <> 'waitlist');
    if p_token = private.invitation_token(v_invitation.code_id, v_invitation.email) then
      email := v_invitation.email;
      bound := v_code.email is not null;
      -- A reload is not another visit.
      update public.invitations as i set opens = i.opens + 1, opened_at = now()
      where i.code_id = v_code.id and i.email = v_invitation.email
        and coalesce(i.opened_at <= now() - interval '10 minutes', true);
    end if;
  end if;
  return next;
end
$$;
comment on function private.open_invitation(text, text) is 'The row behind public.open_invitation().';

-- json, and all null on a miss: see public.redeem_code().
create function public.open_invitation(p_code text, p_token text default null)
returns table (ok json, inviter json, email json, bound json)
language sql volatile rows 1 set search_path = ''
begin atomic
  select case when o.ok then to_json(o.ok) end, to_json(o.inviter), to_json(o.email), to_json(o.bound)
  from private.open_invitation(p_code, p_token) as o;
end;
comment on function public.open_invitation(text, text) is
  'Who invites with a code and, with the token of the emailed link, which address is invited and whether the code is bound to it; records '
  'the visit. For everything else all is null, and counts as a miss of validate_invite_code (D10, D42).';
