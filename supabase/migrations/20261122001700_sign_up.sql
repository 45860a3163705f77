-- Sign-up: no account exists unless its invite code was used in the same transaction (D9).

create function private.handle_new_user()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_code text := private.normalize_code(new.raw_user_meta_data ->> 'invite_code');
  v_created_at timestamptz := coalesce(new.created_at, now());
  -- Where memberships are paid, it begins with the payment (D61).
  v_member_from timestamptz := case when private.payment_mode() <> 'live' then v_created_at end;
  v_used public.invite_codes;
  v_invited record;
begin
  if new.email is null or new.is_anonymous then
    raise exception 'invalid_invite_code' using errcode = 'PT422';
  end if;
  -- What an admin's invitation carries; the code is checked below, and bound to the address.
  select i.inviter_id, i.name, i.membership_ends_at, i.opening_balance into v_invited
  from public.invite_codes as c join public.invitations as i on i.code_id = c.id
  where c.code = v_code and c.email = lower(new.email);
  v_member_from := case when v_invited.membership_ends_at is null then v_member_from else v_created_at end;
  insert into public.profiles (id, name, email, phone, membership_start_date, membership_end_date, invite_code_used, created_at)
  values (
    new.id,
    -- What a person types is theirs (D59); the form is filled in with the name of the invitation.
    coalesce(nullif(normalize(private.trim_text(new.raw_user_meta_data ->> 'name'), nfc), ''), v_invited.name, ''), new.email,
    nullif(private.trim_text(new.raw_user_meta_data ->> 'phone'), ''), v_member_from,
    coalesce(v_invited.membership_ends_at, v_member_from + interval '1 year'), v_code, v_created_at
  );
  update public.invite_codes as c set uses = c.uses + 1, used_by = new.id, used_at = v_created_at
  where c.code = v_code and not c.is_used and not c.is_revoked and coalesce(c.expires_at > now(), true)
    and coalesce(c.email = lower(new.email), true)
  returning c.* into v_used;
  if not found then
    raise exception 'invalid_invite_code' using errcode = 'PT422';
  end if;
  perform private.record_use(v_used.id, v_used.max_uses, new.id, v_created_at);
  perform private.record_referral(new.id, v_used.id, v_created_at);
  perform private.post_tokens(
    p_account => new.id, p_type => 'signup_bonus', p_amount => 25, p_description => 'Signup bonus', p_at => v_created_at
  );
  if v_invited.opening_balance > 25 then
    perform private.post_tokens(
      p_account => new.id, p_type => 'adjustment', p_amount => v_invited.opening_balance - 25,
      p_description => private.grant_description('adjustment', v_invited.opening_balance - 25), p_actor => v_invited.inviter_id,
      p_reason => 'Opening balance'
    );
  end if;
  return null;
end
$$;
comment on function private.handle_new_user() is
  'Trigger: uses the invite code, creates the profile with what an invitation carries and posts the bonus and the rest of an opening '
  'balance, or there is no account (D5, D9).';
create trigger guildhall_new_user after insert on auth.users
for each row execute function private.handle_new_user();

create function private.check_login_email()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Before an email is sent to the address, and before any other check.
  if exists (select from unnest(array[new.email, new.email_change]) as typed where typed <> '' and not private.is_email(typed)) then
    raise exception 'invalid_email' using errcode = 'PT422';
  end if;
  return new;
end
$$;
comment on function private.check_login_email() is 'Trigger: the email of a login, current and pending, is printable ASCII.';
create trigger guildhall_check_email before insert or update of email, email_change on auth.users
for each row execute function private.check_login_email();

create function private.sync_profile_email()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return null;
end
$$;
comment on function private.sync_profile_email() is 'Trigger: copies a changed login email to the profile.';
create trigger guildhall_changed_email after update of email on auth.users
for each row when (old.email is distinct from new.email) execute function private.sync_profile_email();
create trigger guildhall_serialize before delete or update of email on auth.users
for each statement execute function private.serialize_deletions();

create function private.before_user_created(event jsonb)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user jsonb := event -> 'user';
  v_code text := v_user -> 'user_metadata' ->> 'invite_code';
  -- The client may have written the address, so its misses count apart from those of addresses that nobody can write.
  v_caller text := private.caller_of(event -> 'metadata' ->> 'ip_address');
  -- Not in the clear: a code with a typing error is almost a code.
  v_digest text := encode(sha256(convert_to(coalesce(private.normalize_code(v_code), ''), 'UTF8')), 'hex');
  v_wait text;
begin
  -- Before the code is checked; the trigger would refuse it without a message.
  if v_user ->> 'email' <> '' and not private.is_email(v_user ->> 'email') then
    return jsonb_build_object('error', jsonb_build_object(
      'http_code', 400, 'message', 'This email address has a character that is not allowed.'));
  end if;
  if not coalesce((v_user ->> 'is_anonymous')::boolean, false) then
    perform private.check_attempts('sign_up', v_caller);
    perform private.check_attempts('sign_up_code', v_digest);
    if private.find_invite_code(v_code, coalesce(v_user ->> 'email', '')) then
      return '{}';
    end if;
    perform private.count_attempt('sign_up', v_caller);
    perform private.count_attempt('sign_up_code', v_digest);
    -- Of a code that works, whoever has it may know this much (D42); to count it as a miss keeps them from guessing the address.
    if v_user ->> 'email' <> '' and private.find_invite_code(v_code, null) then
      return jsonb_build_object('error', jsonb_build_object(
        'http_code', 400, 'message', 'This invitation is for another email address.'));
    end if;
  end if;
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 422, 'message', 'This invite code is invalid or already used.'));
exception when sqlstate 'PT429' then
  get stacked diagnostics v_wait = pg_exception_detail;
  return jsonb_build_object('error', jsonb_build_object('http_code', 429, 'message', format(
    'Too many tries. Wait %s, then try again.',
    case when v_wait::numeric > 90 then ceil(v_wait::numeric / 60) || ' minutes' else v_wait || ' seconds' end)));
end
$$;
comment on function private.before_user_created(jsonb) is
  'Hook of hosted Supabase: refuses a sign-up with a message, 422 only for the code, by which the client knows it. It runs outside the sign-up''s transaction, so it marks '
  'nothing as used (D9). Counts misses by the address that the client claims and by the code, each on its own (D10).';
grant execute on function private.before_user_created(jsonb) to supabase_auth_admin;
grant usage on schema private to supabase_auth_admin;
