-- The second factor (D54): who needs one, recovery codes, resets, approval, and what is logged and emailed. private.actor() enforces it.

create table private.approved_factors (
  user_id uuid primary key references auth.users (id) on delete cascade
);
comment on table private.approved_factors is
  'The admins whose second factor counts while the requirement is on: those who had one when it was turned on or when they became admins, '
  'and those whom another admin approved, as long as they have a factor (D54).';

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  hash bytea not null,
  primary key (user_id, hash)
);
comment on table private.recovery_codes is
  'Hashes of recovery codes that were not used yet, ten of a person at most. The codes are random, of 79 bits, so one round is enough (D54).';

-- Whether a person has a second factor that was confirmed with a code.
create function private.has_factor(p_person uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from auth.mfa_factors as f where f.user_id = p_person and f.status = 'verified');

-- Only a session with the second factor changes whether admins need one, and turns it on once every admin has one; or the owner, in SQL.
create function private.check_second_factor_setting() returns trigger
language plpgsql stable security definer set search_path = '' as $$
declare
  v_without text;
begin
  -- Otherwise a stolen password could switch the protection off.
  if auth.jwt() ->> 'aal' is distinct from 'aal2' then
    raise exception 'second_factor_required' using errcode = 'PT403';
  end if;
  select string_agg(p.name, ', ' order by p.name) into v_without
  from public.profiles as p where p.role = 'admin' and not private.has_factor(p.id);
  if new.value = '1' and v_without is not null then
    raise exception 'admins_lack_second_factor' using errcode = 'PT409', detail = v_without;
  end if;
  return new;
end
$$;
create trigger app_settings_second_factor before insert or update on public.app_settings
for each row when (auth.uid() is not null and new.key = 'require_second_factor')
execute function private.check_second_factor_setting();
create trigger app_settings_key_fixed before update on public.app_settings
for each row when (new.key <> old.key) execute function private.refuse_write();

-- When the requirement is turned on, the second factors that admins have are approved, and whoever makes somebody an admin approves the one
-- that this person has; a former admin needs no approval (D54).
create function private.approve_factors() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'profiles' then
    delete from private.approved_factors where user_id = new.id;
  elsif old.value = '1' then
    return null;
  end if;
  insert into private.approved_factors (user_id)
  select p.id from public.profiles as p
  where p.role = 'admin' and private.has_factor(p.id) and (tg_table_name = 'app_settings' or p.id = (to_jsonb(new) ->> 'id')::uuid)
  on conflict do nothing;
  return null;
end
$$;
create trigger app_settings_required after insert or update on public.app_settings
for each row when (new.key = 'require_second_factor' and new.value = '1') execute function private.approve_factors();
create trigger profiles_approve_factor after update of role on public.profiles
for each row when (new.role <> old.role) execute function private.approve_factors();

-- An approval ends with the last second factor, whoever removed it (D54).
create function private.end_approval() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.approved_factors where user_id = old.user_id and not private.has_factor(old.user_id);
  return null;
end
$$;
create trigger guildhall_factor_approval after delete on auth.mfa_factors
for each row when (old.status = 'verified') execute function private.end_approval();

-- Logs a change of what a person signs in with, and emails them who made it; null is the owner of the database (D54).
create function private.log_security_change(p_actor uuid, p_person uuid, p_before jsonb, p_after jsonb, p_email text) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.log_change('profiles', p_person::text, p_after, p_before, p_actor => p_actor);
  if p_email is not null then
    perform private.queue_email(p_email, p_actor, p_person, clock_timestamp());
  end if;
end
$$;

-- Logs and emails what auth adds and removes for the person; functions of the owner do so themselves (D54).
create function private.record_own_factor_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_added boolean := tg_op = 'UPDATE';
  v_person uuid := case when v_added then new.user_id else old.user_id end;
  v_factors integer := (select count(*) from auth.mfa_factors as f where f.user_id = v_person and f.status = 'verified');
begin
  -- Not while the account is being deleted.
  if exists (select from auth.users as u join public.profiles as p on p.id = u.id where u.id = v_person) then
    perform private.log_security_change(
      v_person, v_person, jsonb_build_object('second_factors', case when v_added then v_factors - 1 else v_factors + 1 end),
      jsonb_build_object('second_factors', v_factors), case when v_added then 'second_factor_added' else 'second_factor_removed' end);
  end if;
  return null;
end
$$;
create trigger guildhall_factor_added after update of status on auth.mfa_factors
for each row when (new.status = 'verified' and old.status <> 'verified' and current_user <> 'postgres')
execute function private.record_own_factor_change();
create trigger guildhall_factor_removed after delete on auth.mfa_factors
for each row when (old.status = 'verified' and current_user <> 'postgres') execute function private.record_own_factor_change();

-- Removes all second factors of a person and ends their sessions but the one to keep, with line and email. Raises no_second_factor.
create function private.remove_factors(p_person uuid, p_actor uuid, p_keep_session uuid, p_before jsonb, p_after jsonb, p_email text)
returns void
language plpgsql set search_path = '' as $$
declare
  v_factors integer;
begin
  with removed as (delete from auth.mfa_factors as f where f.user_id = p_person returning f.status)
  select count(*) filter (where r.status = 'verified') into v_factors from removed as r;
  if v_factors = 0 then
    raise exception 'no_second_factor' using errcode = 'PT409';
  end if;
  delete from auth.sessions as s where s.user_id = p_person and s.id is distinct from p_keep_session;
  perform private.log_security_change(
    p_actor, p_person, jsonb_build_object('second_factors', v_factors) || p_before, jsonb_build_object('second_factors', 0) || p_after, p_email);
end
$$;

create function public.reset_second_factor(p_person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_person = auth.uid() then
    raise exception 'cannot_reset_own_factor' using errcode = 'PT409';
  end if;
  -- Locked, as the person may be being deleted.
  perform from public.profiles as p where p.id = p_person for key share;
  if not found then
    raise exception 'profile_not_found' using errcode = 'PT404';
  end if;
  perform private.remove_factors(p_person, auth.uid(), null, '{}', '{}', 'second_factor_reset');
end
$$;
comment on function public.reset_second_factor is
  'Removes another person''s authenticators, ends their sessions, logs it and emails them; they sign in by password and set up '
  'another. For admins. Raises cannot_reset_own_factor, profile_not_found, no_second_factor.';
grant execute on function public.reset_second_factor to authenticated;

-- Lets the second factor of an admin count, with its line in the log (D54).
create function private.approve_factor(p_person uuid, p_actor uuid) returns void
language plpgsql set search_path = '' as $$
begin
  -- Locked, as the person may be being deleted or losing the role.
  perform from public.profiles as p where p.id = p_person and p.role = 'admin' for key share;
  if not found then
    raise exception 'profile_not_found' using errcode = 'PT404';
  end if;
  if not private.has_factor(p_person) then
    raise exception 'no_second_factor' using errcode = 'PT409';
  end if;
  insert into private.approved_factors (user_id) values (p_person) on conflict do nothing;
  if found then
    perform private.log_security_change(p_actor, p_person, '{"second_factor_approved": false}', '{"second_factor_approved": true}', null);
  end if;
end
$$;

create function public.approve_second_factor(p_person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_person = auth.uid() then
    raise exception 'cannot_approve_own_factor' using errcode = 'PT409';
  end if;
  perform private.approve_factor(p_person, auth.uid());
end
$$;
comment on function public.approve_second_factor is
  'Approves the second factor that another admin added while one is required; until then that admin has a member''s rights. Logged. For '
  'admins. Raises cannot_approve_own_factor, profile_not_found, no_second_factor (D54).';
grant execute on function public.approve_second_factor to authenticated;

-- Whose address it is; for the owner of the database. Raises profile_not_found.
create function private.person_by_email(p_email text) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  v_person uuid := (select p.id from public.profiles as p where lower(p.email) = lower(btrim(p_email)));
begin
  if v_person is null then
    raise exception 'profile_not_found' using errcode = 'PT404';
  end if;
  return v_person;
end
$$;

-- What the owner of the database calls for a person without authenticator and recovery codes (docs/deploy.md): as
-- public.reset_second_factor().
create function private.owner_resets_second_factor(p_email text) returns void
language sql set search_path = ''
begin atomic
  select private.remove_factors(private.person_by_email(p_email), null, null, '{}', '{}', 'second_factor_reset');
end;

-- What the owner of the database calls for an admin whom no other admin can approve (docs/deploy.md): as public.approve_second_factor().
create function private.owner_approves_second_factor(p_email text) returns void
language sql set search_path = ''
begin atomic
  select private.approve_factor(private.person_by_email(p_email), null);
end;

-- The hash of a recovery code, whatever case, spaces and hyphens it is typed with.
create function private.recovery_hash(p_person uuid, p_code text) returns bytea
language sql immutable set search_path = ''
return sha256(convert_to(p_person || regexp_replace(upper(normalize(p_code, nfkc)), '[^0-9A-Z]', '', 'g'), 'UTF8'));

create function public.create_recovery_codes() returns table (code text)
language plpgsql rows 10 security definer set search_path = '' as $$
declare
  v_person uuid := private.actor();
  v_codes text[];
begin
  -- One set at a time.
  perform from public.profiles as p where p.id = v_person for no key update;
  if not found or not private.has_factor(v_person) then
    raise exception 'second_factor_required' using errcode = 'PT403';
  end if;
  select array_agg(regexp_replace(private.random_code(16), '(.{4})(?=.)', '\1-', 'g')) into v_codes from generate_series(1, 10);
  delete from private.recovery_codes where user_id = v_person;
  insert into private.recovery_codes (user_id, hash) select v_person, private.recovery_hash(v_person, c) from unnest(v_codes) as c;
  perform private.log_security_change(v_person, v_person, '{}', '{"recovery_codes": 10}', null);
  return query select c from unnest(v_codes) as c;
end
$$;
comment on function public.create_recovery_codes is
  'Ten new recovery codes of the caller, which replace the earlier ones; they are stored hashed and never shown again. Raises '
  'second_factor_required unless this session has presented a second factor (D54).';
grant execute on function public.create_recovery_codes to authenticated;

create function public.my_devices()
returns table (id uuid, user_agent text, signed_in_at timestamptz, seen_at timestamptz, is_current boolean)
language sql stable security definer set search_path = ''
begin atomic
  select s.id, s.user_agent, s.created_at, coalesce(s.refreshed_at at time zone 'UTC', s.created_at),
    s.id::text is not distinct from (select auth.jwt() ->> 'session_id')
  from auth.sessions as s
  where s.user_id = (select private.actor()) and coalesce(s.not_after > now(), true)
  order by 5 desc, 4 desc limit 50;
end;
comment on function public.my_devices is
  'Where the caller is signed in, this session first, then the last seen: what the auth server keeps of each session, without addresses.';
grant execute on function public.my_devices to authenticated;

create function public.use_recovery_code(p_code text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  v_person uuid := auth.uid();
  v_session text := auth.jwt() ->> 'session_id';
  v_left integer;
begin
  -- Nothing to recover, as when a lost response is asked for again.
  if not private.awaits_second_factor() then
    return to_json(true);
  end if;
  -- By session, so that whoever has the password cannot use up the tries of the person.
  perform private.check_attempts('recovery_code', coalesce(v_session, v_person::text));
  perform from public.profiles as p where p.id = v_person for no key update;
  delete from private.recovery_codes where user_id = v_person and hash = private.recovery_hash(v_person, p_code);
  if not found then
    -- Returned, not raised: raising would roll back the count, as would a cast of anything but null (D53).
    perform private.count_attempt('recovery_code', coalesce(v_session, v_person::text));
    return null;
  end if;
  v_left := (select count(*) from private.recovery_codes as c where c.user_id = v_person);
  perform private.remove_factors(
    v_person, v_person, v_session::uuid, jsonb_build_object('recovery_codes', v_left + 1), jsonb_build_object('recovery_codes', v_left),
    'recovery_code_used');
  return to_json(true);
end
$$;
comment on function public.use_recovery_code is
  'Presents a recovery code instead of the lost second factor: removes the caller''s authenticators and ends their other sessions, logged '
  'and emailed; the session needs no code from then on. Returns true, or null for a wrong or used code. Raises rate_limited (D54).';
grant execute on function public.use_recovery_code to authenticated;

create function public.my_second_factor() returns table (required boolean, approved boolean, recovery_codes integer)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  return query select
    exists (select from public.app_settings as s where s.key = 'require_second_factor' and s.value = '1'),
    exists (select from private.approved_factors as a where a.user_id = p.id),
    (select count(*)::integer from private.recovery_codes as c where c.user_id = p.id)
  from public.profiles as p where p.id = private.actor();
end
$$;
comment on function public.my_second_factor is
  'Whether admins need a second factor, whether the caller''s is approved, and how many recovery codes the caller has left (D54).';
grant execute on function public.my_second_factor to authenticated;

create function public.second_factors_of(p_person uuid) returns table (authenticators integer, awaits_approval boolean)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query select
    (select count(*)::integer from auth.mfa_factors as f where f.user_id = p_person and f.status = 'verified'),
    exists (
      select from public.profiles as p
      where p.id = p_person and p.role = 'admin' and private.has_factor(p.id)
        and exists (select from public.app_settings as s where s.key = 'require_second_factor' and s.value = '1')
        and not exists (select from private.approved_factors as a where a.user_id = p.id));
end
$$;
comment on function public.second_factors_of is
  'How many authenticators a person signs in with, and whether another admin must approve them first (D54). For admins.';
grant execute on function public.second_factors_of to authenticated;

create function public.admin_second_factors() returns table (id uuid, name text, email text, authenticators integer, since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select p.id, p.name, p.email, count(f.id)::integer, min(f.created_at)
  from public.profiles as p left join auth.mfa_factors as f on f.user_id = p.id and f.status = 'verified'
  where p.role = 'admin' group by p.id order by p.name, p.id;
end
$$;
comment on function public.admin_second_factors is
  'The admins by name, how many authenticators each signs in with, and since when: the requirement can be turned on once all have one '
  '(D54). For admins.';
grant execute on function public.admin_second_factors to authenticated;
