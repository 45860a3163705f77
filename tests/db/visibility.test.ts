import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import * as visibility from './probes/visibility'
import { outcome } from './support/outcome'
import { tokenFor } from './support/people'
import { createBenefit } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('profiles: the owner and admins read a profile', () => visibility.profilesAreOnesOwn(world))
it('token_transactions: the owner and admins read ledger rows', () => visibility.ledgerRowsAreOnesOwn(world))
it('orders: the owner and admins read an order', () => visibility.ordersAreOnesOwn(world))
it('benefits: members read active ones, admins all', () => visibility.inactiveBenefitsAreForAdmins(world))
it('redeem_codes: only admins read them', () => visibility.tokenCodesAreForAdmins(world))
it('invite_codes: only admins read them', () => visibility.inviteCodesAreForAdmins(world))
it('app_settings: every member reads them', () => visibility.settingsAreForMembers(world))

it('a valid token whose profile is gone sees nothing, and places nothing', async () => {
  const ghost = world.client(tokenFor(randomUUID(), 3600))
  await createBenefit(world)
  for (const table of [
    'profiles',
    'token_transactions',
    'benefits',
    'orders',
    'redeem_codes',
    'app_settings',
  ]) {
    expect(outcome(await ghost.from(table).select('*'))).toBe(0)
  }
  expect(outcome(await ghost.rpc('redeem_code', { p_code: 'WHATEVER' }))).toBe('not_signed_in')
})
