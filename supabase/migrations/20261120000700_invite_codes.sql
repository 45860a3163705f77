-- Invite codes: the only way in (D9).

create table public.invite_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (private.is_code(code)),
  is_used boolean not null default false,
  used_by uuid,
  used_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  constraint invite_codes_used_once check (is_used = (used_at is not null) and (is_used or used_by is null))
);
comment on table public.invite_codes is 'Invite codes. Only admins read them; only a sign-up uses one up (D9).';
create index invite_codes_used_idx on public.invite_codes (is_used, created_at, id);
create index invite_codes_created_at_idx on public.invite_codes (created_at, id);
create index invite_codes_used_by_idx on public.invite_codes (used_by);

alter table public.invite_codes enable row level security;
create policy "invite_codes: admins read" on public.invite_codes
for select to authenticated using ((select private.is_admin()));
create policy "invite_codes: admins create" on public.invite_codes
for insert to authenticated with check ((select private.is_admin()));

create trigger invite_codes_before before insert on public.invite_codes
for each row when (current_user <> 'postgres') execute function private.code_before();
create trigger invite_codes_closed before update or delete on public.invite_codes
for each row when (current_user <> 'postgres') execute function private.refuse_write();
create trigger invite_codes_audit after insert on public.invite_codes
for each row when (current_user <> 'postgres') execute function private.audit();

create function private.try_invite_code(p_code text, p_caller text)
returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.check_attempts('invite_code', p_caller);
  if exists (select from public.invite_codes as c where c.code = private.norm_code(p_code) and not c.is_used) then
    return true;
  end if;
  perform private.count_attempt('invite_code', p_caller);
  return false;
end
$$;
comment on function private.try_invite_code(text, text) is
  'Whether a code would let somebody in; a miss is counted, nothing is used up (D10). Unknown, used and malformed codes are '
  'counted alike: a count that told them apart would tell which codes exist.';

create function private.validate_invite_code(code_to_check text)
returns boolean
language sql volatile security definer set search_path = ''
begin atomic
  select private.try_invite_code(code_to_check, private.caller_address());
end;
comment on function private.validate_invite_code(text) is 'The check behind the invite view, limited per address (D10).';

-- json: see public.redeem_code().
create function public.validate_invite_code(code_to_check text)
returns table (is_valid json)
language sql volatile rows 1 set search_path = ''
begin atomic
  select to_json(private.validate_invite_code(code_to_check));
end;
comment on function public.validate_invite_code(text) is
  'Whether an invite code exists and is unused; the same answer for unknown, used and malformed (D10).';

create function private.launch_places_left()
returns integer
language sql stable security definer set search_path = ''
begin atomic
  -- The order makes the planner read the index of the bonuses, and no more of it than the limit.
  select 50 - count(*)::integer from (
    select from public.token_transactions where transaction_type = 'signup_bonus' order by account_id limit 50
  ) as accounts;
end;
comment on function private.launch_places_left() is
  'How many of the 50 launch places are free. Counts signup bonuses, which outlive the account, and at most 50 (D26).';

create function public.launch_places_left()
returns integer
language sql stable set search_path = ''
begin atomic
  select private.launch_places_left();
end;
comment on function public.launch_places_left() is 'How many of the 50 launch places are free: the one figure that is public (D26).';
