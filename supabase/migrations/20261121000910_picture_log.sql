-- Uploading, replacing, moving and deleting pictures is a change by an admin (D29).

create function private.audit_picture()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- As json: the columns are storage's own.
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_before jsonb := private.picture_fields(v_old);
  v_after jsonb := private.picture_fields(v_new);
  -- Storage writes an upload with its own role, under the name of who sent it.
  v_actor uuid := coalesce(auth.uid()::text, v_new ->> 'owner_id', v_new ->> 'owner');
begin
  if v_actor is null or coalesce(v_before, v_after) is null
    or v_old - 'last_accessed_at' = v_new - 'last_accessed_at'
  then
    return null;
  end if;
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  values (v_actor, 'pictures', coalesce(v_after, v_before) ->> 'path', lower(tg_op), v_before, v_after);
  return null;
end
$$;
comment on function private.audit_picture() is
  'Trigger: records a picture of a benefit or a logo that an admin uploaded, replaced, moved or deleted (D29).';

create function private.picture_fields(p_object jsonb)
returns jsonb
language sql immutable set search_path = ''
begin atomic
  select jsonb_build_object(
    'path', concat(p_object ->> 'bucket_id', '/', p_object ->> 'name'),
    'type', p_object #> '{metadata,mimetype}', 'size', p_object #> '{metadata,size}')
  where p_object ->> 'bucket_id' in ('benefits', 'branding');
end;
comment on function private.picture_fields(jsonb) is
  'What the log tells of an object of storage; null for those that are no pictures of ours.';

create trigger guildhall_pictures_audit after insert or update or delete on storage.objects
for each row execute function private.audit_picture();
