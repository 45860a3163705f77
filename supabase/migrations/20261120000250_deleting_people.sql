-- What goes and what stays when a person is deleted (D12).

create function private.profile_before_delete()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.id = auth.uid() then
    raise exception 'cannot_delete_self' using errcode = 'PT409';
  end if;
  update public.orders
  set user_id = null, customer_name = null, customer_email = null, redemption_email = null
  where user_id = old.id;
  return old;
end
$$;
comment on function private.profile_before_delete() is
  'Trigger: nobody deletes themselves; a deleted person''s orders stay without the person''s data (D12).';
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
  -- A reason is free text about this person, who may be named in it.
  update public.token_transactions set user_id = null, reason = null where account_id = old.id;
  update public.redeem_codes set used_by = null where used_by = old.id;
  update public.invite_codes set used_by = null where used_by = old.id;
  update private.audit_log
  set before = before - private.personal_keys(), after = after - private.personal_keys()
  where table_name = 'profiles' and row_id = old.id::text;
  return null;
end
$$;
comment on function private.profile_after_delete() is
  'Trigger: the login and every link to the person go with the profile; names and reasons leave the ledger, names the log (D12).';
create trigger profiles_after_delete after delete on public.profiles
for each row execute function private.profile_after_delete();

create trigger profiles_audit_delete after delete on public.profiles
for each row when (current_user <> 'postgres') execute function private.audit();
-- A member's own name and phone are the member's affair; everything else is a change by an admin.
create trigger profiles_audit_update after update on public.profiles
for each row when (current_user <> 'postgres' and (old.role = 'admin' or auth.uid() is distinct from old.id))
execute function private.audit();
