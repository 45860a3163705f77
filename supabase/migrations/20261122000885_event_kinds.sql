-- The kinds of emails and notifications (D37, D40), and what a row of the outbox may hold.

create function private.is_email_kind(p_kind text)
returns boolean
language plpgsql immutable strict set search_path = ''
as $$
begin
  return p_kind in (
    'order_placed', 'order_status', 'order_delivered', 'order_cancelled', 'report_answered', 'tokens_adjusted',
    'membership_ending', 'membership_extended', 'benefit_available', 'invitation_joined',
    'report_opened', 'pool_low', 'stock_low', 'orders_overdue', 'email_given_up', 'large_grant', 'reconcile_found', 'test', 'invitation',
    'deletion_requested', 'deletion_scheduled', 'account_deleted',
    'second_factor_reset', 'second_factor_added', 'second_factor_removed', 'recovery_code_used', 'password_changed'
  );
end
$$;
comment on function private.is_email_kind(text) is 'The kinds of emails.';

create function private.is_admin_notification(p_kind text)
returns boolean
language plpgsql immutable strict set search_path = ''
as $$
begin
  return p_kind in (
    'pool_low', 'stock_low', 'orders_overdue', 'reports_open', 'emails_given_up', 'large_grant', 'reconcile_found', 'waitlist'
  );
end
$$;
comment on function private.is_admin_notification(text) is 'Whether a kind of notification is addressed to admins, and not to a member.';

create function private.is_notification_row(p_kind text, p_count integer)
returns boolean
language sql immutable set search_path = ''
-- Bound when it is created: the members whose rows it checks may not name what is in private.
return p_count > 0 and (private.is_admin_notification(p_kind) or p_kind in (
  'order_status', 'order_delivered', 'order_cancelled', 'report_answered', 'tokens_adjusted', 'membership_ending', 'membership_extended',
  'benefit_available', 'invitation_joined'
));
comment on function private.is_notification_row(text, integer) is 'What the columns of a notification may hold; one function, as private.is_order().';

create function private.notification_group(p_kind text)
returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when p_kind in (
      'order_placed', 'order_status', 'order_delivered', 'order_cancelled', 'report_answered') then 'orders'
    when p_kind = 'tokens_adjusted' then 'tokens'
    when p_kind = 'benefit_available' then 'favourites'
    when p_kind in ('membership_ending', 'membership_extended') then 'membership'
    when p_kind = 'invitation_joined' then 'invitations'
    when p_kind in ('pool_low', 'stock_low') then 'stock'
    when p_kind = 'orders_overdue' then 'overdue'
    when p_kind in ('reports_open', 'report_opened') then 'reports'
    when p_kind in ('emails_given_up', 'email_given_up') then 'emails'
    when p_kind in ('large_grant', 'reconcile_found') then 'grants'
  end;
end
$$;
comment on function private.notification_group(text) is
  'The group of preferences that a kind of notification or email belongs to; null for a test email, which has none.';

create function private.is_outbox_row(p_kind text, p_recipient uuid, p_template text, p_outcome text, p_finished_at timestamptz, p_error text)
returns boolean
language plpgsql immutable security definer set search_path = ''
as $$
begin
  return private.is_email_kind(p_kind)
    and (p_recipient is null) = (p_kind in ('invitation', 'account_deleted'))
    and (p_kind = 'test') = (p_template is not null)
    and (p_template is null or p_template ~ '^[a-z_]{1,40}$')
    and (p_outcome is null) = (p_finished_at is null)
    and (p_outcome is null or p_outcome in ('sent', 'given_up', 'skipped', 'over_limit'))
    and (p_error is null or p_error ~ '^[a-z0-9_]{1,40}$');
end
$$;
comment on function private.is_outbox_row(text, uuid, text, text, timestamptz, text) is
  'What the columns of a queued email may hold; one function, as private.is_order().';
