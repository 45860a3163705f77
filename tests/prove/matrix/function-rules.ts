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
  search_orders(p_search, p_status, p_from, p_to, p_key_value?, p_key_id?, p_reverse?, p_limit?)
  count_orders(p_search, p_status?, p_from?, p_to?)
  order_counts()
  search_profiles(p_search, p_sort?, p_ascending?, p_key_value?, p_key_id?, p_reverse?, p_limit?)
  count_profiles(p_search)
  search_redeem_codes(p_search, p_used, p_key_value?, p_key_id?, p_reverse?, p_limit?)
  search_invite_codes(p_search, p_used, p_key_value?, p_key_id?, p_reverse?, p_limit?)
  count_codes(p_kind, p_used, p_search)
  code_counts(p_kind)`,
)

/** The functions for the sender of emails, which no client may call. */
export const SERVICE_FUNCTIONS: Record<string, FunctionRule> = signatures(
  [],
  `
  lease_emails(p_limit)
  mark_email_sent(p_id)
  mark_email_failed(p_id, p_attempt, p_error, p_permanent)
  email_sender_ran_at()`,
)

/** The private function that a public one calls, where its name is another. */
export const WRAPPED: Record<string, string> = {
  reconcile: 'reconcile_for_admin',
  search_redeem_codes: 'search_codes',
  search_invite_codes: 'search_codes',
}

/** A value of a call as text, for GET and SQL. */
export const asText = (value: unknown): string =>
  Array.isArray(value) ? `{${value.join(',')}}` : String(value)

/** The functions of `public` (docs/database.md, Rights). To a deleted person the totals are zeros, and a code is refused. */
export const FUNCTIONS: Record<string, FunctionRule> = {
  ...signatures(['anonymous', 'ghost', 'member', 'admin'], 'launch_spots_left()'),
  ...signatures(
    ['ghost', 'member', 'admin'],
    `
    my_totals(p_type?)
    order_emails(p_order_id)`,
  ),
  ...DELIVERY_FUNCTIONS,
  ...ADMIN_FUNCTIONS,
  ...SERVICE_FUNCTIONS,
  ...Object.assign({}, ...operations.map(({ functions }) => functions)),
}

/** Computed relationships, which clients embed and never call. */
export const RELATIONSHIPS: readonly string[] = ['customer', 'benefit', 'related_order', 'redeemer']

const schema = readFileSync(new URL('../../../supabase/schema.sql', import.meta.url), 'utf8')
const privateNames = (kind: 'table' | 'function') => [
  ...new Set(
    [...schema.matchAll(new RegExp(`^create.* ${kind} private\\.(\\w+)`, 'gim'))].map(
      ([, name = '']) => name,
    ),
  ),
]

/** What no client can name (C14). */
export const PRIVATE_TABLES: readonly string[] = privateNames('table')
export const PRIVATE_FUNCTIONS: readonly string[] = privateNames('function')

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
