-- Invite codes: the only way in (D9).

create table public.invite_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (private.is_code(code)),
  note text check (char_length(btrim(note)) between 1 and 200),
  batch_id uuid,
  is_used boolean not null default false,
  used_by uuid,
  used_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  constraint invite_codes_used_once check (is_used = (used_at is not null) and (is_used or used_by is null))
);
comment on table public.invite_codes is 'Invite codes. Only admins read them; only a sign-up marks one as used (D9).';
comment on column public.invite_codes.note is 'The admin''s note about the code, for admins only.';
comment on column public.invite_codes.batch_id is 'Codes that were created together; from the client, null for a single code.';
create index invite_codes_used_idx on public.invite_codes (is_used, created_at, id);
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

create function private.check_invite_code(p_code text, p_caller text)
returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.check_attempts('invite_code', p_caller);
  if exists (select from public.invite_codes as c where c.code = private.normalize_code(p_code) and not c.is_used) then
    return true;
  end if;
  perform private.count_attempt('invite_code', p_caller);
  return false;
end
$$;
comment on function private.check_invite_code(text, text) is
  'Whether a code is valid and unused; counts a miss, marks nothing as used (D10). Unknown, used and malformed codes count '
  'alike: telling them apart would reveal which codes exist.';

create function private.validate_invite_code(code_to_check text)
returns boolean
language sql volatile security definer set search_path = ''
begin atomic
  select private.check_invite_code(code_to_check, private.caller_address());
end;
comment on function private.validate_invite_code(text) is 'The check behind public.validate_invite_code(), limited per address (D10).';

-- json: see public.redeem_code().
create function public.validate_invite_code(code_to_check text)
returns table (is_valid json)
language sql volatile rows 1 set search_path = ''
begin atomic
  select to_json(private.validate_invite_code(code_to_check));
end;
comment on function public.validate_invite_code(text) is
  'Whether an invite code exists and is unused; the same result for unknown, used and malformed codes (D10).';

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
