-- Settings that admins change (D66), and token packs (D65).

create table public.app_settings (
  key text primary key check (key in (
    'email_logo_url', 'email_logo_in_mails', 'sla_credit_rate', 'sla_credit_cap', 'invitations_per_member', 'referral_bonus',
    'require_second_factor', 'membership_price', 'launch_price', 'launch_places', 'payments_on', 'contact_address'
  )),
  value text not null check (char_length(btrim(value)) between 1 and 2048),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint app_settings_value_valid check (case
    when key in ('require_second_factor', 'payments_on') then value in ('0', '1')
    when key = 'contact_address' then private.is_email(value) and char_length(value) <= 254
    -- As benefits_image_url_valid.
    when key in ('email_logo_url', 'email_logo_in_mails') then value ~* '^(/(?![/\\])|https?://[^/])' and value !~ '[\u0001-\u001f\u007f-\u009f]'
    when value !~ '^(0|[1-9][0-9]{0,6})$' then false
    when key in ('membership_price', 'launch_price') then value::integer between 50 and 1000000
    when key = 'launch_places' then value::integer <= 1000
    else value::integer <= 999 end
  )
);
comment on table public.app_settings is
  'Settings, one typed row each; an unset number is 0, and a change applies to what happens afterwards (D66). The logo of the branding '
  'screen and the address of the picture that emails show (D24); the tokens credited for each hour of delay, and at most (D36); how many '
  'invitations members have in a year, and what a referral brings both (D43); whether admins need a second factor (D54); what a year costs '
  'in cents, at the launch price for how many people (D26); whether members can pay (D61); the address for questions.';
-- The prices and places that the specification names.
insert into public.app_settings (key, value) values ('membership_price', '9900'), ('launch_price', '1000'), ('launch_places', '50');
alter table public.app_settings enable row level security;
create policy "app_settings: members read" on public.app_settings
for select to authenticated using ((select private.is_member()));
create policy "app_settings: admins create" on public.app_settings
for insert to authenticated with check ((select private.is_admin()));
create policy "app_settings: admins update" on public.app_settings
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
grant select, insert (key, value), update (key, value) on public.app_settings to authenticated;

-- The server sets author and time of a setting when its value changes, and only then.
create function private.setting_before() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.value := btrim(new.value);
  new.updated_at := now();
  new.updated_by := auth.uid();
  if tg_op = 'UPDATE' and new.value = old.value then
    new.updated_at := old.updated_at;
    new.updated_by := old.updated_by;
  end if;
  return new;
end
$$;
create trigger app_settings_before before insert or update on public.app_settings
for each row execute function private.setting_before();
create trigger app_settings_audit after insert or update on public.app_settings
for each row when (auth.uid() is not null) execute function private.audit();

-- A setting that is a number; 0 unless an admin has set it.
create function private.setting_number(p_key text) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((select s.value::integer from public.app_settings as s where s.key = p_key), 0);
end
$$;

create function public.save_settings(p_opened jsonb, p_values jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_setting record;
begin
  perform private.require_admin();
  -- In one order, so that two admins wait for each other instead of ending in a deadlock.
  for v_setting in select v.key, v.value from jsonb_each_text(p_values) as v order by v.key loop
    insert into public.app_settings as s (key, value) values (v_setting.key, v_setting.value)
    on conflict (key) do update set value = excluded.value where s.value in (p_opened ->> v_setting.key, excluded.value);
    if not found then
      raise exception 'row_changed' using errcode = 'PT409', detail = v_setting.key;
    end if;
  end loop;
end
$$;
comment on function public.save_settings is
  'Saves settings that are changed together, all or none: values by key, with those that the screen opened with. Raises row_changed, with '
  'the key, if somebody has changed one meanwhile; nothing is overwritten (D7, D66). Admins only.';
grant execute on function public.save_settings to authenticated;

create table public.token_packs (
  id uuid primary key default gen_random_uuid(),
  tokens integer not null check (tokens between 1 and 100000),
  price integer not null check (price between 50 and 1000000),
  is_on_sale boolean not null default true,
  -- Two may swap their sizes.
  constraint token_packs_tokens_key unique (tokens) deferrable
);
comment on table public.token_packs is 'What members can buy tokens in, at a price in cents (D65). What was bought keeps its own tokens and price.';
alter table public.token_packs enable row level security;
create policy "token_packs: members read those on sale" on public.token_packs
for select to authenticated using (is_on_sale and (select private.is_member()));
create policy "token_packs: admins read" on public.token_packs
for select to authenticated using ((select private.is_admin()));
grant select on public.token_packs to authenticated;
create trigger token_packs_audit after insert or update or delete on public.token_packs
for each row when (auth.uid() is not null) execute function private.audit();

create function public.save_token_packs(p_opened jsonb, p_packs jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if jsonb_typeof(p_packs) is distinct from 'array' then
    raise exception 'invalid_rows' using errcode = 'PT422';
  end if;
  lock table public.token_packs in share row exclusive mode;
  if (select coalesce(jsonb_agg(to_jsonb(p) order by p.tokens), '[]') from public.token_packs as p) is distinct from p_opened then
    raise exception 'row_changed' using errcode = 'PT409';
  end if;
  delete from public.token_packs as p
  where p.id not in (select n.id from jsonb_to_recordset(p_packs) as n (id uuid) where n.id is not null);
  insert into public.token_packs (id, tokens, price, is_on_sale)
  select coalesce(n.id, gen_random_uuid()), n.tokens, n.price, n.is_on_sale
  from jsonb_to_recordset(p_packs) as n (id uuid, tokens integer, price integer, is_on_sale boolean)
  on conflict (id) do update set tokens = excluded.tokens, price = excluded.price, is_on_sale = excluded.is_on_sale;
end
$$;
comment on function public.save_token_packs is
  'Replaces the token packs, given those that the screen opened with, by number of tokens. Raises row_changed if they are others by now '
  '(D7, D65). Admins only.';
grant execute on function public.save_token_packs to authenticated;
