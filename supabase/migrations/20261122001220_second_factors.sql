-- The second factor of admins: the setting that requires it, and its reset by another admin.

create function private.second_factor_setting()
returns trigger
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Only a session with a second factor may change it; otherwise a stolen password could switch the protection off.
  if coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' then
    raise exception 'second_factor_required' using errcode = 'PT403';
  end if;
  return new;
end
$$;
comment on function private.second_factor_setting() is
  'Trigger: only a session with the second factor changes whether admins need one, in both directions; or the owner, in SQL.';
create trigger app_settings_second_factor before insert or update on public.app_settings
for each row when (current_user <> 'postgres' and new.key = 'require_second_factor')
execute function private.second_factor_setting();
create trigger app_settings_key_fixed before update on public.app_settings
for each row when (new.key <> old.key) execute function private.refuse_write();

create function public.start_export()
returns void
language sql stable set search_path = ''
begin atomic
  select private.writes_as_admin();
end;
comment on function public.start_export() is
  'Called before rows are exported. Raises second_factor_required to an admin whose session lacks it; others export what they read.';

create function private.second_factors_of(p_person uuid)
returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin_to_read();
  return (select count(*) from auth.mfa_factors as f where f.user_id = p_person and f.status = 'verified');
end
$$;
comment on function private.second_factors_of(uuid) is 'The number behind public.second_factors_of().';

create function public.second_factors_of(p_person uuid)
returns integer
language sql stable set search_path = ''
begin atomic
  select private.second_factors_of(p_person);
end;
comment on function public.second_factors_of(uuid) is 'How many authenticators a person signs in with. For admins.';

create function private.reset_second_factor(p_person uuid)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_factors integer;
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
  with removed as (delete from auth.mfa_factors as f where f.user_id = p_person returning f.status)
  select count(*) filter (where r.status = 'verified') into v_factors from removed as r;
  if v_factors = 0 then
    raise exception 'no_second_factor' using errcode = 'PT409';
  end if;
  delete from auth.sessions as s where s.user_id = p_person;
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  values (auth.uid(), 'profiles', p_person::text, 'update',
    jsonb_build_object('second_factors', v_factors), jsonb_build_object('second_factors', 0));
  perform private.queue_email('second_factor_reset', auth.uid(), p_person, clock_timestamp());
end
$$;
comment on function private.reset_second_factor(uuid) is 'The change behind public.reset_second_factor().';

create function public.reset_second_factor(p_person uuid)
returns void
language sql set search_path = ''
begin atomic
  select private.reset_second_factor(p_person);
end;
comment on function public.reset_second_factor(uuid) is
  'Removes another person''s authenticators, ends their sessions, logs it and tells them by email; they sign in by password and set up '
  'another. For admins. Raises cannot_reset_own_factor, profile_not_found, no_second_factor.';
