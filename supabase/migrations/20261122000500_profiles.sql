-- Profiles: exactly one per login (D12).

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
comment on table public.profiles is 'A person: contact, role, membership and balance. The balance changes only through the ledger (D2).';
comment on column public.profiles.adjustment_reason is
  'Sent by an admin together with a new current_tokens: the reason of the adjustment. Always null when read.';
create unique index profiles_email_key on public.profiles (lower(email));
create index profiles_created_at_idx on public.profiles (created_at, id);
create index profiles_role_idx on public.profiles (role, created_at, id);
create index profiles_name_idx on public.profiles (lower(name), id);
create index profiles_tokens_idx on public.profiles (current_tokens, id);
create index profiles_search_idx on public.profiles using gin (lower(name || E'\n' || email) extensions.gin_trgm_ops);

alter table public.profiles enable row level security;
create policy "profiles: people read their own, admins all" on public.profiles
for select to authenticated using ((select private.is_admin()) or id = (select auth.uid()));
create policy "profiles: people update their own, admins all" on public.profiles
for update to authenticated
using ((select private.is_admin()) or id = (select auth.uid()))
with check ((select private.is_admin()) or id = (select auth.uid()));
create policy "profiles: admins delete" on public.profiles
for delete to authenticated using ((select private.is_admin()));

create trigger profiles_serialize before delete or update of role on public.profiles
for each statement execute function private.serialize_deletions();

-- Guards check `current_user`, not a setting: functions of the owner pass, every client role is checked.
create function private.profile_guard()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_free text[] := '{name,phone}';
  v_admin text;
  v_reason text := nullif(private.trim_text(new.adjustment_reason), '');
begin
  -- Locked to the end: an admin deleted in the meantime would leave a name in the entry (D12).
  select p.name into v_admin from public.profiles as p
  where p.id = auth.uid() and p.role = 'admin' for key share;
  if found then
    v_free := v_free || '{role,current_tokens,adjustment_reason}';
  end if;
  if to_jsonb(new) - v_free <> to_jsonb(old) - v_free then
    raise exception 'profile_column_forbidden' using errcode = 'PT403';
  end if;
  new.name := private.trim_text(new.name);
  new.phone := nullif(private.trim_text(new.phone), '');
  new.adjustment_reason := null;
  if new.current_tokens <> old.current_tokens then
    if new.current_tokens < 0 then
      raise exception 'insufficient_tokens' using errcode = 'PT402';
    end if;
    if v_reason is null then
      raise exception 'reason_required' using errcode = 'PT422';
    end if;
    -- This update holds the row lock and writes the balance itself, so it passes the resulting balance.
    perform private.post_tokens(
      p_account => old.id, p_type => 'adjustment', p_amount => new.current_tokens - old.current_tokens,
      p_description => 'Adjustment by ' || v_admin, p_balance => new.current_tokens,
      p_reason => v_reason
    );
  end if;
  return new;
end
$$;
comment on function private.profile_guard() is
  'Trigger: a member changes name and phone; an admin also role and tokens, the latter as a ledger adjustment (D1, D7).';
create trigger profiles_guard before update on public.profiles
for each row when (current_user <> 'postgres') execute function private.profile_guard();

create function private.keep_last_admin()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Serializes two admins who demote each other: each would see the other as the remaining one.
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

create function private.profile_before_delete()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The caller may have lost the role, or the account, while waiting for another deletion (D11).
  if auth.uid() is not null then
    perform private.require_admin();
  end if;
  if old.id = auth.uid() then
    raise exception 'cannot_delete_self' using errcode = 'PT409';
  end if;
  update private.deliveries as d set kind = null, content = null, message = null
  from public.orders as o where o.user_id = old.id and d.order_id = o.id and d.delivered_by is not null;
  update private.reports set reason = null, answer_text = null where account_id = old.id;
  update public.orders
  set user_id = null, customer_name = null, customer_email = null, redemption_email = null
  where user_id = old.id;
  return old;
end
$$;
comment on function private.profile_before_delete() is
  'Trigger: nobody deletes themselves; a deleted person''s orders stay without personal data, reports and what was '
  'written to them (D12).';
create trigger profiles_before_delete before delete on public.profiles
for each row execute function private.profile_before_delete();

create function private.profile_after_delete()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.users where id = old.id;
  update public.token_transactions set description = 'Adjustment by an admin'
  where actor_id = old.id and transaction_type = 'adjustment';
  -- A reason is free text about the person.
  update public.token_transactions set user_id = null, reason = null where account_id = old.id;
  update public.redeem_codes set used_by = null where used_by = old.id;
  update public.invite_codes set used_by = null where used_by = old.id;
  delete from private.redemption_requests where user_id = old.id;
  delete from private.outbox where recipient_id = old.id;
  update private.audit_log
  set before = before - private.personal_columns(), after = after - private.personal_columns()
  where table_name = 'profiles' and row_id = old.id::text;
  return null;
end
$$;
comment on function private.profile_after_delete() is
  'Trigger: deletes the login and every link to the person; names and reasons leave the ledger, personal data the log (D12).';
create trigger profiles_after_delete after delete on public.profiles
for each row execute function private.profile_after_delete();

-- The token flow needs every deletion, with the balance that left, whoever deletes.
create trigger profiles_audit_delete after delete on public.profiles
for each row execute function private.audit();
-- Members' changes of their own name and phone are not logged.
create trigger profiles_audit_update after update on public.profiles
for each row when (current_user <> 'postgres' and (old.role = 'admin' or auth.uid() is distinct from old.id))
execute function private.audit();

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
  'Makes the first admin; works only while there is none, and only for the owner of the database (D11).';
