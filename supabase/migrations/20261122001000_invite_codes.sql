-- Invite codes: the only way in (D9).

create table public.invite_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (private.is_code(code)),
  note text check (char_length(btrim(note)) between 1 and 200),
  batch_id uuid,
  max_uses integer not null default 1 check (max_uses between 1 and 10000),
  uses integer not null default 0,
  is_used boolean not null generated always as (uses = max_uses) stored,
  used_by uuid,
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

create trigger invite_codes_before before insert on public.invite_codes
for each row when (current_user <> 'postgres') execute function private.code_before();
create trigger invite_codes_refuse_writes before update or delete on public.invite_codes
for each row when (current_user <> 'postgres') execute function private.refuse_write();
create trigger invite_codes_serialize_batches before insert on public.invite_codes
for each statement execute function private.serialize_batches();
create trigger invite_codes_audit after insert on public.invite_codes
referencing new table as added
for each statement when (current_user <> 'postgres') execute function private.audit_codes();

create function private.find_invite_code(p_code text, p_email text)
returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (
    select from public.invite_codes as c
    where c.code = private.normalize_code(p_code) and not c.is_used and not c.is_revoked and coalesce(c.expires_at > now(), true)
      and (p_email is null or coalesce(c.email = lower(p_email), true))
  );
end;
comment on function private.find_invite_code(text, text) is 'Whether a code can be used, and by this address if there is one (D42).';

create function private.check_invite_code(p_code text, p_caller text)
returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.check_attempts('invite_code', p_caller);
  if private.find_invite_code(p_code, null) then
    return true;
  end if;
  perform private.count_attempt('invite_code', p_caller);
  return false;
end
$$;
comment on function private.check_invite_code(text, text) is
  'Whether a code can be used; counts a miss, marks nothing as used (D10). Unknown, used up, expired, revoked and malformed codes '
  'count alike: telling them apart would reveal which codes exist.';

create function private.validate_invite_code(code_to_check text)
returns boolean
language sql volatile security definer set search_path = ''
begin atomic
  select private.check_invite_code(code_to_check, private.caller_address());
end;
comment on function private.validate_invite_code(text) is 'The check behind public.validate_invite_code(), limited per address (D10).';

-- json, and null on a miss: see public.redeem_code().
create function public.validate_invite_code(code_to_check text)
returns table (is_valid json)
language sql volatile rows 1 set search_path = ''
begin atomic
  select case when private.validate_invite_code(code_to_check) then to_json(true) end;
end;
comment on function public.validate_invite_code(text) is
  'Whether an invite code can be used: true, or null, the same result for unknown, used up, expired, revoked and malformed codes (D10). '
  'Whom a code is bound to is checked at sign-up (D42).';

create function private.launch_spots_left()
returns integer
language sql stable security definer set search_path = ''
begin atomic
  -- Sorted, so that the planner reads at most 50 entries of the index of bonuses.
  select 50 - count(*)::integer from (
    select from public.token_transactions where transaction_type = 'signup_bonus' order by account_id limit 50
  ) as accounts;
end;
comment on function private.launch_spots_left() is
  'How many of the 50 spots at the launch price are left. Counts signup bonuses, which outlive the account (D26).';

create function public.launch_spots_left()
returns integer
language sql stable set search_path = ''
begin atomic
  select private.launch_spots_left();
end;
comment on function public.launch_spots_left() is
  'How many of the 50 spots at the launch price are left: the only public figure (D26).';
