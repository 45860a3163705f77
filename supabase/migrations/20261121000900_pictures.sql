-- Pictures that admins upload: of benefits, and the logo that the mails carry (D24).

alter table public.app_settings drop constraint app_settings_key_check;
alter table public.app_settings
add constraint app_settings_key_check check (key in ('email_logo_url', 'email_logo_in_mails'));
comment on table public.app_settings is
  'Settings that admins change: the logo on the branding screen, and the address whose picture the mails carry (D24).';

-- No SVG: it can carry script, and this bucket is public.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('benefits', 'benefits', true, 1048576, array['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "benefits: admins read pictures" on storage.objects
for select to authenticated using (bucket_id = 'benefits' and (select private.is_admin()));
create policy "benefits: admins upload" on storage.objects
for insert to authenticated with check (bucket_id = 'benefits' and (select private.is_admin()));
create policy "benefits: admins replace" on storage.objects
for update to authenticated
using (bucket_id = 'benefits' and (select private.is_admin()))
with check (bucket_id = 'benefits' and (select private.is_admin()));
create policy "benefits: admins remove" on storage.objects
for delete to authenticated using (bucket_id = 'benefits' and (select private.is_admin()));
