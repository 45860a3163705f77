-- Profiles: one per login, never one without the other (D12).

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null check (char_length(name) <= 120 and private.is_plain_text(name)),
  email text not null check (char_length(email) <= 320 and private.is_email(email)),
  phone text check (char_length(phone) <= 40 and private.is_plain_text(phone)),
  current_tokens integer not null default 0 constraint profiles_no_overdraft check (current_tokens >= 0),
  -- Write-only: the guard moves it into the ledger entry and stores null.
  adjustment_reason text constraint profiles_adjustment_reason_not_stored check (adjustment_reason is null),
  role text not null default 'user' check (role in ('user', 'admin')),
  membership_start_date timestamptz not null default now(),
  membership_end_date timestamptz default now() + interval '1 year',
  invite_code_used text,
  created_at timestamptz not null default now()
);
comment on table public.profiles is 'A person: contact, role, membership and balance. The balance moves only through the ledger (D2).';
comment on column public.profiles.adjustment_reason is
  'Sent by an admin together with a new current_tokens: the reason of the adjustment. Always null when read.';
create unique index profiles_email_key on public.profiles (lower(email));
create index profiles_created_at_idx on public.profiles (created_at, id);
create index profiles_role_idx on public.profiles (role, created_at, id);

-- plpgsql on the paths that every request takes: it keeps its plans for the session, sql plans anew each time.
create function private.is_admin()
returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.profiles as p where p.id = auth.uid() and p.role = 'admin');
end
$$;
comment on function private.is_admin() is 'Whether the caller is an admin now; read on every call, never from a claim (D11).';

create function private.is_member()
returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.profiles as p where p.id = auth.uid());
end
$$;
comment on function private.is_member() is 'Whether the caller still has a profile; a token outlives a deleted person.';

alter table public.profiles enable row level security;
create policy "profiles: people read their own, admins all" on public.profiles
for select to authenticated using ((select private.is_admin()) or id = (select auth.uid()));
create policy "profiles: people update their own, admins all" on public.profiles
for update to authenticated
using ((select private.is_admin()) or id = (select auth.uid()))
with check ((select private.is_admin()) or id = (select auth.uid()));
create policy "profiles: admins delete" on public.profiles
for delete to authenticated using ((select private.is_admin()));

-- Guards ask `current_user`, not a setting: the owner's own functions pass, every client role is checked.
create function private.profile_guard()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_free text[] := '{name,phone}';
begin
  if private.is_admin() then
    v_free := v_free || '{role,current_tokens}';
  end if;
  if to_jsonb(new) - v_free <> to_jsonb(old) - v_free then
    raise exception 'profile_column_forbidden' using errcode = 'PT403';
  end if;
  new.name := btrim(new.name);
  new.phone := nullif(btrim(new.phone), '');
  if new.current_tokens <> old.current_tokens then
    if new.current_tokens < 0 then
      raise exception 'insufficient_tokens' using errcode = 'PT402';
    end if;
    -- This update holds the row lock and writes the balance itself, so the entry states the result.
    perform private.post_tokens(
      p_account => old.id, p_type => 'adjustment', p_amount => new.current_tokens - old.current_tokens,
      p_description => 'Adjustment by ' || (select p.name from public.profiles as p where p.id = auth.uid()),
      p_balance => new.current_tokens
    );
  end if;
  return new;
end
$$;
comment on function private.profile_guard() is
  'Trigger: a member changes name and phone; an admin also role and tokens, tokens as a ledger adjustment (D1, D7).';
create trigger profiles_guard before update on public.profiles
for each row when (current_user <> 'postgres') execute function private.profile_guard();

create function private.keep_last_admin()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Two admins demoting each other must queue here, or each would see the other as the one that stays.
  perform pg_advisory_xact_lock(hashtextextended('private.keep_last_admin', 0));
  if not exists (select from public.profiles where role = 'admin' and id <> old.id) then
    raise exception 'last_admin' using errcode = 'PT409';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
comment on function private.keep_last_admin() is 'Trigger: the last admin is neither demoted nor deleted (D11).';
create trigger profiles_keep_last_admin_role before update on public.profiles
for each row when (old.role = 'admin' and new.role <> 'admin') execute function private.keep_last_admin();
create trigger profiles_keep_last_admin before delete on public.profiles
for each row when (old.role = 'admin') execute function private.keep_last_admin();

create function private.make_first_admin(p_email text)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_id uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.keep_last_admin', 0));
  if exists (select from public.profiles where role = 'admin') then
    raise exception 'admin_exists' using errcode = 'PT409';
  end if;
  update public.profiles set role = 'admin' where lower(email) = lower(btrim(p_email)) returning id into v_id;
  if v_id is null then
    raise exception 'profile_not_found' using errcode = 'PT404';
  end if;
  insert into private.audit_log (table_name, row_id, action, before, after)
  values ('profiles', v_id::text, 'update', '{"role": "user"}', '{"role": "admin"}');
end
$$;
comment on function private.make_first_admin(text) is
  'Makes the first admin; works only while there is none, and only for the database''s owner (D11).';
