-- Until when a code works (D41).

create function private.extend_code(p_kind text, p_id uuid, p_expires_at timestamptz)
returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  v_table text;
  v_code text;
  v_before timestamptz;
begin
  perform private.begin_admin_write();
  v_table := private.code_table(p_kind);
  if p_expires_at <= now() then
    raise exception 'expiry_past' using errcode = 'PT422';
  end if;
  execute format(
    $sql$select c.code, c.expires_at from public.%I as c
    where c.id = $1 and not c.is_used and not c.is_revoked for no key update$sql$, v_table) into v_code, v_before using p_id;
  -- An invitation whose address was erased, also while this waited for the code, would admit anybody; a link that outlives its
  -- year of membership, more people than its member may invite.
  if v_code is null or exists (select from public.invitations as i where i.code_id = p_id and i.email is null) then
    raise exception 'code_not_extendable' using errcode = 'PT409';
  end if;
  if v_before is distinct from p_expires_at then
    execute format('update public.%I as c set expires_at = $2 where c.id = $1', v_table) using p_id, p_expires_at;
    insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
    values (
      auth.uid(), v_table, p_id::text, 'update', jsonb_build_object('expires_at', v_before),
      jsonb_build_object('code', v_code, 'expires_at', p_expires_at));
  end if;
  return p_expires_at;
end
$$;
comment on function private.extend_code(text, uuid, timestamptz) is 'The change behind public.extend_code().';

create function public.extend_code(p_kind text, p_id uuid, p_expires_at timestamptz default null)
returns timestamptz
language sql volatile set search_path = ''
begin atomic
  select private.extend_code(p_kind, p_id, p_expires_at);
end;
comment on function public.extend_code(text, uuid, timestamptz) is
  'Sets until when a code works that is available or expired; null is without end. Raises expiry_past, or code_not_extendable for any '
  'other code. Admins only.';
