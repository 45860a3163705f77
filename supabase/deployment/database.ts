import type { Database } from '../../src/lib/database.types.ts'
import type { Callable } from '../../src/lib/tables.ts'
import { check, type Deployment, type Finding, ok, open, unknown } from './finding.ts'
import { requestProject } from './request.ts'

type Public = Database['public']

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Every function with its required arguments; a missing one is a type error. */
const functions: Record<keyof Callable, object> = {
  activity: {},
  approve_waitlist: { p_ids: [] },
  admin_counts: {},
  answer_report: { p_report_id: NOBODY, p_answer: 'replied' },
  cancel_my_order: { p_order_id: NOBODY },
  ask_to_be_told: { p_benefit_id: NOBODY, p_wanted: false },
  benefit_facts: { p_benefits: [] },
  browse_benefits: {},
  browse_counts: {},
  order_categories: { p_ids: [] },
  set_favourite: { p_benefit_id: NOBODY, p_favourite: false },
  decide_batch: { p_batch_id: NOBODY, p_release: true },
  deliver_order: { p_order_id: NOBODY, p_updated_at: 'now' },
  decline_waitlist: { p_ids: [] },
  delivery_figures: { p_benefit_id: NOBODY },
  delivery_settings: { p_benefit_id: NOBODY },
  delivery_status: { p_order_id: NOBODY },
  import_keys: { p_benefit_id: NOBODY, p_keys: [] },
  key_counts: { p_benefit_id: NOBODY },
  key_import: { p_id: NOBODY },
  open_delivery: { p_order_id: NOBODY },
  order_delivery: { p_order_id: NOBODY },
  order_events: { p_order_id: NOBODY },
  remove_from_waitlist: { p_ids: [] },
  approve_second_factor: { p_person: NOBODY },
  create_recovery_codes: {},
  my_second_factor: {},
  use_recovery_code: { p_code: '' },
  reset_second_factor: { p_person: NOBODY },
  second_factors_of: { p_person: NOBODY },
  report_counts: {},
  report_delivery: { p_order_id: NOBODY, p_reason: '' },
  report_details: { p_report_id: NOBODY },
  // Refused by its format, so that the check leaves nothing on the list.
  request_invitation: { p_email: '' },
  my_data: { p_part: '' },
  my_data_counts: {},
  request_deletion: {},
  confirm_deletion: { p_token: '' },
  keep_account: {},
  correct_invitation: { p_code_id: NOBODY, p_email: '' },
  invitation_counts: {},
  open_invitation: { p_code: '' },
  resend_invitation: { p_code_id: NOBODY },
  revoke_invitation: { p_code_id: NOBODY },
  search_invitations: {},
  send_invitations: { p_rows: [] },
  reveal_key: { p_key_id: 0 },
  revealed_key: { p_key_id: 0 },
  set_stock: { p_benefit_id: NOBODY },
  save_delivery_settings: { p_benefit_id: NOBODY, p_updated_at: 'now', p_method: 'manual' },
  search_keys: { p_benefit_id: NOBODY },
  search_reports: {},
  set_key_aside: { p_key_id: 0, p_aside: true },
  suspect_batches: {},
  benefit_figures: { p_benefits: [] },
  code_counts: { p_kind: 'invite' },
  code_details: { p_kind: 'invite', p_id: NOBODY },
  code_users: { p_kind: 'invite', p_id: NOBODY },
  taken_codes: { p_kind: 'invite', p_codes: [] },
  count_activity: {},
  revoke_codes: { p_kind: 'invite' },
  set_keys_aside: {},
  change_benefits: {},
  extend_code: { p_kind: 'invite', p_id: NOBODY, p_expires_at: '2199-01-01' },
  count_codes: { p_kind: 'invite', p_search: '', p_state: 'available' },
  count_orders: {},
  count_profiles: {},
  person_figures: { p_id: NOBODY },
  person_messages: { p_id: NOBODY },
  grant_tokens: { p_rows: [], p_type: 'adjustment' },
  extend_memberships: {},
  person_notes: { p_id: NOBODY },
  person_reports: { p_id: NOBODY },
  email_sender_ran_at: {},
  launch_spots_left: {},
  lease_emails: { p_limit: 0 },
  email_status: {},
  mark_email_failed: {
    p_id: '00000000-0000-0000-0000-000000000000',
    p_attempt: 0,
    p_error: 'x',
    p_permanent: false,
  },
  mark_email_sent: { p_id: '00000000-0000-0000-0000-000000000000' },
  explain_number: { p_number: 'account_balance' },
  search_everything: { p_term: '' },
  explain_rows: { p_number: 'account_balance' },
  late_credit_left: {},
  my_invitations: {},
  my_totals: {},
  on_time_figures: {},
  continue_operation: { p_operation_id: NOBODY },
  note_orders: {},
  operation_rows: { p_operation_id: NOBODY },
  order_counts: {},
  order_flow: { p_days: 1, p_zone: 'UTC' },
  order_history: { p_order_id: NOBODY },
  pending_orders: {},
  reconcile: {},
  redeem_code: { p_code: '' },
  run_due: {},
  search_invite_codes: { p_search: '', p_state: 'available' },
  search_orders: {},
  view_counts: { p_filters: [] },
  assign_orders: { p_ids: [], p_assign: false },
  search_profiles: {},
  search_redeem_codes: { p_search: '', p_state: 'available' },
  set_order_statuses: {},
  send_test_email: { p_template: 'order_placed' },
  test_email: { p_id: '00000000-0000-0000-0000-000000000000' },
  undo_operation: { p_operation_id: NOBODY },
  token_flow: { p_step: 'day', p_steps: 1, p_zone: 'UTC' },
  unsubscribe: { p_token: '' },
  validate_invite_code: { code_to_check: '' },
}

/** The functions that visitors may call. */
const PUBLIC = [
  'launch_spots_left',
  'open_invitation',
  'request_invitation',
  'unsubscribe',
  'validate_invite_code',
]

const tables: Record<keyof Public['Tables'], true> = {
  admin_views: true,
  app_settings: true,
  benefits: true,
  categories: true,
  code_uses: true,
  invite_codes: true,
  invitations: true,
  notification_preferences: true,
  notifications: true,
  order_desk: true,
  order_notes: true,
  operations: true,
  orders: true,
  profiles: true,
  redeem_codes: true,
  token_transactions: true,
  waitlist: true,
}

/** Checks that the tables and functions of the migrations exist, and are closed to visitors. */
export async function checkDatabase(project: Deployment): Promise<Finding[]> {
  const missing: string[] = []
  const found: Finding[] = []
  for (const name of Object.keys(tables)) {
    const { status, body } = await requestProject(project, `/rest/v1/${name}?limit=1`)
    if (status === 404) missing.push(name)
    else if (status < 300)
      found.push(open(`Visitors can read the table ${name}: apply the migrations again.`))
    else if (body.code !== '42501') found.push(unknown(`The table ${name} responds with status ${status}.`))
  }
  for (const [name, args] of Object.entries(functions)) {
    const { status, body } = await requestProject(project, `/rest/v1/rpc/${name}`, args)
    const isPublic = PUBLIC.includes(name)
    if (status === 404) missing.push(`${name}()`)
    else if (status < 300 && !isPublic)
      found.push(open(`Visitors can call ${name}(): apply the migrations again.`))
    else if (status >= 300 && body.code !== (isPublic ? 'PT422' : '42501'))
      found.push(unknown(`${name}() responds with status ${status}.`))
  }
  return [
    check(
      missing.length === 0,
      'Tables and functions are there.',
      `Not in the project, or older than this copy: ${missing.join(', ')}. Run \`npx supabase db push --remote\`.`,
    ),
    ...(found.length === 0 && missing.length === 0
      ? [ok('Visitors can read no table, and call only the functions for visitors.')]
      : found),
    unknown('Whether the newest migration is there: compare with `npx supabase migration list --remote`.'),
  ]
}
