-- Rights on the schemas that auth and storage have just created, as on hosted Supabase. Runs at every start.

-- lite's versions of these read only one of the two settings that hold the caller.
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;

grant usage on schema auth to anon, authenticated, service_role, postgres, supabase_auth_admin;
grant all on all tables in schema auth to postgres, supabase_auth_admin;
grant all on all routines in schema auth to postgres, supabase_auth_admin;

grant usage on schema storage to anon, authenticated, service_role, postgres;
grant all on all tables in schema storage to anon, authenticated, service_role, postgres;
alter table storage.objects owner to supabase_storage_admin;
alter table storage.buckets owner to supabase_storage_admin;
grant all on schema storage to supabase_storage_admin;

-- lite forgets when it last sent a recovery email once the password is changed; hosted auth does not.
create or replace function auth.keep_recovery_sent_at() returns trigger language plpgsql as $$
begin
  new.recovery_sent_at := coalesce(new.recovery_sent_at, old.recovery_sent_at);
  return new;
end
$$;
create or replace trigger keep_recovery_sent_at before update of recovery_sent_at on auth.users
for each row execute function auth.keep_recovery_sent_at();
