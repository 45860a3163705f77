-- Codes with several uses: who used one, and when. A code with one use has that in its own row.

create table public.code_uses (
  code_id uuid not null,
  account_id uuid not null,
  user_id uuid,
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
create trigger code_uses_refuse_writes before insert or update or delete on public.code_uses
for each row when (current_user <> 'postgres') execute function private.refuse_write();

create function private.record_use(p_code_id uuid, p_max_uses integer, p_user uuid, p_at timestamptz)
returns void
language plpgsql set search_path = ''
as $$
begin
  if p_max_uses > 1 then
    insert into public.code_uses (code_id, account_id, user_id, used_at) values (p_code_id, p_user, p_user, p_at);
  end if;
end
$$;
comment on function private.record_use(uuid, integer, uuid, timestamptz) is 'Records the use of a code that has several, once per person (D41).';

create function private.state_of_code(p_is_used boolean, p_is_revoked boolean, p_expires_at timestamptz)
returns text
language sql stable set search_path = ''
begin atomic
  select case when p_is_revoked then 'revoked' when p_is_used then 'used' when p_expires_at <= now() then 'expired' else 'available' end;
end;
comment on function private.state_of_code(boolean, boolean, timestamptz) is
  'Whether a code is available, used up, expired or revoked, by the clock of the server (D41).';
