-- Every grant and revoke in one place that can run again (C12). The result is the same on projects that
-- grant everything by default and on those that do not.

create function private.apply_privileges()
returns void
language plpgsql set search_path = ''
as $$
begin
  alter default privileges revoke execute on functions from public;
  alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
  alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
  alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

  revoke all on schema private from public, anon, authenticated, service_role;
  revoke create on schema public from public, anon, authenticated, service_role;
  revoke all on all tables in schema public, private from public, anon, authenticated, service_role;
  revoke all on all sequences in schema public, private from public, anon, authenticated, service_role;
  revoke all on all functions in schema public, private from public, anon, authenticated, service_role;
  grant usage on schema public to anon, authenticated, service_role;

  -- One role serves members and admins: these are the union, policies and triggers subtract.
  grant select, delete, update (name, phone, role, current_tokens) on public.profiles to authenticated;
  grant select on public.token_transactions to authenticated;
  grant select, delete,
    insert (name, description, token_value, image_url, is_active),
    update (name, description, token_value, image_url, is_active)
  on public.benefits to authenticated;
  grant select,
    insert (id, user_id, benefit_id, redemption_email, status,
      benefit_name, benefit_token_value, benefit_image_url, benefit_description),
    update (status, updated_at)
  on public.orders to authenticated;
  grant select, insert (code, token_value) on public.redeem_codes to authenticated;
  grant select, insert (code) on public.invite_codes to authenticated;
  grant select, insert (key, value), update (key, value) on public.app_settings to authenticated;

  -- The public wrappers run as their caller, who therefore needs EXECUTE on what they wrap; without USAGE on
  -- the schema nobody can name it.
  grant execute on function public.validate_invite_code(text), private.validate_invite_code(text),
    public.launch_places_left(), private.launch_places_left() to anon, authenticated;
  grant execute on function private.is_admin(), private.is_member(),
    public.redeem_code(text), private.redeem_code(text),
    public.reconcile(), private.reconcile_for_admin(),
    public.order_history(uuid), private.order_history(uuid), public.my_totals(text) to authenticated;

  grant select on all tables in schema public to service_role;

  grant usage on schema private to supabase_auth_admin;
  grant execute on function private.before_user_created(jsonb) to supabase_auth_admin;
end
$$;
comment on function private.apply_privileges() is
  'Revokes everything, then grants exactly what each role needs; run it again after anything that grants by itself.';

select private.apply_privileges();
