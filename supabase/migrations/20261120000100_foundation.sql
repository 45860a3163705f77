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

create function private.trim_text(p_text text)
returns text
language sql immutable set search_path = ''
begin atomic
  select btrim(p_text, E'\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
    '\u2028\u2029\u202f\u205f\u3000');
end;
comment on function private.trim_text(text) is
  'A text without the white space around it, as the forms trim it (String.prototype.trim, but for the byte order mark).';

create function private.norm_code(p_code text)
returns text
language sql immutable set search_path = ''
begin atomic
  -- A code has at most 64 characters: one more is enough to know that this is none, however much a stranger sends.
  -- Case by Unicode, as the browser's: "C" would know the letters of ASCII only.
  select upper(left(private.trim_text(p_code), 65) collate "und-x-icu");
end;
comment on function private.norm_code(text) is 'One spelling for every code, stored or typed: trimmed, upper case, nothing else (D10).';

create function private.refuse_write()
returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'permission denied: % is written by the database only', tg_table_name using errcode = '42501';
end
$$;
comment on function private.refuse_write() is 'Trigger: refuses any write that reaches it, whatever was granted (D1).';
