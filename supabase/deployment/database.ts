import type { Database } from '../../src/lib/database.types.ts'
import type { Callable } from '../../src/lib/tables.ts'
import { check, type Deployment, type Finding, ok, open, unknown } from './finding.ts'
import { requestProject } from './request.ts'

type Public = Database['public']

/** Every function with its required arguments; a missing one is a type error. */
const functions: Record<keyof Callable, object> = {
  activity: {},
  admin_counts: {},
  benefit_figures: { p_benefits: [] },
  code_counts: { p_kind: 'invite' },
  count_activity: {},
  count_codes: { p_kind: 'invite', p_search: '', p_used: false },
  count_orders: {},
  count_profiles: {},
  launch_spots_left: {},
  mail_status: {},
  my_totals: {},
  order_counts: {},
  order_flow: { p_days: 1, p_zone: 'UTC' },
  order_history: { p_order_id: '00000000-0000-0000-0000-000000000000' },
  pending_orders: {},
  reconcile: {},
  redeem_code: { p_code: '' },
  search_invite_codes: { p_search: '', p_used: false },
  search_orders: { p_search: '' },
  search_profiles: {},
  search_redeem_codes: { p_search: '', p_used: false },
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
