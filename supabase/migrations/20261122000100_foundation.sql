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

-- Nobody has a right that is not granted beside the table or function (C12), also on projects that grant everything by default.
-- Functions are executable by PUBLIC unless the default for all schemas says otherwise.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
revoke create on schema public from public, anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;

create schema private;
comment on schema private is
  'Everything that clients cannot reach by name: no client role has USAGE (C14). What they may execute here, policies, constraints and indexes call.';
revoke all on schema private from public, anon, authenticated, service_role;

-- plpgsql for what every request runs: it caches its plans for the session, sql functions plan on every call.
-- Whether the caller's account has a second factor that this session has not presented. The level is a claim of the signed token (D54).
create function private.awaits_second_factor() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(auth.jwt() ->> 'aal', '') <> 'aal2'
    and exists (select from auth.mfa_factors as f where f.user_id = auth.uid() and f.status = 'verified');
end
$$;

-- The user whose rights the caller has: auth.uid(), or null while the session lacks the second factor of its account (D54). Every check of
-- rights uses this; auth.uid() only names the actor in a log.
create function private.actor() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when not private.awaits_second_factor() then auth.uid() end;
end
$$;
grant execute on function private.actor to authenticated;

-- Whether the caller has the rights of an admin now: the role, read on every call (D11), and, where it is required, an approved second
-- factor (D54).
create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles as p where p.id = private.actor() and p.role = 'admin')
    and (
      not exists (select from public.app_settings as s where s.key = 'require_second_factor' and s.value = '1')
      or (auth.jwt() ->> 'aal' is not distinct from 'aal2' and exists (select from private.approved_factors as a where a.user_id = auth.uid()))
    );
end
$$;
grant execute on function private.is_admin to authenticated;

-- Whether the caller still has a profile (a token outlives a deleted account) and lacks no second factor (D54).
create function private.is_member() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles as p where p.id = private.actor());
end
$$;
grant execute on function private.is_member to authenticated;

-- Raises not_admin unless private.is_admin().
create function private.require_admin() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
end
$$;

-- Refuses any write that reaches it, whatever was granted (D1).
create function private.refuse_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'permission denied: % is written by the database only', tg_table_name using errcode = '42501';
end
$$;

-- A status change locks the order, then the profile; deleting a profile or benefit locks that row, then orders; auth locks
-- a login, then the profile: without a common order these deadlock. And two admins who demote or delete each other were
-- both admins when they started. Statement triggers take the lock before any row is locked.
-- Waits for deletions and holds new ones up to the end of the transaction; call it before locking a row.
create function private.wait_for_deletions() returns void
language sql set search_path = ''
begin atomic
  select pg_advisory_xact_lock_shared(hashtextextended('private.serialize_deletions', 0));
end;

-- require_admin(), before and after wait_for_deletions(). Call it before locking a row.
create function private.begin_admin_write() returns void
language plpgsql set search_path = '' as $$
begin
  -- First, so that only admins can hold up others here; and again, as the caller may lose the role while waiting (D11).
  perform private.require_admin();
  perform private.wait_for_deletions();
  perform private.require_admin();
end
$$;

-- Deletions of people, benefits and categories and changes of role run one at a time, and not while a status, a login's email or the
-- category of a benefit is being changed.
create function private.serialize_deletions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A statement that cannot change anything must not block those of others; functions that members may call take the lock themselves.
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

-- Rules for text that people enter and others read. Each character list is defined here once; src/lib/text.ts derives the
-- same rules from the browser's Unicode properties, and a test in tests/db compares the two for every code point.
-- In plpgsql where possible, whose expressions are planned once per session: every change of a balance checks all texts of
-- its profile. What calls another of these is sql, which resolves names when it is created: clients cannot name the schema.

-- Removes surrounding white space as the forms do (String.prototype.trim, except for the byte order mark).
create function private.trim_text(p_text text) returns text
language plpgsql immutable strict set search_path = '' as $$
begin
  return btrim(p_text, E'\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
    '\u2028\u2029\u202f\u205f\u3000');
end
$$;
grant execute on function private.trim_text to authenticated, service_role;

-- A text without its invisible characters, and without those that change how the rest is displayed: Default_Ignorable_Code_Point, controls.
create function private.remove_hidden(p_text text) returns text
language plpgsql immutable strict set search_path = '' as $$
begin
  -- Controls, line and paragraph separators and annotation marks, then Default_Ignorable_Code_Point of Unicode 17, which
  -- includes the bidirectional controls.
  return regexp_replace(p_text,
    '[\u0001-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5'
    '\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8'
    '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g');
end
$$;
grant execute on function private.remove_hidden to authenticated, service_role;

-- Whether a text has a character that remove_hidden() removes. Runs as the owner, because callers have no USAGE on this schema.
create function private.has_hidden(p_text text) returns boolean
language plpgsql immutable strict security definer set search_path = '' as $$
begin
  return p_text <> private.remove_hidden(p_text);
end
$$;
grant execute on function private.has_hidden to authenticated, service_role;

-- Whether a text has a letter or a digit.
create function private.has_visible(p_text text) returns boolean
language plpgsql immutable strict set search_path = '' as $$
begin
  -- ICU: the "C" collation knows only ASCII letters.
  return p_text ~ '[[:alnum:]]' collate "und-x-icu";
end
$$;
grant execute on function private.has_visible to authenticated, service_role;

-- Whether a name or phone number has no hidden character but joiners of their scripts (D59), no encoded word, and something visible. Runs as the
-- owner, like has_hidden().
create function private.is_plain_text(p_text text) returns boolean
language plpgsql immutable strict security definer set search_path = '' as $$
begin
  -- Joiners are part of the scripts that need them (D59), and mail clients decode an encoded word (RFC 2047).
  return private.has_visible(p_text) and p_text !~ '=\?.*\?=' and not private.has_hidden(regexp_replace(p_text,
    '([\u0600-\u109f\u1780-\u18af])[\u200c\u200d](?=[\u0600-\u109f\u1780-\u18af])', '\1', 'g'));
end
$$;
grant execute on function private.is_plain_text to authenticated, service_role;

-- Whether a text is one email address of printable ASCII, without markup; international domains as xn--.
create function private.is_email(p_text text) returns boolean
language plpgsql immutable strict set search_path = '' as $$
begin
  -- Printable ASCII except angle brackets, so no two addresses look alike. Other domains are written as xn--.
  return p_text ~ '^[!-;=?A-~]+@[!-;=?A-~]+$';
end
$$;
grant execute on function private.is_email to authenticated, service_role;

-- The canonical form of a code, stored or entered: visible, trimmed and upper case (D10, D59).
create function private.normalize_code(p_code text) returns text
language sql immutable strict set search_path = ''
begin atomic
  -- Codes have at most 64 characters, so 65 are enough to recognize an invalid one, however long the input. What is pasted
  -- may hold invisible ones (D59). Upper case by ICU, as in the browser.
  select upper(left(private.trim_text(private.remove_hidden(left(p_code, 1000))), 65) collate "und-x-icu");
end;
grant execute on function private.normalize_code to authenticated, service_role;

-- Whether a text may be stored as a code: canonical, 1 to 64 characters (D10).
create function private.is_code(p_text text) returns boolean
language sql immutable strict set search_path = ''
return p_text = private.normalize_code(p_text) and p_text <> '' and char_length(p_text) <= 64
  -- Other spaces are indistinguishable from the plain one.
  and p_text !~ '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]';
grant execute on function private.is_code to authenticated, service_role;

-- The LIKE pattern that finds a literal term in lower-case text, however its letters are composed and whatever is invisible in it (D59); every
-- search uses it. Joiners of a script, and spaces that look like the plain one, match any character. Raises search_too_long beyond 100
-- characters.
create function private.like_pattern(p_term text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  v_text text := regexp_replace(normalize(lower(translate(p_term, E'\t', ' ')), nfc), '([\\%_])', '\\\1', 'g');
begin
  if char_length(p_term) > 100 then
    raise exception 'search_too_long' using errcode = 'PT400';
  end if;
  v_text := regexp_replace(v_text, '([\u0600-\u109f\u1780-\u18af])[\u200c\u200d](?=[\u0600-\u109f\u1780-\u18af])', '\1_', 'g');
  v_text := private.trim_text(private.remove_hidden(v_text));
  return '%' || regexp_replace(v_text, '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]', '_', 'g') || '%';
end
$$;

-- A short text with the digits of every script as 0 to 9 (D59).
create function private.latin_digits(p_text text) returns text
language plpgsql immutable strict set search_path = '' as $$
declare
  v_text text := '';
  v_character text;
  v_zero integer;
begin
  foreach v_character in array string_to_array(p_text, null) loop
    if v_character ~ '[[:digit:]]' collate "und-x-icu" then
      -- Unicode keeps the ten digits of a script together, and several of its sets one after the other.
      v_zero := ascii(v_character);
      while chr(v_zero - 1) ~ '[[:digit:]]' collate "und-x-icu" loop
        v_zero := v_zero - 1;
      end loop;
      v_character := (ascii(v_character) - v_zero) % 10;
    end if;
    v_text := v_text || v_character;
  end loop;
  return v_text;
end
$$;

-- Rate limiting of code guesses (D10).

create table private.attempts (
  id bigint generated always as identity primary key,
  kind text not null,
  caller text not null,
  at timestamptz not null default clock_timestamp()
);
comment on table private.attempts is 'Missed guesses of codes, one row each, kept for a day (D10).';
create index attempts_caller_idx on private.attempts (kind, caller, at desc);
create index attempts_at_idx on private.attempts (at);

-- Raises undoable_guess for a request that the REST layer would fail because of its result (one object, max-affected): the rollback would
-- undo the count of the guess, and timing would still reveal a hit (D10).
create function private.refuse_undoable_guess() returns void
language plpgsql stable set search_path = '' as $$
declare
  v_headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  if v_headers ->> 'accept' ~* 'vnd\.pgrst' or v_headers ->> 'prefer' ~* 'max-affected|tx=' then
    raise exception 'undoable_guess' using errcode = 'PT406';
  end if;
end
$$;

-- Raises rate_limited after 10 misses in a minute or 50 in a day; the detail is the seconds to wait (D10).
create function private.check_attempts(p_kind text, p_caller text) returns void
language plpgsql set search_path = '' as $$
declare
  v_tenth timestamptz;
  v_fiftieth timestamptz;
  v_wait numeric;
begin
  -- A GET runs in a read-only transaction, which cannot count a miss.
  if current_setting('transaction_read_only')::boolean then
    raise exception 'cannot check a code in a read-only transaction' using errcode = '25006';
  end if;
  perform private.refuse_undoable_guess();

  -- One guess at a time per caller: parallel guesses would all read the same count.
  perform pg_advisory_xact_lock(hashtextextended(p_kind || ':' || p_caller, 0));

  select at into v_tenth from private.attempts
  where kind = p_kind and caller = p_caller order by at desc offset 9 limit 1;
  select at into v_fiftieth from private.attempts
  where kind = p_kind and caller = p_caller order by at desc offset 49 limit 1;

  v_wait := ceil(extract(epoch from
    greatest(v_tenth + interval '1 minute', v_fiftieth + interval '1 day') - clock_timestamp()));
  if v_wait > 0 then
    raise exception 'rate_limited' using errcode = 'PT429', detail = v_wait::text;
  end if;
end
$$;

-- Counts one miss; deletes some that are a day old.
create function private.count_attempt(p_kind text, p_caller text) returns void
language sql set search_path = ''
begin atomic
  insert into private.attempts (kind, caller) values (p_kind, p_caller);
  delete from private.attempts
  where id in (
    select a.id from private.attempts as a
    where a.at < now() - interval '1 day'
    order by a.at limit 100
    for update skip locked
  );
end;

-- Raises rate_limited, with the seconds to wait, if as many uses by a caller as the limit were counted in the period.
create function private.check_uses(
  p_kind text, p_limit integer, p_period interval default '1 hour', p_caller text default auth.uid()::text
) returns void
language plpgsql set search_path = '' as $$
declare
  v_first timestamptz;
begin
  -- One at a time per caller: parallel ones would all read the same count.
  perform pg_advisory_xact_lock(hashtextextended(p_kind || ':' || p_caller, 0));
  select a.at into v_first from private.attempts as a
  where a.kind = p_kind and a.caller = p_caller order by a.at desc offset p_limit - 1 limit 1;
  if v_first > clock_timestamp() - p_period then
    raise exception 'rate_limited' using errcode = 'PT429',
      detail = ceil(extract(epoch from v_first + p_period - clock_timestamp()))::text;
  end if;
end
$$;

-- The caller behind an address: IPv4 host, IPv6 /64, or one shared "unknown".
create function private.caller_of(p_address text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  v_address inet;
begin
  v_address := p_address::inet;
  -- One household owns a whole IPv6 /64, so limiting single addresses would limit nothing.
  return coalesce(
    case when family(v_address) = 6 then network(set_masklen(v_address, 64))::text else host(v_address) end, 'unknown');
exception when others then
  return 'unknown';
end
$$;

-- The caller by the address that the gateway set on this request (D10).
create function private.caller_address() returns text
language plpgsql stable set search_path = '' as $$
declare
  v_headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  -- The gateway sets the first two; the last hop of the third is the only one that the client did not write.
  return private.caller_of(coalesce(
    v_headers ->> 'cf-connecting-ip',
    v_headers ->> 'x-real-ip',
    trim(split_part(v_headers ->> 'x-forwarded-for', ',', -1))
  ));
end
$$;
