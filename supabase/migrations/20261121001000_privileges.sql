-- The rights of the admin's lists and figures: the whole of apply_privileges() again, with their lines in it (C12).

create or replace function private.apply_privileges()
returns void
language plpgsql set search_path = ''
as $$
begin
  alter default privileges revoke execute on functions from public;
  alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
  alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
  alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

  revoke all on schema private, api_guard from public, anon, authenticated, service_role;
  revoke create on schema public from public, anon, authenticated, service_role;
  revoke all on all tables in schema public, private from public, anon, authenticated, service_role;
  revoke all on all sequences in schema public, private from public, anon, authenticated, service_role;
  revoke all on all functions in schema public, private, api_guard from public, anon, authenticated, service_role;
  grant usage on schema public to anon, authenticated, service_role;

  -- One role serves members and admins: these are the union, policies and triggers subtract.
  grant select, delete, update (name, phone, role, current_tokens, adjustment_reason) on public.profiles to authenticated;
  grant select on public.token_transactions to authenticated;
  grant select, delete,
    insert (id, name, description, token_value, image_url, is_active),
    update (name, description, token_value, image_url, is_active)
  on public.benefits to authenticated;
  grant select,
    insert (id, user_id, benefit_id, redemption_email, status,
      benefit_name, benefit_token_value, benefit_image_url, benefit_description),
    update (status, updated_at)
  on public.orders to authenticated;
  grant select, insert (code, token_value, note, batch_id) on public.redeem_codes to authenticated;
  grant select, insert (code, note, batch_id) on public.invite_codes to authenticated;
  grant select, insert (key, value), update (key, value) on public.app_settings to authenticated;

  -- The public wrappers run as their caller, who therefore needs EXECUTE on what they wrap; without USAGE on
  -- the schema nobody can name it.
  grant execute on function public.validate_invite_code(text), private.validate_invite_code(text),
    public.launch_places_left(), private.launch_places_left() to anon, authenticated;
  grant execute on function private.is_admin(), private.is_member(),
    public.redeem_code(text), private.redeem_code(text),
    public.reconcile(), private.reconcile_for_admin(),
    public.order_history(uuid), private.order_history(uuid), public.my_totals(text) to authenticated;

  -- What the checks of the tables call, as whoever writes the row; each only looks at its argument.
  grant execute on function private.trim_text(text), private.norm_code(text), private.has_hidden(text), private.has_visible(text),
    private.is_plain_text(text), private.is_email(text), private.is_code(text) to authenticated, service_role;

  -- What the REST layer embeds, by the row rules of its caller.
  grant execute on function public.customer(public.orders), public.benefit(public.orders),
    public.related_order(public.token_transactions),
    public.redeemer(public.redeem_codes), public.redeemer(public.invite_codes) to authenticated;

  -- The admin's lists; each checks its caller.
  grant execute on function
    public.search_orders(text, text, timestamptz, timestamptz, timestamptz, uuid, boolean, integer),
    private.search_orders(text, text, timestamptz, timestamptz, timestamptz, uuid, boolean, integer),
    public.count_orders(text, text, timestamptz, timestamptz), private.count_orders(text, text, timestamptz, timestamptz),
    public.order_counts(), private.order_counts(),
    public.search_profiles(text, text, boolean, text, uuid, boolean, integer),
    private.search_profiles(text, text, boolean, text, uuid, boolean, integer),
    public.count_profiles(text), private.count_profiles(text),
    public.search_redeem_codes(text, boolean, timestamptz, uuid, boolean, integer),
    private.search_redeem_codes(text, boolean, timestamptz, uuid, boolean, integer),
    public.search_invite_codes(text, boolean, timestamptz, uuid, boolean, integer),
    private.search_invite_codes(text, boolean, timestamptz, uuid, boolean, integer),
    public.count_codes(text, boolean, text), private.count_codes(text, boolean, text),
    public.code_counts(text), private.code_counts(text) to authenticated;

  -- The admin's overview and log; each checks its caller.
  grant execute on function
    public.admin_counts(), private.admin_counts(), public.pending_orders(), private.pending_orders(),
    public.token_flow(text, integer, text), private.token_flow(text, integer, text),
    public.order_flow(integer, text), private.order_flow(integer, text),
    public.mail_status(), private.mail_status(),
    public.benefit_figures(uuid[]), private.benefit_figures(uuid[]),
    public.activity(text, text, bigint, boolean, integer), private.activity(text, text, bigint, boolean, integer),
    public.count_activity(text, text), private.count_activity(text, text) to authenticated;

  -- Before each request, whoever sends it.
  grant usage on schema api_guard to anon, authenticated, service_role;
  grant execute on function api_guard.before_request(), private.refuse_estimates() to anon, authenticated, service_role;

  grant select on all tables in schema public to service_role;

  grant usage on schema private to supabase_auth_admin;
  grant execute on function private.before_user_created(jsonb) to supabase_auth_admin;
end
$$;
select private.apply_privileges();
