-- Roles, extensions, schemas, default privileges, and the rules that several tables share.

do $$
declare
  v_role text;
begin
  foreach v_role in array array['anon', 'authenticated', 'service_role', 'supabase_auth_admin'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = v_role) then
      execute format('create role %I nologin', v_role);
    end if;
  end loop;
  -- The default is for spinning disks, and would make the planner read all orders to find those of one status.
  execute format('alter database %I set random_page_cost = 1.1', current_database());
end
$$;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists pgcrypto with schema extensions;

create schema private;
comment on schema private is 'Everything that clients cannot reach by name: no client role has USAGE (C14).';
revoke all on schema private from public, anon, authenticated, service_role;

-- Closed before anything is created (C12). Functions are executable by PUBLIC unless the global default says otherwise.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- plpgsql for what every request runs: it caches its plans for the session, sql functions plan on every call.
create function private.awaits_code()
returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(auth.jwt() ->> 'aal', '') <> 'aal2'
    and exists (select from auth.mfa_factors as f where f.user_id = auth.uid() and f.status = 'verified');
end
$$;
comment on function private.awaits_code() is
  'Whether the caller''s account has a second factor that this session has not presented. The level is a claim of the signed token (D54).';

create function private.actor()
returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when not private.awaits_code() then auth.uid() end;
end
$$;
comment on function private.actor() is
  'Whose rights the caller has: auth.uid(), and nobody''s while the code of a second factor is awaited (D54). Every right asks this one; '
  'auth.uid() only says who is named in a log.';

create function private.is_admin()
returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.profiles as p where p.id = private.actor() and p.role = 'admin')
    and (
      not exists (select from public.app_settings as s where s.key = 'require_second_factor' and s.value = '1')
      or (auth.jwt() ->> 'aal' = 'aal2' and exists (select from private.approved_factors as a where a.user_id = auth.uid()))
    );
end
$$;
comment on function private.is_admin() is
  'Whether the caller has the rights of an admin now: the role, read on every call (D11), and, where it is required, an approved second factor (D54).';

create function private.is_member()
returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.profiles as p where p.id = private.actor());
end
$$;
comment on function private.is_member() is 'Whether the caller still has a profile, as a token outlives a deleted account, and awaits no code (D54).';

create function private.require_admin()
returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
end
$$;
comment on function private.require_admin() is 'Raises not_admin unless private.is_admin().';

create function private.refuse_write()
returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'permission denied: % is written by the database only', tg_table_name using errcode = '42501';
end
$$;
comment on function private.refuse_write() is 'Trigger: refuses any write that reaches it, whatever was granted (D1).';

-- A status change locks the order, then the profile; deleting a profile or benefit locks that row, then orders; auth locks
-- a login, then the profile: without a common order these deadlock. And two admins who demote or delete each other were
-- both admins when they started. Statement triggers take the lock before any row is locked.
create function private.wait_for_deletions()
returns void
language sql set search_path = ''
begin atomic
  select pg_advisory_xact_lock_shared(hashtextextended('private.serialize_deletions', 0));
end;
comment on function private.wait_for_deletions() is
  'Waits for deletions and holds new ones up to the end of the transaction; call it before locking a row.';

create function private.begin_admin_write()
returns void
language plpgsql set search_path = ''
as $$
begin
  -- First, so that nobody else holds up anything; and again, as the caller may lose the role while waiting (D11).
  perform private.require_admin();
  perform private.wait_for_deletions();
  perform private.require_admin();
end
$$;
comment on function private.begin_admin_write() is
  'require_admin(), before and after wait_for_deletions(). Call it before locking a row.';

create function private.serialize_deletions()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Whose statement can change nothing must not hold up those of others meanwhile; what members may do waits by itself.
  if auth.uid() is not null and not private.is_admin() then
    return null;
  end if;
  if tg_op = 'DELETE' or tg_table_name = 'profiles' then
    perform pg_advisory_xact_lock(hashtextextended('private.serialize_deletions', 0));
  else
    perform private.wait_for_deletions();
  end if;
  return null;
end
$$;
comment on function private.serialize_deletions() is
  'Trigger: deletions of people, benefits and categories and changes of role run one at a time, and not while a status, a '
  'login''s email or the category of a benefit is being changed.';
