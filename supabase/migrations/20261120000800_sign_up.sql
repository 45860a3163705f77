-- The gate (D9): no account exists unless its invite code was consumed in the same transaction.

create function private.handle_new_user()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_code text := private.norm_code(new.raw_user_meta_data ->> 'invite_code');
  v_born timestamptz := coalesce(new.created_at, now());
begin
  if new.email is null or new.is_anonymous then
    raise exception 'invalid_invite_code' using errcode = 'PT422';
  end if;
  begin
    insert into public.profiles (id, name, email, phone, membership_start_date, membership_end_date, invite_code_used, created_at)
    values (
      new.id, private.trim_text(new.raw_user_meta_data ->> 'name'), new.email,
      nullif(private.trim_text(new.raw_user_meta_data ->> 'phone'), ''), v_born, v_born + interval '1 year', v_code, v_born
    );
  exception when check_violation or not_null_violation then
    -- The detail of these errors is the whole row.
    raise exception 'invalid_profile' using errcode = 'PT422';
  end;
  update public.invite_codes set is_used = true, used_by = new.id, used_at = v_born
  where code = v_code and not is_used;
  if not found then
    raise exception 'invalid_invite_code' using errcode = 'PT422';
  end if;
  perform private.post_tokens(
    p_account => new.id, p_type => 'signup_bonus', p_amount => 25, p_description => 'Signup bonus', p_at => v_born
  );
  return null;
end
$$;
comment on function private.handle_new_user() is
  'Trigger: consumes the invite code, makes the profile and pays the bonus, or there is no account (D5, D9).';
create trigger guildhall_new_user after insert on auth.users
for each row execute function private.handle_new_user();

create function private.check_login_email()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Before a mail is sent to the address, and before anything else is looked at.
  if exists (select from unnest(array[new.email, new.email_change]) as typed where typed <> '' and not private.is_email(typed)) then
    raise exception 'invalid_email' using errcode = 'PT422';
  end if;
  return new;
end
$$;
comment on function private.check_login_email() is 'Trigger: a login''s email, and one that it is to change to, is printable ASCII.';
create trigger guildhall_check_email before insert or update of email, email_change on auth.users
for each row execute function private.check_login_email();

create function private.keep_email_in_step()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return null;
end
$$;
comment on function private.keep_email_in_step() is 'Trigger: a changed login e-mail is the profile''s e-mail too.';
create trigger guildhall_changed_email after update of email on auth.users
for each row when (old.email is distinct from new.email) execute function private.keep_email_in_step();

create function private.before_user_created(event jsonb)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user jsonb := event -> 'user';
  v_known boolean;
begin
  -- In words, and before the code is looked at: the trigger would refuse it without any.
  if v_user ->> 'email' <> '' and not private.is_email(v_user ->> 'email') then
    return jsonb_build_object('error', jsonb_build_object(
      'http_code', 422, 'message', 'This email address has a character that is not allowed.'));
  end if;
  v_known := not coalesce((v_user ->> 'is_anonymous')::boolean, false)
    and private.try_invite_code(
      v_user -> 'user_metadata' ->> 'invite_code',
      private.caller_of(event -> 'metadata' ->> 'ip_address'));
  if v_known then
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 422, 'message', 'This invite code is invalid or already used.'));
exception when sqlstate 'PT429' then
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 429, 'message', 'This invite code is invalid or already used.'));
end
$$;
comment on function private.before_user_created(jsonb) is
  'Hook of hosted Supabase: the refusal in words. It runs outside the sign-up''s transaction, so it never consumes (D9).';
