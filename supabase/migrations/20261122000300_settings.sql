-- Settings that admins change, and the bucket of the logo (D24, D36, D43).

create table public.app_settings (
  key text primary key check (key in (
    'email_logo_url', 'email_logo_in_mails', 'sla_credit_rate', 'sla_credit_cap', 'invitations_per_member', 'referral_bonus',
    'require_second_factor'
  )),
  value text not null check (char_length(btrim(value)) between 1 and 2048),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  -- As benefits_image_url_valid.
  constraint app_settings_value_valid check (
    case when key = 'require_second_factor' then value in ('0', '1')
      when key in ('sla_credit_rate', 'sla_credit_cap', 'invitations_per_member', 'referral_bonus') then value ~ '^(0|[1-9][0-9]{0,2})$'
      else value ~* '^(/(?![/\\])|https?://[^/])' and value !~ '[\u0001-\u001f\u007f-\u009f]' end
  )
);
comment on table public.app_settings is
  'Settings: the logo of the branding screen and the address of the picture that emails show (D24); the tokens credited for each hour '
  'of delay, and at most (D36); how many invitations members have in a year, and what a referral brings both (D43); whether admins need a second factor.';
alter table public.app_settings enable row level security;
create policy "app_settings: members read" on public.app_settings
for select to authenticated using ((select private.is_member()));
create policy "app_settings: admins create" on public.app_settings
for insert to authenticated with check ((select private.is_admin()));
create policy "app_settings: admins update" on public.app_settings
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
grant select, insert (key, value), update (key, value) on public.app_settings to authenticated;

create function private.setting_before()
returns trigger
language plpgsql security definer set search_path = ''
as $$
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
comment on function private.setting_before() is 'Trigger: the server sets author and time of a setting when its value changes, and only then.';
create trigger app_settings_before before insert or update on public.app_settings
for each row execute function private.setting_before();
create trigger app_settings_audit after insert or update on public.app_settings
for each row when (current_user <> 'postgres') execute function private.audit();

-- No SVG: it can contain script, and the bucket is public.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('branding', 'branding', true, 524288, array['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;
create policy "branding: admins read" on storage.objects
for select to authenticated using (bucket_id = 'branding' and (select private.is_admin()));
create policy "branding: admins upload" on storage.objects
for insert to authenticated with check (bucket_id = 'branding' and (select private.is_admin()));
create policy "branding: admins replace" on storage.objects
for update to authenticated
using (bucket_id = 'branding' and (select private.is_admin()))
with check (bucket_id = 'branding' and (select private.is_admin()));
create policy "branding: admins remove" on storage.objects
for delete to authenticated using (bucket_id = 'branding' and (select private.is_admin()));
