-- The files that orders deliver, in a private bucket (D32).

-- Any type: a browser saves them, and shows none.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('deliveries', 'deliveries', false, 52428800, null)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.may_download(p_path text)
returns boolean
language sql stable security definer set search_path = ''
begin atomic
  select exists (
    select from private.deliveries as d join public.orders as o on o.id = d.order_id
    where d.file_path = p_path and d.withdrawn_at is null and o.user_id = (select private.actor()) and o.status <> 'cancelled');
end;
comment on function private.may_download(text) is
  'Whether the caller has a live order whose current delivery is this file (D32). Orders of a deleted member have no owner (D12).';

create function private.may_remove_file(p_path text)
returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  -- Waits for a change of the benefit's settings, which itself waits for orders.
  perform from public.benefits as b where b.id::text = split_part(p_path, '/', 1) for share;
  return private.is_admin()
    and not exists (select from private.benefit_delivery as s where s.file_path = p_path)
    and not exists (select from private.deliveries as d where d.file_path = p_path and d.withdrawn_at is null);
end
$$;
comment on function private.may_remove_file(text) is
  'Whether the caller is an admin, and no benefit and no order needs this file; a cancelled order does, because it can be reopened.';

-- No policy for updates, and no signed upload, which could replace: an order's file never changes.
create policy "deliveries: admins upload" on storage.objects
for insert to authenticated
with check (
  bucket_id = 'deliveries' and (select private.is_admin()) and (select storage.operation()) = 'storage.object.upload'
  -- The benefit, an id of the upload, and a name.
  and name ~ '^[0-9a-f]{8}-[0-9a-f-]{27}/[0-9a-f]{8}-[0-9a-f-]{27}/[^/]+$'
);
-- Not to copy: to a public bucket, that would publish the file.
create policy "deliveries: admins read" on storage.objects
for select to authenticated
using (
  bucket_id = 'deliveries' and (select private.is_admin())
  and coalesce((select storage.operation()), '') !~ 'copy$'
);
-- Nothing but the download: no list, no details, no copy, and no signed address, which would outlive a cancellation.
create policy "deliveries: members download" on storage.objects
for select to authenticated
using (
  bucket_id = 'deliveries' and (select storage.operation()) = 'storage.object.get_authenticated'
  and private.may_download(name)
);
create policy "deliveries: admins remove unused ones" on storage.objects
for delete to authenticated using (bucket_id = 'deliveries' and private.may_remove_file(name));
