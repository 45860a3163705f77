-- Foundation: roles, schemas, closed defaults, and the helpers that every slice uses.

do $$
declare
  v_role text;
begin
  foreach v_role in array array['anon', 'authenticated', 'service_role', 'supabase_auth_admin'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = v_role) then
      execute format('create role %I nologin', v_role);
    end if;
  end loop;
end
$$;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists pgcrypto with schema extensions;

create schema private;
comment on schema private is 'What clients never reach by name: no client role has USAGE (C14).';
revoke all on schema private from public, anon, authenticated, service_role;

-- C12: closed before anything exists. Functions are open to PUBLIC unless the global default says otherwise.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

create function private.norm_code(p_code text)
returns text
language sql immutable set search_path = ''
begin atomic
  -- Bounded first: normalising is the only work that grows with what a stranger sends.
  select pg_catalog.upper(
    pg_catalog.regexp_replace(
      normalize(pg_catalog.left(p_code, 256), nfkc), '^\s+|\s+$', '', 'g'
    ) collate "C"
  );
end;
comment on function private.norm_code(text) is 'One spelling for every code: NFKC, trimmed, upper case (D10).';

create function private.refuse_write()
returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'permission denied: % is written by the database only', tg_table_name using errcode = '42501';
end
$$;
comment on function private.refuse_write() is 'Trigger: refuses any write that reaches it, whatever was granted (D1).';
