import { randomUUID } from 'node:crypto'
import type { Row } from '../../db/support/world.ts'
import { operations } from '../operations/list.ts'
import { DELIVERY_FUNCTIONS, DELIVERY_INTERNALS, DELIVERY_TABLES } from './delivery-rules.ts'
import { OUTBOX_INTERNALS, OUTBOX_TABLES, SERVICE_CALLS } from './outbox-rules.ts'
import type { FunctionRule, Who } from './rule.ts'

const EVERYBODY: readonly Who[] = ['anonymous', 'ghost', 'member', 'admin']
const SIGNED_IN: readonly Who[] = ['ghost', 'member', 'admin']
const AT = new Date(0).toISOString()

/** The functions for admins, each with arguments that it takes. */
export const ADMIN_CALLS: Record<string, Row> = {
  reconcile: {},
  order_history: { p_order_id: randomUUID() },
  admin_counts: {},
  pending_orders: {},
  token_flow: { p_step: 'week', p_steps: 2, p_zone: 'Europe/Amsterdam' },
  order_flow: { p_days: 2, p_zone: 'Europe/Amsterdam' },
  email_status: {},
  send_test_email: { p_template: 'order_placed' },
  test_email: { p_id: randomUUID() },
  benefit_figures: { p_benefits: [randomUUID()] },
  activity: {},
  count_activity: {},
  search_orders: { p_search: 'x', p_status: 'pending', p_from: AT, p_to: AT },
  count_orders: { p_search: 'x' },
  order_counts: {},
  search_profiles: { p_search: 'x' },
  count_profiles: { p_search: 'x' },
  search_redeem_codes: { p_search: 'x', p_used: false },
  search_invite_codes: { p_search: 'x', p_used: false },
  count_codes: { p_kind: 'token', p_used: false, p_search: 'x' },
  code_counts: { p_kind: 'token' },
}
const page = ['p_key_value', 'p_key_id', 'p_reverse', 'p_limit']
/** Parameters that those calls leave out. */
const OPTIONAL: Record<string, string[]> = {
  activity: ['p_search', 'p_table', 'p_key_id', 'p_reverse', 'p_limit'],
  count_activity: ['p_search', 'p_table'],
  search_orders: page,
  count_orders: ['p_status', 'p_from', 'p_to'],
  search_profiles: ['p_sort', 'p_ascending', ...page],
  search_redeem_codes: page,
  search_invite_codes: page,
}
/** The private function that a public one calls, where its name is another. */
export const WRAPPED: Record<string, string> = {
  reconcile: 'reconcile_for_admin',
  search_redeem_codes: 'search_codes',
  search_invite_codes: 'search_codes',
}

/** A value of a call as text, for GET and SQL. */
export const asText = (value: unknown): string =>
  Array.isArray(value) ? `{${value.join(',')}}` : String(value)

/** The functions of `public` (docs/database.md, Rights). */
export const FUNCTIONS: Record<string, FunctionRule> = {
  // To a deleted person the totals are zeros, and a code is refused.
  launch_spots_left: { parameters: [], call: () => ({}), allowed: EVERYBODY },
  ...DELIVERY_FUNCTIONS,
  my_totals: { parameters: ['p_type'], call: () => ({}), allowed: SIGNED_IN },
  order_emails: {
    parameters: ['p_order_id'],
    call: () => ({ p_order_id: randomUUID() }),
    allowed: SIGNED_IN,
  },
  ...Object.fromEntries(
    Object.entries(SERVICE_CALLS).map(([name, call]): [string, FunctionRule] => [
      name,
      { parameters: Object.keys(call), call: () => call, allowed: [] },
    ]),
  ),
  ...Object.assign({}, ...operations.map(({ functions }) => functions)),
  ...Object.fromEntries(
    Object.entries(ADMIN_CALLS).map(([name, call]): [string, FunctionRule] => [
      name,
      {
        parameters: [...Object.keys(call), ...(OPTIONAL[name] ?? [])],
        call: () => call,
        allowed: ['admin'],
      },
    ]),
  ),
}

/** Computed relationships, which clients embed and never call. */
export const RELATIONSHIPS: readonly string[] = ['customer', 'benefit', 'related_order', 'redeemer']

/** What no client can name (C14). */
export const PRIVATE_TABLES: readonly string[] = [
  'attempts',
  'audit_log',
  'free_order_numbers',
  'redemption_requests',
  'renamed_people',
  'order_number_counter',
  ...DELIVERY_TABLES,
  ...OUTBOX_TABLES,
]
export const PRIVATE_FUNCTIONS: readonly string[] = [
  ...DELIVERY_INTERNALS,
  ...OUTBOX_INTERNALS,
  ...Object.keys(SERVICE_CALLS),
  ...Object.keys(DELIVERY_FUNCTIONS),
  ...`
  activity admin_counts apply_privileges audit audit_codes audit_picture audit_log_guard audit_log_subject audit_subject
  audit_text before_user_created benefit_after_delete benefit_before benefit_figures caller_address caller_of check_attempts check_balance check_login_email disable_statistics
  code_before code_counts code_match code_table count_activity count_attempt count_codes
  count_orders count_profiles handle_new_user has_hidden has_visible is_admin is_code is_email is_member is_plain_text sync_profile_email keep_last_admin valid_time_zone
  launch_spots_left ledger_apply ledger_guard like_pattern email_status make_first_admin may_download may_remove_file next_order_number record_rename
  normalize_code order_after order_counts order_fill order_filter order_flow order_history order_match order_insert order_update
  page_ids page_size pending_orders personal_columns picture_fields post_tokens profile_after_delete profile_before_delete profile_guard
  reconcile reconcile_for_admin redeem_code refuse_estimates refuse_undoable refuse_write require_admin
  search_codes search_orders search_profiles serialize_batches serialize_deletions setting_before token_flow
  trim_text check_invite_code validate_invite_code with_reason`
    .trim()
    .split(/\s+/),
]

/** What policies and checks call as the client; checks also as the service. */
export const IN_POLICIES = ['is_admin', 'is_member', 'may_download', 'may_remove_file']
export const IN_CHECKS =
  `trim_text normalize_code has_hidden has_visible is_plain_text is_email is_code`.split(' ')

/** Tables of schemas that the REST layer must not expose. */
export const ELSEWHERE: Record<string, readonly string[]> = {
  private: PRIVATE_TABLES,
  auth: ['users', 'sessions', 'refresh_tokens'],
  storage: ['objects', 'buckets'],
}

/** The tables of the realtime publication; subscribers get the rows that `select` shows them. */
export const LIVE: readonly string[] = ['profiles', 'token_transactions', 'orders']
