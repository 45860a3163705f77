-- What a hosted Supabase project has before its first migration: roles, schemas, rights. Runs at every start.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'login noinherit'),
      ('supabase_auth_admin', 'nologin noinherit createrole'),
      ('supabase_storage_admin', 'nologin noinherit createrole'),
      -- Not a superuser, as on hosted Supabase, so that a migration which needs one fails here already.
      ('postgres', 'login createdb createrole replication bypassrls')
    ) as role (name, options)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.options);
    end if;
  end loop;
end
$$;

-- The time a statement of the API may take: the login's own, and what requests.ts applies as PostgREST does.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';

grant anon, authenticated, service_role, authenticator, supabase_storage_admin to postgres with admin option;
grant anon, authenticated, service_role to authenticator;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;
grant set on parameter session_replication_role to postgres;
grant set on parameter "pgrst.db_pre_request" to postgres;

alter database postgres owner to postgres;
alter database postgres set search_path to "$user", public, extensions;
grant usage on schema public to anon, authenticated, service_role;
grant all on schema public to postgres;

create schema if not exists extensions authorization postgres;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

-- Hosted projects grant new objects to the API roles by themselves; migrations must hold their own against that.
alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
    alter publication supabase_realtime owner to postgres;
  end if;
end
$$;
