import { readFileSync } from 'node:fs'
import { operations } from '../operations/list.ts'
import { DELIVERY_FUNCTIONS } from './delivery-rules.ts'
import type { FunctionRule } from './rule.ts'
import { signatures } from './signatures.ts'

/** The functions for admins, except those of deliveries. */
export const ADMIN_FUNCTIONS: Record<string, FunctionRule> = signatures(
  ['admin'],
  `
  reconcile()
  order_history(p_order_id)
  order_categories(p_ids) writes
  admin_counts()
  pending_orders()
  token_flow(p_step, p_steps, p_zone)
  order_flow(p_days, p_zone)
  email_status()
  send_test_email(p_template)
  test_email(p_id)
  benefit_figures(p_benefits)
  activity(p_search?, p_table?, p_key_id?, p_reverse?, p_limit?)
  count_activity(p_search?, p_table?)
  search_orders(p_filter, p_sort?, p_key_value?, p_key_id?, p_reverse?, p_limit?)
  count_orders(p_filter)
  view_counts(p_filters)
  order_counts()
  search_profiles(p_search, p_sort?, p_ascending?, p_key_value?, p_key_id?, p_reverse?, p_limit?)
  count_profiles(p_search)
  person_figures(p_id)
  person_reports(p_id, p_key_value?, p_key_id?, p_reverse?, p_limit?)
  person_notes(p_id, p_key_value?, p_key_id?, p_reverse?, p_limit?)
  person_messages(p_id, p_key_value?, p_key_id?, p_reverse?, p_limit?)
  search_redeem_codes(p_search, p_state, p_key_value?, p_key_id?, p_reverse?, p_limit?)
  search_invite_codes(p_search, p_state, p_key_value?, p_key_id?, p_reverse?, p_limit?)
  count_codes(p_kind, p_state, p_search)
  code_counts(p_kind)
  code_details(p_kind, p_id)
  code_users(p_kind, p_id, p_key_value?, p_key_id?, p_reverse?, p_limit?)
  taken_codes(p_kind, p_codes)
  search_invitations(p_search?, p_key_value?, p_key_id?, p_reverse?, p_limit?)
  invitation_counts(p_search?)
  set_order_statuses(p_ids, p_status, p_filter?, p_dry_run?, p_expected?, p_kind?, p_content?, p_message?, p_note?) writes
  continue_operation(p_operation_id) writes PT404
  undo_operation(p_operation_id) writes PT404
  operation_rows(p_operation_id, p_state?, p_after?, p_limit?)
  second_factors_of(p_person)
  reset_second_factor(p_person) writes PT404`,
)

/** The functions for the sender of emails, which no client may call. */
export const SERVICE_FUNCTIONS: Record<string, FunctionRule> = signatures(
  [],
  `
  lease_emails(p_limit)
  mark_email_sent(p_id)
  mark_email_failed(p_id, p_attempt, p_error, p_permanent)
  email_sender_ran_at()
  run_due()`,
)

/** The private function that a public one calls, where its name is another. */
export const WRAPPED: Record<string, string> = {
  reconcile: 'reconcile_for_admin',
  start_export: 'writes_as_admin',
  operation_rows: 'operation_rows_of',
  search_redeem_codes: 'search_codes',
  search_invite_codes: 'search_codes',
}

/** A value of a call as text, for GET and SQL. */
export const asText = (value: unknown): string =>
  Array.isArray(value)
    ? `{${value.join(',')}}`
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/** The functions of `public` (docs/functions.md). To a deleted person the totals are zeros, and a code is refused. */
export const FUNCTIONS: Record<string, FunctionRule> = {
  ...signatures(['anonymous', 'ghost', 'member', 'admin'], 'launch_spots_left()\n unsubscribe(p_token)'),
  ...signatures(
    ['ghost', 'member', 'admin'],
    `
    my_totals(p_type?)
    start_export()
    late_credit_left()
    search_everything(p_term, p_all?)
    browse_benefits(p_search?, p_category?, p_favourites?, p_affordable?, p_sort?, p_key_value?, p_key_id?, p_limit?)
    browse_counts(p_search?, p_category?, p_favourites?, p_affordable?)
    benefit_facts(p_benefits)`,
  ),
  ...signatures(['anonymous', 'ghost', 'member', 'admin'], 'open_invitation(p_code, p_token?) writes'),
  ...signatures(
    ['member', 'admin'],
    `
    my_invitations()
    explain_number(p_number, p_part?, p_account?, p_from?, p_to?, p_zone?)
    explain_rows(p_number, p_part?, p_account?, p_from?, p_to?, p_zone?, p_as_of?, p_key_value?, p_key_id?, p_reverse?, p_limit?)
    my_data(p_part, p_after?)
    my_data_counts()`,
  ),
  ...DELIVERY_FUNCTIONS,
  ...ADMIN_FUNCTIONS,
  ...SERVICE_FUNCTIONS,
  ...Object.assign({}, ...operations.map(({ functions }) => functions)),
}

/** Computed relationships, which clients embed and never call. */
export const RELATIONSHIPS: readonly string[] = [
  'customer',
  'benefit',
  'related_order',
  'redeemed_code',
  'redeemer',
  'revoker',
  'creator',
  'person',
  'desk',
  'assignee',
  'author',
  'actor',
]

const schema = readFileSync(new URL('../../../supabase/schema.sql', import.meta.url), 'utf8')
const privateNames = (kind: 'table|view' | 'function') => [
  ...new Set(
    [...schema.matchAll(new RegExp(`^create.* (?:${kind}) private\\.(\\w+)`, 'gim'))].map(
      ([, name = '']) => name,
    ),
  ),
]

/** What no client can name (C14). */
export const PRIVATE_TABLES: readonly string[] = privateNames('table|view')
export const PRIVATE_FUNCTIONS: readonly string[] = privateNames('function')

/** What policies and checks call as the client; checks also as the service. */
export const IN_POLICIES = [
  'is_admin',
  'writes_as_admin',
  'lacks_second_factor',
  'is_member',
  'may_download',
  'may_remove_file',
]
export const IN_CHECKS =
  `trim_text normalize_code has_hidden has_visible is_plain_text is_email is_code mailbox_of is_order order_text is_notification_row`.split(
    ' ',
  )

/** Tables of schemas that the REST layer must not expose. */
export const ELSEWHERE: Record<string, readonly string[]> = {
  private: PRIVATE_TABLES,
  auth: ['users', 'sessions', 'refresh_tokens', 'mfa_factors', 'mfa_challenges', 'mfa_amr_claims'],
  storage: ['objects', 'buckets'],
}

/** The tables of the realtime publication; subscribers get the rows that `select` shows them. */
export const LIVE: readonly string[] = [
  'profiles',
  'token_transactions',
  'orders',
  'order_desk',
  'order_notes',
  'notifications',
  'operations',
]
