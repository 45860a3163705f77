-- The kinds of emails (D37). A list in the CHECK of the outbox itself would be parsed for each order.

create function private.is_email_kind(p_kind text)
returns boolean
language plpgsql immutable strict set search_path = ''
as $$
begin
  return p_kind in (
    'order_placed', 'order_status', 'order_delivered', 'order_cancelled', 'report_answered', 'tokens_adjusted',
    'membership_ending', 'membership_extended', 'benefit_available', 'invitation_joined',
    'report_opened', 'pool_low', 'stock_low', 'orders_overdue', 'email_given_up', 'large_grant', 'reconcile_found', 'test', 'invitation',
    'deletion_requested', 'deletion_scheduled', 'account_deleted', 'second_factor_reset'
  );
end
$$;
comment on function private.is_email_kind(text) is 'The kinds of emails.';
