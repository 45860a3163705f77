-- Token codes: each adds its tokens to one balance, once. The triggers are shared with invite codes.

create table public.redeem_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (private.is_code(code)),
  token_value integer not null check (token_value between 1 and 1000),
  note text check (char_length(btrim(note)) between 1 and 200),
  batch_id uuid,
  max_uses integer not null default 1 check (max_uses between 1 and 10000),
  uses integer not null default 0,
  is_used boolean not null generated always as (uses = max_uses) stored,
  used_by uuid references auth.users (id) on delete set null,
  used_at timestamptz,
  expires_at timestamptz check (expires_at between '2000-01-01' and '2199-12-31'),
  created_by uuid,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  is_revoked boolean not null generated always as (revoked_at is not null) stored,
  revoked_by uuid,
  revoked_reason text check (char_length(btrim(revoked_reason)) between 1 and 200),
  constraint redeem_codes_uses check (uses >= 0 and uses <= max_uses and (uses > 0) = (used_at is not null) and (uses > 0 or used_by is null)),
  constraint redeem_codes_revoked_with_reason check (
    num_nonnulls(revoked_at, revoked_by, revoked_reason) in (0, 3) and not (uses = max_uses and revoked_at is not null))
);
comment on table public.redeem_codes is 'Token codes. Only admins read them; only redeem_code() marks them as used (D1).';
comment on column public.redeem_codes.is_used is 'Used up; `used_by` and `used_at` are the last use (D41).';
comment on column public.redeem_codes.note is 'The admin''s note about the code, for admins only.';
comment on column public.redeem_codes.revoked_at is 'Since when it no longer works; a code that is used up cannot be revoked (D41).';
comment on column public.redeem_codes.batch_id is 'Codes that were created together; from the client, null for a single code.';
create index redeem_codes_used_idx on public.redeem_codes (is_used, is_revoked, created_at, id) include (expires_at);
create index redeem_codes_partly_used_idx on public.redeem_codes (is_revoked, expires_at) where uses > 0 and not is_used;
create index redeem_codes_created_at_idx on public.redeem_codes (created_at, id);
create index redeem_codes_used_by_idx on public.redeem_codes (used_by);
create index redeem_codes_batch_idx on public.redeem_codes (batch_id, created_at, id) where batch_id is not null;
create index redeem_codes_search_idx on public.redeem_codes
using gin (lower(code || E'\n' || coalesce(note, '')) extensions.gin_trgm_ops);
alter table public.redeem_codes enable row level security;
create policy "redeem_codes: admins read" on public.redeem_codes
for select to authenticated using ((select private.is_admin()));
create policy "redeem_codes: admins create" on public.redeem_codes
for insert to authenticated with check ((select private.is_admin()));
grant select, insert (code, token_value, note, batch_id, max_uses, expires_at) on public.redeem_codes to authenticated;

-- A new code is canonical (D10) and not expired, and records its admin; clients set no other column.
create function private.code_before() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'permission denied: codes are made by admins' using errcode = '42501';
  end if;
  new.code := private.normalize_code(new.code);
  new.note := nullif(normalize(btrim(new.note), nfc), '');
  new.created_by := auth.uid();
  if new.expires_at <= now() then
    raise exception 'expiry_past' using errcode = 'PT422';
  end if;
  return new;
end
$$;
create trigger redeem_codes_before before insert on public.redeem_codes
for each row when (current_user <> 'postgres') execute function private.code_before();
create trigger redeem_codes_refuse_writes before update or delete on public.redeem_codes
for each row when (current_user <> 'postgres') execute function private.refuse_write();

-- One statement at a time creates codes of a kind: two batches with the same codes in another order would deadlock.
create function private.serialize_batches() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Whose statement can create nothing must not hold up those of others meanwhile.
  if auth.uid() is not null and not private.is_admin() then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.serialize_batches ' || tg_table_name, 0));
  return null;
end
$$;
create trigger redeem_codes_serialize_batches before insert on public.redeem_codes
for each statement execute function private.serialize_batches();

-- Records the codes created by one statement, one entry per batch with the same value, note, uses and expiry (D29).
create function private.audit_codes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.audit_log (actor_id, table_name, row_id, action, after)
  select
    auth.uid(), tg_table_name,
    case when count(*) > 1 then coalesce(b.batch_id, min(b.id)) else min(b.id) end,
    'insert',
    case when count(*) > 1 then
      jsonb_build_object(
        'batch_id', b.batch_id, 'count', count(*), 'token_value', b.token_value, 'note', b.note,
        'max_uses', b.max_uses, 'expires_at', b.expires_at, 'codes', jsonb_agg(b.code order by b.code))
    else (jsonb_agg(b.whole) -> 0) end
  from (
    select a.batch_id::text, a.id::text, a.code, a.note, a.max_uses, a.expires_at, to_jsonb(a) as whole, to_jsonb(a) -> 'token_value' as token_value
    from added as a
  ) as b
  group by b.batch_id, b.token_value, b.note, b.max_uses, b.expires_at;
  return null;
end
$$;
create trigger redeem_codes_audit after insert on public.redeem_codes
referencing new table as added
for each statement when (current_user <> 'postgres') execute function private.audit_codes();

create table private.redemption_requests (
  user_id uuid references public.profiles (id) on delete cascade,
  request_id uuid,
  redeem_code_id uuid not null,
  balance integer not null,
  primary key (user_id, request_id)
);
comment on table private.redemption_requests is
  'The idempotency keys of redemptions that succeeded, per person: the same request returns the same success again (D41).';

-- All null on a miss, alike for codes that are unknown, used up, used by the caller, expired, revoked or malformed (D1, D10). And json, of
-- which no cast, path or filter of the REST layer makes an error, whose rollback would undo the count of the guess (D53): json has few
-- filters; a request that fails by its number of rows is refused before (refuse_undoable_guess()).
create function public.redeem_code(p_code text, p_request_id uuid default null) returns table (ok json, token_value json, balance json)
language plpgsql rows 1 security definer set search_path = '' as $$
declare
  v_user uuid := private.actor();
  v_code public.redeem_codes;
  v_balance integer;
begin
  -- One redemption at a time per person, so that a parallel retry finds the first one's success; and a concurrent deletion
  -- of the person fails here as not_signed_in.
  select p.current_tokens into v_balance from public.profiles as p where p.id = v_user for no key update;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;

  return query
  select to_json(true), to_json(c.token_value), to_json(r.balance)
  from private.redemption_requests as r join public.redeem_codes as c on c.id = r.redeem_code_id
  where r.user_id = v_user and r.request_id = p_request_id and c.code = private.normalize_code(p_code);
  if found then
    return;
  end if;
  if exists (select from private.redemption_requests as r where r.user_id = v_user and r.request_id = p_request_id) then
    raise exception 'request_id_reused' using errcode = 'PT409';
  end if;

  perform private.check_attempts('redeem_code', v_user::text);
  update public.redeem_codes as c set uses = c.uses + 1, used_by = v_user, used_at = now()
  where c.code = private.normalize_code(p_code) and not c.is_used and not c.is_revoked and coalesce(c.expires_at > now(), true)
    and not exists (select from public.code_uses as u where u.code_id = c.id and u.account_id = v_user)
  returning c.* into v_code;
  if not found then
    -- Returned, not raised: raising would roll back the count.
    perform private.count_attempt('redeem_code', v_user::text);
    return next;
    return;
  end if;

  insert into public.code_uses (code_id, account_id, user_id, used_at)
  select v_code.id, v_user, v_user, v_code.used_at where v_code.max_uses > 1;
  perform private.post_tokens(
    p_account => v_user, p_type => 'redemption', p_amount => v_code.token_value,
    p_description => 'Redeemed code ' || v_code.code, p_code => v_code.id
  );
  v_balance := v_balance + v_code.token_value;
  if p_request_id is not null then
    insert into private.redemption_requests (user_id, request_id, redeem_code_id, balance)
    values (v_user, p_request_id, v_code.id, v_balance);
  end if;
  return query select to_json(true), to_json(v_code.token_value), to_json(v_balance);
end
$$;
comment on function public.redeem_code is
  'Redeems a token code: ok, its tokens and the new balance, each null on a miss. The same `p_request_id` returns the caller''s success '
  'again, and raises request_id_reused with another code (D41). Raises rate_limited after 10 misses a minute, 50 a day (D10).';
grant execute on function public.redeem_code to authenticated;

-- Codes with several uses: who used one, and when. A code with one use has that in its own row.

create table public.code_uses (
  code_id uuid not null,
  account_id uuid not null,
  user_id uuid references auth.users (id) on delete set null,
  used_at timestamptz not null,
  primary key (code_id, account_id)
);
comment on table public.code_uses is
  'One row per code with several uses and person. Admins read, the database writes; `account_id` outlives the person (D12, D41).';
create index code_uses_time_idx on public.code_uses (code_id, used_at, account_id);
create index code_uses_user_idx on public.code_uses (user_id);
alter table public.code_uses enable row level security;
create policy "code_uses: admins read" on public.code_uses
for select to authenticated using ((select private.is_admin()));
grant select on public.code_uses to authenticated;
create trigger code_uses_refuse_writes before insert or update or delete on public.code_uses
for each row when (current_user <> 'postgres') execute function private.refuse_write();

-- Whether a code is available, used up, expired or revoked, by the clock of the server (D41).
create function private.code_state(p_is_used boolean, p_is_revoked boolean, p_expires_at timestamptz) returns text
language sql stable set search_path = ''
return case when p_is_revoked then 'revoked' when p_is_used then 'used' when p_expires_at <= now() then 'expired' else 'available' end;

-- Invite codes: the only way in (D9).

create table public.invite_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (private.is_code(code)),
  note text check (char_length(btrim(note)) between 1 and 200),
  batch_id uuid,
  max_uses integer not null default 1 check (max_uses between 1 and 10000),
  uses integer not null default 0,
  is_used boolean not null generated always as (uses = max_uses) stored,
  used_by uuid references auth.users (id) on delete set null,
  used_at timestamptz,
  expires_at timestamptz check (expires_at between '2000-01-01' and '2199-12-31'),
  -- Lower case, as it is compared.
  email text check (email = lower(email) and private.is_email(email)),
  is_plain boolean not null default true,
  created_by uuid,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  is_revoked boolean not null generated always as (revoked_at is not null) stored,
  revoked_by uuid,
  revoked_reason text check (char_length(btrim(revoked_reason)) between 1 and 200),
  constraint invite_codes_uses check (uses >= 0 and uses <= max_uses and (uses > 0) = (used_at is not null) and (uses > 0 or used_by is null)),
  constraint invite_codes_revoked_with_reason check (
    num_nonnulls(revoked_at, revoked_by, revoked_reason) in (0, 3) and not (uses = max_uses and revoked_at is not null))
);
comment on table public.invite_codes is 'Invite codes. Only admins read them; only a sign-up marks one as used (D9).';
comment on column public.invite_codes.is_used is 'Used up; `used_by` and `used_at` are the last use (D41).';
comment on column public.invite_codes.is_plain is 'Whether it belongs to no invitation, as the lists of codes show it (D42).';
comment on column public.invite_codes.email is 'The only address that signs up with it (D42).';
comment on column public.invite_codes.note is 'The admin''s note about the code, for admins only.';
comment on column public.invite_codes.revoked_at is 'Since when it no longer works; a code that is used up cannot be revoked (D41).';
comment on column public.invite_codes.batch_id is 'Codes that were created together; from the client, null for a single code.';
create index invite_codes_used_idx on public.invite_codes (is_used, is_revoked, created_at, id) include (expires_at);
create index invite_codes_plain_idx on public.invite_codes (is_used, is_revoked, created_at, id) include (expires_at) where is_plain;
create index invite_codes_partly_used_idx on public.invite_codes (is_revoked, expires_at) where uses > 0 and not is_used;
create index invite_codes_created_at_idx on public.invite_codes (created_at, id);
create index invite_codes_used_by_idx on public.invite_codes (used_by);
create index invite_codes_batch_idx on public.invite_codes (batch_id, created_at, id) where batch_id is not null;
create index invite_codes_search_idx on public.invite_codes
using gin (lower(code || E'\n' || coalesce(note, '')) extensions.gin_trgm_ops);
alter table public.invite_codes enable row level security;
create policy "invite_codes: admins read" on public.invite_codes
for select to authenticated using ((select private.is_admin()));
create policy "invite_codes: admins create" on public.invite_codes
for insert to authenticated with check ((select private.is_admin()));
grant select, insert (code, note, batch_id, max_uses, expires_at) on public.invite_codes to authenticated;
create trigger invite_codes_before before insert on public.invite_codes
for each row when (current_user <> 'postgres') execute function private.code_before();
create trigger invite_codes_refuse_writes before update or delete on public.invite_codes
for each row when (current_user <> 'postgres') execute function private.refuse_write();
create trigger invite_codes_serialize_batches before insert on public.invite_codes
for each statement execute function private.serialize_batches();
create trigger invite_codes_audit after insert on public.invite_codes
referencing new table as added
for each statement when (current_user <> 'postgres') execute function private.audit_codes();

-- Whether a code can be used, and by this address if there is one (D42).
create function private.is_usable_invite_code(p_code text, p_email text) returns boolean
language sql stable set search_path = ''
return exists (
  select from public.invite_codes as c
  where c.code = private.normalize_code(p_code) and not c.is_used and not c.is_revoked and coalesce(c.expires_at > now(), true)
    and (p_email is null or coalesce(c.email = lower(p_email), true))
  );

-- Whether a code can be used; counts a miss, marks nothing as used (D10). Unknown, used up, expired, revoked and malformed codes count
-- alike: telling them apart would reveal which codes exist.
create function private.check_invite_code(p_code text, p_caller text) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform private.check_attempts('invite_code', p_caller);
  if private.is_usable_invite_code(p_code, null) then
    return true;
  end if;
  perform private.count_attempt('invite_code', p_caller);
  return false;
end
$$;

-- json, and null on a miss: see public.redeem_code().
create function public.validate_invite_code(code_to_check text) returns table (is_valid json)
language sql volatile rows 1 security definer set search_path = ''
begin atomic
  select case when private.check_invite_code(code_to_check, private.caller_address()) then to_json(true) end;
end;
comment on function public.validate_invite_code is
  'Whether an invite code can be used: true, or null, the same result for unknown, used up, expired, revoked and malformed codes (D10). '
  'Whom a code is bound to is checked at sign-up (D42).';
grant execute on function public.validate_invite_code to anon, authenticated;

create function public.public_settings()
returns table (membership_price integer, launch_price integer, launch_places integer, launch_places_left integer, contact_address text)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  membership_price := private.setting_number('membership_price');
  launch_price := private.setting_number('launch_price');
  launch_places := private.setting_number('launch_places');
  -- Taken by those who pay, or while nobody does, by signup bonuses, which outlive the account (D26, D61).
  if private.payment_mode() = 'live' then
    launch_places_left := greatest(launch_places - private.launch_places_taken(), 0);
  else
    -- Sorted, so that the planner reads no more entries of the index of bonuses than there are places.
    launch_places_left := launch_places - (select count(*)::integer from (
      select from public.token_transactions as t where t.transaction_type = 'signup_bonus' order by t.account_id limit launch_places
    ) as accounts);
  end if;
  contact_address := (select s.value from public.app_settings as s where s.key = 'contact_address');
  return next;
end
$$;
comment on function public.public_settings is
  'What visitors see of the settings: the prices of a year in cents, how many places there are at the launch price and how many are left, '
  'and the address for questions, if an admin has set one (D26, D66).';
grant execute on function public.public_settings to anon, authenticated;

-- Searching and counting token codes and invite codes, for admins.

create view private.codes as
select 'token' as kind, id, code, note, token_value, max_uses, uses, max_uses - uses as uses_left, is_used,
  private.code_state(is_used, is_revoked, expires_at) as state, expires_at, null::text as email, true as is_listed,
  created_by, created_at, batch_id, used_by, used_at, revoked_at, revoked_by, revoked_reason from public.redeem_codes
union all
select 'invite', id, code, note, 0, max_uses, uses, max_uses - uses, is_used,
  private.code_state(is_used, is_revoked, expires_at), expires_at, email, is_plain,
  created_by, created_at, batch_id, used_by, used_at, revoked_at, revoked_by, revoked_reason from public.invite_codes;
comment on view private.codes is 'Token codes and invite codes; those of invitations have lists of their own (D42).';

-- The table of a kind of code: token or invite.
create function private.code_table(p_kind text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  case p_kind
    when 'token' then return 'redeem_codes';
    when 'invite' then return 'invite_codes';
    else raise exception 'unknown_kind' using errcode = 'PT400';
  end case;
end
$$;

-- The condition of a code `r` that is available, used up, expired or revoked (D41).
create function private.code_condition(p_state text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  case p_state
    when 'available' then return 'not r.is_used and not r.is_revoked and coalesce(r.expires_at > now(), true)';
    when 'used' then return 'r.is_used and not r.is_revoked';
    when 'expired' then return 'not r.is_used and not r.is_revoked and r.expires_at <= now()';
    when 'revoked' then return 'r.is_revoked and not r.is_used';
    else raise exception 'unknown_filter' using errcode = 'PT400', detail = 'state';
  end case;
end
$$;

-- The condition, as a format of the pattern, of a code `r` in a state, or in any, whose text contains a term or whose last user's name or
-- email does.
create function private.code_search_condition(p_state text) returns text
language sql immutable set search_path = ''
return $hit$lower(r.code || E'\n' || coalesce(r.note, '')) like %1$L or $hit$ || case
  when p_state in ('available', 'expired', 'revoked') then
    -- However many people a term finds, only codes that are partly used need a lookup: the index has just these.
    'r.uses > 0 and ' || private.code_condition(p_state) || $hit$ and (
      select lower(p.name || E'\n' || p.email) from public.profiles as p where p.id = r.used_by) like %1$L$hit$
  else
    -- An array, so that both indexes can be used: of the text, and of the user.
    $hit$r.used_by = any (array(select p.id from public.profiles as p where lower(p.name || E'\n' || p.email) like %1$L))$hit$
  end;

-- The search behind public.search_redeem_codes() and search_invite_codes(), by the row type; raises not_admin for everybody else.
create function private.search_codes(
  p_table anyelement, p_search text, p_state text, p_sort text, p_ascending boolean,
  p_key_value text, p_key_id uuid, p_reverse boolean, p_limit integer
) returns setof anyelement
language plpgsql stable rows 26 set search_path = '' as $$
declare
  -- How a column is compared, in the list and in its key. A code without an end is after all that have one.
  v_form text := case
    when p_sort in ('created_at', 'used_at', 'revoked_at') then '%s::timestamptz'
    when p_sort = 'expires_at' then 'coalesce(%s::timestamptz, ''infinity'')'
    when p_sort = 'code' then '%s'
    when p_sort = 'token_value' and pg_typeof(p_table)::text = 'public.redeem_codes' then '%s::integer'
  end;
  v_ids uuid[];
begin
  perform private.require_admin();
  -- Only what is used or revoked says when.
  if v_form is null or p_sort = 'used_at' and p_state <> 'used' or p_sort = 'revoked_at' and p_state <> 'revoked' then
    raise exception 'unknown_sort' using errcode = 'PT400';
  end if;
  v_ids := private.page_ids(
    p_from => format('%s as r', pg_typeof(p_table)),
    -- Those of invitations have a list of their own (D42).
    p_where => private.code_condition(p_state) || case pg_typeof(p_table)::text when 'public.invite_codes' then ' and r.is_plain' else '' end,
    p_sort => format(v_form, 'r.' || p_sort),
    p_descending => coalesce(p_ascending, false) = coalesce(p_reverse, false),
    p_key => format(v_form, quote_literal(p_key_value)),
    p_key_id => case when p_key_value is not null then p_key_id end,
    p_match => case when p_search <> '' then format(private.code_search_condition(p_state), private.like_pattern(p_search)) end,
    p_row_match => format($text$lower(concat_ws(E'\n', r.code, r.note,
      (select p.name || E'\n' || p.email from public.profiles as p where p.id = r.used_by))) like %L$text$, private.like_pattern(p_search)),
    p_limit => private.page_size(p_limit)
  );
  return query execute format(
    'select c.* from unnest($1) with ordinality as page (id, position) join %s as c using (id) order by page.position',
    pg_typeof(p_table)
  ) using v_ids;
end
$$;

create function public.search_redeem_codes(
  p_search text, p_state text, p_sort text default 'created_at', p_ascending boolean default false,
  p_key_value text default null, p_key_id uuid default null, p_reverse boolean default false, p_limit integer default 26
) returns setof public.redeem_codes
language sql stable rows 26 security definer set search_path = ''
begin atomic
  select c from private.search_codes(
    null::public.redeem_codes, p_search, p_state, p_sort, p_ascending, p_key_value, p_key_id, p_reverse, p_limit) as c;
end;
comment on function public.search_redeem_codes is
  'Token codes, available, used, expired or revoked, whose code, note or user contains a term, sorted by code, token_value, created_at, expires_at, used_at or revoked_at, '
  'after a key (D20). `p_reverse` reads from the other end. Admins only.';
grant execute on function public.search_redeem_codes to authenticated;

create function public.search_invite_codes(
  p_search text, p_state text, p_sort text default 'created_at', p_ascending boolean default false,
  p_key_value text default null, p_key_id uuid default null, p_reverse boolean default false, p_limit integer default 26
) returns setof public.invite_codes
language sql stable rows 26 security definer set search_path = ''
begin atomic
  select c from private.search_codes(
    null::public.invite_codes, p_search, p_state, p_sort, p_ascending, p_key_value, p_key_id, p_reverse, p_limit) as c;
end;
comment on function public.search_invite_codes is
  'Invite codes, available, used, expired or revoked, whose code, note or user contains a term, sorted by code, created_at, expires_at, used_at or revoked_at, '
  'after a key (D20). `p_reverse` reads from the other end. Admins only.';
grant execute on function public.search_invite_codes to authenticated;

create function public.count_codes(p_kind text, p_state text, p_search text) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_count integer;
begin
  perform private.require_admin();
  execute format(
    'select count(*) from (select from public.%I as r where %s and (%s) limit %s) as found',
    private.code_table(p_kind), private.code_condition(p_state) || case p_kind when 'invite' then ' and r.is_plain' else '' end,
    case when v_pattern is null then 'true' else format(private.code_search_condition(p_state), v_pattern) end,
    case when v_pattern is null then 'all' else '10001' end
  ) into v_count;
  return v_count;
end
$$;
comment on function public.count_codes is 'How many token or invite codes a search finds; 10,001 means more than 10,000. Admins only.';
grant execute on function public.count_codes to authenticated;

create function public.code_counts(p_kind text)
returns table (
  total bigint, available bigint, used bigint, expired bigint, revoked bigint, uses bigint, uses_left bigint,
  tokens_claimed bigint, tokens_left bigint, tokens_lapsed bigint
)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.code_table(p_kind);
  return query
  select (select count(*) from private.codes as a where a.kind = p_kind), count(*) filter (where c.state = 'available'),
    count(*) filter (where c.state = 'used'), count(*) filter (where c.state = 'expired'), count(*) filter (where c.state = 'revoked'),
    coalesce(sum(c.uses), 0), coalesce(sum(c.uses_left) filter (where c.state = 'available'), 0),
    coalesce(sum(c.uses * c.value), 0)::bigint, coalesce(sum(c.uses_left * c.value) filter (where c.state = 'available'), 0)::bigint,
    coalesce(sum(c.uses_left * c.value) filter (where c.state in ('expired', 'revoked')), 0)::bigint
  from (
    -- The state once for each code, not for each count.
    select r.state, r.uses, r.uses_left, r.token_value::bigint as value from private.codes as r where r.kind = p_kind and r.is_listed offset 0
  ) as c;
end
$$;
comment on function public.code_counts is
  'How many codes there are, and of those (invite codes: without an invitation) how many in each state, how often they were and can be '
  'used, and the tokens that were claimed, can be and no longer can. Admins only.';
grant execute on function public.code_counts to authenticated;

-- What admins see of one code, and which codes exist already.

create function public.code_details(p_kind text, p_id uuid)
returns table (
  id uuid, code text, note text, token_value integer, max_uses integer, uses integer, is_used boolean, expires_at timestamptz,
  created_at timestamptz, creator text, batch_id uuid, batch_codes bigint, batch_available bigint, revoked_at timestamptz, revoked_reason text,
  revoker text, bound_to text, source text, inviter text, sent_to text, invitation_state text, sends integer, last_sent_at timestamptz,
  opened_at timestamptz, opens integer
)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.code_table(p_kind);
  return query
  select r.id, r.code, r.note, case r.kind when 'token' then r.token_value end, r.max_uses, r.uses, r.is_used, r.expires_at, r.created_at,
    creator.name, r.batch_id, b.codes, b.available, r.revoked_at, r.revoked_reason, revoker.name, r.email, i.source, inviter.name, i.email,
    case when i.source <> 'link' then private.invitation_stage(i, v) end, i.sends, i.last_sent_at, i.opened_at, i.opens
  from private.codes as r
  left join public.profiles as creator on creator.id = r.created_by
  left join public.profiles as revoker on revoker.id = r.revoked_by
  left join public.invitations as i on i.code_id = r.id
  left join public.invite_codes as v on v.id = i.code_id
  left join public.profiles as inviter on inviter.id = i.inviter_id
  cross join lateral (
    select count(*) as codes, count(*) filter (where o.state = 'available') as available
    from private.codes as o where o.kind = p_kind and o.batch_id = r.batch_id
  ) as b
  where r.kind = p_kind and r.id = p_id;
end
$$;
comment on function public.code_details is
  'One token or invite code: who created and revoked it, its batch, and what is known of its invitation. Admins only (D41, D42).';
grant execute on function public.code_details to authenticated;

create function public.code_users(
  p_kind text, p_id uuid, p_key_value timestamptz default null, p_key_id uuid default null, p_reverse boolean default false,
  p_limit integer default 26
)
returns table (
  id uuid, user_id uuid, name text, email text, used_at timestamptz, tokens integer, order_id uuid, order_number text, ordered_at timestamptz
)
language plpgsql stable rows 10 security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform private.require_admin();
  perform private.code_table(p_kind);
  return query
  with page as materialized (
    select u.* from (
      select o.account_id as id, o.user_id, o.used_at from public.code_uses as o where o.code_id = p_id
      union all
      select coalesce(r.used_by, r.id), r.used_by, r.used_at from private.codes as r
      where r.kind = p_kind and r.id = p_id and r.uses = 1 and not exists (select from public.code_uses as o where o.code_id = p_id)
    ) as u
    where p_key_id is null or case when p_reverse
      then (u.used_at, u.id) > (p_key_value, p_key_id) else (u.used_at, u.id) < (p_key_value, p_key_id) end
    order by case when p_reverse then u.used_at end, case when not p_reverse then u.used_at end desc,
      case when p_reverse then u.id end, case when not p_reverse then u.id end desc
    limit private.page_size(p_limit)
  )
  select u.id, u.user_id, p.name, p.email, u.used_at, t.amount, o.id, o.order_number, o.created_at
  from page as u
  left join public.profiles as p on p.id = u.user_id
  left join public.token_transactions as t on t.account_id = u.id
    and case p_kind when 'token' then t.redeem_code_id = p_id else t.transaction_type = 'signup_bonus' end
  left join lateral (
    select o.id, o.order_number, o.created_at from public.orders as o
    where o.user_id = u.user_id and o.created_at >= u.used_at order by o.created_at, o.id limit 1
  ) as o on true
  order by case when p_reverse then u.used_at end, case when not p_reverse then u.used_at end desc,
    case when p_reverse then u.id end, case when not p_reverse then u.id end desc;
end
$$;
comment on function public.code_users is
  'Who used a code, newest first, after a key, and what it led to: the tokens credited, which of an invite code are the signup bonus, and '
  'the first order since. `id` is the account, which outlives the person (D12). Admins only (D41).';
grant execute on function public.code_users to authenticated;

create function public.taken_codes(p_kind text, p_codes text[]) returns setof integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if cardinality(p_codes) > 10000 then
    raise exception 'too_many_rows' using errcode = 'PT413';
  end if;
  perform private.code_table(p_kind);
  return query
  select c.at::integer from unnest(p_codes) with ordinality as c (code, at)
  where exists (select from private.codes as r where r.kind = p_kind and r.code = private.normalize_code(c.code)) order by c.at;
end
$$;
comment on function public.taken_codes is
  'Which of at most 10,000 codes exist already, in any spelling (D10), by their positions from 1. Admins only.';
grant execute on function public.taken_codes to authenticated;

create function public.extend_code(p_kind text, p_id uuid, p_expires_at timestamptz default null) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_table text;
  v_code text;
  v_before timestamptz;
begin
  perform private.begin_admin_write();
  v_table := private.code_table(p_kind);
  if p_expires_at <= now() then
    raise exception 'expiry_past' using errcode = 'PT422';
  end if;
  execute format(
    $sql$select c.code, c.expires_at from public.%I as c
    where c.id = $1 and not c.is_used and not c.is_revoked for no key update$sql$, v_table) into v_code, v_before using p_id;
  -- An invitation whose address was erased, also while this waited for the code, would admit anybody; a link that outlives its
  -- year of membership, more people than its member may invite.
  if v_code is null or exists (select from public.invitations as i where i.code_id = p_id and i.email is null) then
    raise exception 'code_not_extendable' using errcode = 'PT409';
  end if;
  if v_before is distinct from p_expires_at then
    execute format('update public.%I as c set expires_at = $2 where c.id = $1', v_table) using p_id, p_expires_at;
    perform private.log_change(
      v_table, p_id::text, jsonb_build_object('code', v_code, 'expires_at', p_expires_at), jsonb_build_object('expires_at', v_before));
  end if;
  return p_expires_at;
end
$$;
comment on function public.extend_code is
  'Sets until when a code works that is available or expired; null is without end. Raises expiry_past, or code_not_extendable for any '
  'other code. Admins only.';
grant execute on function public.extend_code to authenticated;
