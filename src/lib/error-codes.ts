/** Raised by the database, as the message of a `PT...` state (C7). */
export const databaseErrorCodes = [
  'account_leaving',
  'admin_exists',
  'admins_lack_second_factor',
  'already_sent',
  'already_undone',
  'audit_log_is_immutable',
  'benefit_unavailable',
  'cannot_approve_own_factor',
  'cannot_delete_self',
  'cannot_invite',
  'cannot_reset_own_factor',
  'category_deleted',
  'closed',
  'code_not_extendable',
  'deletion_not_found',
  'delivery_is_immutable',
  'dry_run_expired',
  'estimate_forbidden',
  'expiry_past',
  'filter_or_ids',
  'import_too_large',
  'insufficient_tokens',
  'invalid_answer',
  'invalid_cancel_reason',
  'invalid_change',
  'invalid_days',
  'invalid_delivery',
  'invalid_email',
  'invalid_grant_type',
  'invalid_invite_code',
  'invalid_message',
  'invalid_months',
  'invalid_note',
  'invalid_profile',
  'invalid_redemption_email',
  'invalid_rows',
  'invitation_closed',
  'invitation_not_found',
  'key_is_immutable',
  'last_admin',
  'ledger_is_append_only',
  'ledger_mismatch',
  'limit_reached',
  'membership_ended',
  'membership_inactive',
  'membership_not_due',
  'message_has_link',
  'no_second_factor',
  'not_admin',
  'not_open_yet',
  'not_signed_in',
  'not_your_operation',
  'nothing_to_report',
  'numbers_differ',
  'operation_not_found',
  'order_changed',
  'order_is_immutable',
  'order_not_found',
  'order_not_pending',
  'pack_unavailable',
  'password_required',
  'payment_in_progress',
  'payment_not_found',
  'payments_off',
  'price_changed',
  'profile_column_forbidden',
  'profile_not_found',
  'rate_limited',
  'reason_required',
  'refund_refused',
  'report_closed',
  'report_refused',
  'request_id_reused',
  'resent_too_often',
  'row_changed',
  'search_too_long',
  'second_factor_required',
  'sold_out',
  'too_many_orders',
  'too_many_rows',
  'too_many_views',
  'undo_closed',
  'undoable_guess',
  'unknown_filter',
  'unknown_kind',
  'unknown_number',
  'unknown_sort',
  'unknown_status',
  'unknown_step',
] as const

type PostgresErrorCode = '22003' | '22007' | '22008' | '22P02' | '23505' | 'PGRST100' | 'PGRST103'

type AuthErrorCode =
  | 'email_address_invalid'
  | 'email_address_not_authorized'
  | 'email_exists'
  | 'email_not_confirmed'
  | 'insufficient_aal'
  | 'invalid_credentials'
  | 'mfa_challenge_expired'
  | 'mfa_factor_name_conflict'
  | 'mfa_verification_failed'
  | 'otp_expired'
  | 'over_request_rate_limit'
  | 'over_email_send_rate_limit'
  | 'same_password'
  | 'too_many_enrolled_mfa_factors'
  | 'unexpected_failure'
  | 'user_already_exists'
  | 'weak_password'

type ClientErrorCode = 'code_refused' | 'network' | 'offline' | 'row_deleted' | 'session_ended' | 'unknown'

export type ErrorCode =
  | (typeof databaseErrorCodes)[number]
  | PostgresErrorCode
  | AuthErrorCode
  | ClientErrorCode
