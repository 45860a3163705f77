-- Every grant and revoke, in one function that may run again at any time (C12). The result is the same on projects that
-- grant everything by default and on those that do not.

create function private.apply_privileges()
returns void
language plpgsql set search_path = ''
as $$
declare
  -- The functions that clients call. A public one runs as its caller, who therefore needs EXECUTE on the private one that
  -- it wraps; without USAGE on the schema nobody can name that.
  v_everybody text[] := '{validate_invite_code, launch_spots_left, unsubscribe, open_invitation, request_invitation}';
  v_members text[] := '{
    redeem_code, my_totals, late_credit_left, explain_number, explain_rows, search_everything, browse_benefits, browse_counts, benefit_facts, set_favourite, ask_to_be_told,
    open_delivery, order_delivery, delivery_status, order_events, report_delivery, cancel_my_order,
    send_invitations, resend_invitation, correct_invitation, revoke_invitation, my_invitations,
    my_data, my_data_counts, request_deletion, confirm_deletion, keep_account,
    my_second_factor, create_recovery_codes, use_recovery_code}';
  v_relationships text[] := '{customer, benefit, related_order, redeemed_code, redeemer, revoker, creator, person, desk, assignee, author, actor}';
  -- Each checks its caller.
  v_admins text[] := '{
    order_categories, admin_counts, pending_orders, token_flow, order_flow, email_status, send_test_email, test_email, benefit_figures,
    stock, set_stock, activity, count_activity, order_history, reconcile,
    search_orders, count_orders, order_counts, view_counts, assign_orders, search_profiles, count_profiles,
    grant_tokens, extend_memberships, approve_waitlist, decline_waitlist, remove_from_waitlist, person_figures, person_reports, person_notes, person_messages,
    search_redeem_codes, search_invite_codes, count_codes, code_counts, code_details, code_users, taken_codes, extend_code,
    search_invitations, invitation_counts,
    import_keys, key_import, search_keys, key_counts, reveal_key, revealed_key, set_key_aside,
    set_order_statuses, note_orders, revoke_codes, set_keys_aside, change_benefits, continue_operation, undo_operation,
    operation_rows,
    delivery_settings, save_delivery_settings, deliver_order,
    search_reports, report_counts, report_details, answer_report, suspect_batches, decide_batch, delivery_figures, on_time_figures,
    second_factors_of, reset_second_factor, approve_second_factor}';
  -- What the sender of emails calls.
  v_service text[] := '{lease_emails, mark_email_sent, mark_email_failed, email_sender_ran_at, run_due}';
  v_function record;
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

  -- Members and admins share a role: grants are the union, policies and triggers subtract.
  grant select, delete, update (name, phone, role, current_tokens, adjustment_type, adjustment_reason) on public.profiles to authenticated;
  grant select on public.token_transactions to authenticated;
  grant select, delete,
    insert (id, name, description, token_value, image_url, is_active, delivery_method,
      category_id, per_member_limit, opens_at, closes_at, estimated_value),
    update (name, description, token_value, image_url, is_active, delivery_method,
      category_id, per_member_limit, opens_at, closes_at, estimated_value)
  on public.benefits to authenticated;
  grant select, delete, insert (id, name), update (name) on public.categories to authenticated;
  grant select,
    insert (id, user_id, benefit_id, redemption_email, status,
      benefit_name, benefit_token_value, benefit_image_url, benefit_description),
    update (status, updated_at)
  on public.orders to authenticated;
  grant select on public.order_desk to authenticated;
  grant select, insert (id, order_id, body) on public.order_notes to authenticated;
  grant select, delete, insert (id, name, position, filter, sort), update (name, position, filter, sort)
  on public.admin_views to authenticated;
  grant select, insert (code, token_value, note, batch_id, max_uses, expires_at) on public.redeem_codes to authenticated;
  grant select, insert (code, note, batch_id, max_uses, expires_at) on public.invite_codes to authenticated;
  grant select on public.invitations, public.code_uses to authenticated;
  grant select, insert (key, value), update (key, value) on public.app_settings to authenticated;
  grant select on public.operations, public.waitlist to authenticated;
  grant select, update (read_at) on public.notifications to authenticated;
  grant select, insert (user_id, kind, in_app, by_email), update (user_id, kind, in_app, by_email)
  on public.notification_preferences to authenticated;
  grant select on all tables in schema public to service_role;

  for v_function in
    select client.signature, client.roles
    from (
      select p.oid::regprocedure as signature, p.oid,
        case when p.proname = any (v_everybody) then 'anon, authenticated'
          when p.proname = any (v_service) then 'service_role' else 'authenticated' end as roles
      from pg_catalog.pg_proc as p
      where p.pronamespace = 'public'::regnamespace and p.proname = any (v_everybody || v_members || v_relationships || v_admins || v_service)
    ) as called
    cross join lateral (
      select called.signature, called.roles
      union all
      -- What the body of the wrapper calls.
      select d.refobjid::regprocedure, called.roles
      from pg_catalog.pg_depend as d join pg_catalog.pg_proc as wrapped on wrapped.oid = d.refobjid
      where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = called.oid
        and d.refclassid = 'pg_catalog.pg_proc'::regclass and wrapped.pronamespace = 'private'::regnamespace
    ) as client
  loop
    execute format('grant execute on function %s to %s', v_function.signature, v_function.roles);
  end loop;

  -- What policies call.
  grant execute on function private.actor(), private.is_admin(), private.is_member(),
    private.may_download(text), private.may_remove_file(text) to authenticated;
  -- What CHECK constraints, indexes and generated columns call, as the role that writes the row; each only reads its arguments.
  grant execute on function private.trim_text(text), private.normalize_code(text), private.has_hidden(text), private.has_visible(text),
    private.is_plain_text(text), private.is_email(text), private.is_code(text), private.mailbox_of(text),
    private.is_order(text, text, text, integer, text), private.order_text(text, text, text, text),
    private.is_notification_row(text, integer), private.is_admin_notification(text) to authenticated, service_role;

  -- Before every request.
  grant usage on schema api_guard to anon, authenticated, service_role;
  grant execute on function api_guard.before_request(), private.refuse_estimates(), private.refuse_without_code() to anon, authenticated, service_role;

  grant usage on schema private to supabase_auth_admin;
  grant execute on function private.before_user_created(jsonb) to supabase_auth_admin;
end
$$;
comment on function private.apply_privileges() is
  'Revokes everything, then grants each role exactly what it needs; run it again after anything that grants by itself.';
select private.apply_privileges();

create function private.disable_statistics()
returns void
language plpgsql set search_path = ''
as $$
declare
  v_column record;
begin
  for v_column in
    select c.relkind, a.attnum, a.attname, c.oid::regclass as relation
    from pg_catalog.pg_attribute as a join pg_catalog.pg_class as c on c.oid = a.attrelid
    left join pg_catalog.pg_index as i on i.indexrelid = c.oid
    where c.relnamespace::regnamespace::text in ('public', 'private') and a.attnum > 0 and not a.attisdropped
      and (c.relkind = 'r' or c.relkind = 'i' and i.indkey[a.attnum - 1] = 0)
  loop
    if v_column.relkind = 'r' then
      execute format('alter table %s alter column %I set statistics 0', v_column.relation, v_column.attname);
    else
      execute format('alter index %s alter column %s set statistics 0', v_column.relation, v_column.attnum);
    end if;
  end loop;
end
$$;
comment on function private.disable_statistics() is
  'Keeps the planner from collecting statistics of any value. With `Prefer: count=planned` anyone who may read one row of a '
  'table can query them, RLS policies or not, and refuse_estimates() sees only the last Prefer header; they would also keep '
  'names and emails of deleted people. Lists are read by index, in an order that needs no statistics. Run it again after '
  'adding a column or an index.';
select private.disable_statistics();
