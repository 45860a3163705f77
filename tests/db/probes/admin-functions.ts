import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { outcome } from '../support/outcome'
import { createCast, createDemoted } from '../support/people'
import type { Row, World } from '../support/world'

const NEVER = new Date(0).toISOString()

/** Every function that is for admins, with arguments that it takes. */
const ADMIN_FUNCTIONS: Record<string, Row> = {
  reconcile: {},
  order_history: { p_order_id: randomUUID() },
  admin_counts: {},
  pending_orders: {},
  token_flow: { p_step: 'week', p_steps: 2, p_zone: 'Europe/Amsterdam' },
  order_flow: { p_days: 2, p_zone: 'Europe/Amsterdam' },
  mail_status: {},
  benefit_figures: { p_benefits: [randomUUID()] },
  activity: {},
  count_activity: {},
  search_orders: { p_search: 'x', p_status: 'pending', p_from: NEVER, p_to: NEVER },
  count_orders: { p_search: 'x' },
  order_counts: {},
  search_profiles: { p_search: 'x' },
  count_profiles: { p_search: 'x' },
  search_redeem_codes: { p_search: 'x', p_used: false },
  search_invite_codes: { p_search: 'x', p_used: false },
  count_codes: { p_kind: 'token', p_used: false, p_search: 'x' },
  code_counts: { p_kind: 'token' },
}

/** C15, D11: the answer is an admin's; whoever is one no longer gets it no longer, with the same token. */
export async function functionIsForAdmins(world: World, name: string): Promise<void> {
  const cast = await createCast(world)
  const demoted = await createDemoted(world)
  const ask = async (client: typeof cast.admin) => outcome(await client.rpc(name, ADMIN_FUNCTIONS[name]))
  expect(typeof (await ask(cast.admin))).toBe('number')
  for (const client of [cast.owner, cast.other, demoted.client]) expect(await ask(client)).toBe('not_admin')
  expect(await ask(cast.anonymous)).toBe('42501')
  expect(await ask(cast.expired)).toBe('PGRST303')
}
