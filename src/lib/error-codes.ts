/** Raised by the database, as the message of a `PT...` state (C7). */
export const databaseErrorCodes = [
  'admin_exists',
  'audit_log_is_immutable',
  'benefit_unavailable',
  'cannot_delete_self',
  'delivery_is_immutable',
  'estimate_forbidden',
  'import_too_large',
  'insufficient_tokens',
  'invalid_answer',
  'invalid_delivery',
  'invalid_email',
  'invalid_invite_code',
  'invalid_profile',
  'invalid_redemption_email',
  'key_is_immutable',
  'last_admin',
  'ledger_is_append_only',
  'ledger_mismatch',
  'not_admin',
  'not_signed_in',
  'nothing_to_report',
  'order_changed',
  'order_is_immutable',
  'price_changed',
  'profile_column_forbidden',
  'profile_not_found',
  'rate_limited',
  'reason_required',
  'report_closed',
  'report_refused',
  'request_id_reused',
  'settings_changed',
  'sold_out',
  'too_many_orders',
  'undoable_guess',
  'unknown_kind',
  'unknown_sort',
  'unknown_step',
] as const

type PostgresErrorCode = '22003' | '22007' | '22008' | '22P02' | '23505' | 'PGRST100' | 'PGRST103'

type AuthErrorCode =
  | 'email_address_invalid'
  | 'email_address_not_authorized'
  | 'email_exists'
  | 'email_not_confirmed'
  | 'invalid_credentials'
  | 'otp_expired'
  | 'over_email_send_rate_limit'
  | 'same_password'
  | 'unexpected_failure'
  | 'user_already_exists'
  | 'weak_password'

type ClientErrorCode =
  | 'code_refused'
  | 'network'
  | 'offline'
  | 'row_changed'
  | 'row_deleted'
  | 'session_ended'
  | 'unknown'

export type ErrorCode =
  | (typeof databaseErrorCodes)[number]
  | PostgresErrorCode
  | AuthErrorCode
  | ClientErrorCode
