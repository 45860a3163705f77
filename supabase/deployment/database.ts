import type { Database } from '../../src/lib/database.types.ts'
import type { Callable } from '../../src/lib/tables.ts'
import { check, type Deployment, type Finding, ok, open, unknown } from './finding.ts'
import { requestProject } from './request.ts'

type Public = Database['public']

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Every function with its required arguments; a missing one is a type error. */
const functions: Record<keyof Callable, object> = {
  activity: {},
  admin_counts: {},
  answer_report: { p_report_id: NOBODY, p_answer: 'replied' },
  benefit_stock: { p_benefits: [] },
  decide_batch: { p_batch_id: NOBODY, p_release: true },
  deliver_order: { p_order_id: NOBODY, p_updated_at: 'now' },
  delivery_figures: { p_benefit_id: NOBODY },
  delivery_settings: { p_benefit_id: NOBODY },
  delivery_status: { p_order_id: NOBODY },
  import_keys: { p_benefit_id: NOBODY, p_keys: [] },
  key_counts: { p_benefit_id: NOBODY },
  last_delivery: { p_benefit_id: NOBODY },
  order_delivery: { p_order_id: NOBODY },
  order_events: { p_order_id: NOBODY },
  report_counts: {},
  report_delivery: { p_order_id: NOBODY, p_reason: '' },
  report_details: { p_report_id: NOBODY },
  reveal_key: { p_key_id: 0 },
  save_delivery_settings: { p_benefit_id: NOBODY, p_updated_at: 'now', p_method: 'manual' },
  search_keys: { p_benefit_id: NOBODY },
  search_reports: {},
  set_key_aside: { p_key_id: 0, p_aside: true },
  suspect_batches: {},
  benefit_figures: { p_benefits: [] },
  code_counts: { p_kind: 'invite' },
  count_activity: {},
  count_codes: { p_kind: 'invite', p_search: '', p_used: false },
  count_orders: {},
  count_profiles: {},
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
  my_totals: {},
  order_counts: {},
  order_emails: { p_order_id: '00000000-0000-0000-0000-000000000000' },
  order_flow: { p_days: 1, p_zone: 'UTC' },
  order_history: { p_order_id: NOBODY },
  pending_orders: {},
  reconcile: {},
  redeem_code: { p_code: '' },
  search_invite_codes: { p_search: '', p_used: false },
  search_orders: { p_search: '' },
  search_profiles: {},
  search_redeem_codes: { p_search: '', p_used: false },
  send_test_email: { p_template: 'order_placed' },
  test_email: { p_id: '00000000-0000-0000-0000-000000000000' },
  token_flow: { p_step: 'day', p_steps: 1, p_zone: 'UTC' },
  validate_invite_code: { code_to_check: '' },
}

/** The functions that visitors may call. */
const PUBLIC = ['launch_spots_left', 'validate_invite_code']

const tables: Record<keyof Public['Tables'], true> = {
  app_settings: true,
  benefits: true,
  invite_codes: true,
  orders: true,
  profiles: true,
  redeem_codes: true,
  token_transactions: true,
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
    else if (body.code !== '42501') found.push(unknown(`The table ${name} answers with status ${status}.`))
  }
  for (const [name, args] of Object.entries(functions)) {
    const { status, body } = await requestProject(project, `/rest/v1/rpc/${name}`, args)
    const isPublic = PUBLIC.includes(name)
    if (status === 404) missing.push(`${name}()`)
    else if (status < 300 && !isPublic)
      found.push(open(`Visitors can call ${name}(): apply the migrations again.`))
    else if (status >= 300 && (isPublic || body.code !== '42501'))
      found.push(unknown(`${name}() answers with status ${status}.`))
  }
  return [
    check(
      missing.length === 0,
      'Tables and functions are there.',
      `Not in the project, or older than this copy: ${missing.join(', ')}. Run \`npx supabase db push\`.`,
    ),
    ...(found.length === 0 && missing.length === 0
      ? [ok('Visitors can read no table and call two functions.')]
      : found),
    unknown('Whether the newest migration is there: compare with `npx supabase migration list --linked`.'),
  ]
}
