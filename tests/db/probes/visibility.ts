import { expect } from 'vitest'
import { outcome } from '../support/outcome'
import { type Cast, createCast } from '../support/people'
import { createBenefit, createInviteCode, createTokenCode, placeOrder } from '../support/rows'
import type { World } from '../support/world'

const ACTORS = ['owner', 'other', 'admin', 'anonymous', 'expired'] as const
const STRANGERS = { anonymous: '42501', expired: 'PGRST303' }

/** How many rows each actor reads of `table` where `column` is `value`. */
async function readers(cast: Cast, table: string, column: string, value: string) {
  const entries = ACTORS.map(async (actor) => [
    actor,
    outcome(await cast[actor].from(table).select('*').eq(column, value)),
  ])
  return Object.fromEntries(await Promise.all(entries))
}

export async function profilesAreOnesOwn(world: World): Promise<void> {
  const cast = await createCast(world)
  const seen = await readers(cast, 'profiles', 'id', cast.people.owner.id)
  expect(seen).toEqual({ owner: 1, other: 0, admin: 1, ...STRANGERS })
}

export async function ledgerRowsAreOnesOwn(world: World): Promise<void> {
  const cast = await createCast(world)
  const seen = await readers(cast, 'token_transactions', 'account_id', cast.people.owner.id)
  expect(seen).toEqual({ owner: 2, other: 0, admin: 2, ...STRANGERS })
}

export async function ordersAreOnesOwn(world: World): Promise<void> {
  const cast = await createCast(world)
  const id = await placeOrder(cast.people.owner, await createBenefit(world))
  const seen = await readers(cast, 'orders', 'id', id)
  expect(seen).toEqual({ owner: 1, other: 0, admin: 1, ...STRANGERS })
}

export async function inactiveBenefitsAreForAdmins(world: World): Promise<void> {
  const cast = await createCast(world)
  const active = await createBenefit(world)
  const inactive = await createBenefit(world, { active: false })
  expect(await readers(cast, 'benefits', 'id', active.id)).toEqual({
    owner: 1,
    other: 1,
    admin: 1,
    ...STRANGERS,
  })
  expect(await readers(cast, 'benefits', 'id', inactive.id)).toEqual({
    owner: 0,
    other: 0,
    admin: 1,
    ...STRANGERS,
  })
}

export async function tokenCodesAreForAdmins(world: World): Promise<void> {
  const cast = await createCast(world)
  const { id } = await createTokenCode(world)
  expect(await readers(cast, 'redeem_codes', 'id', id)).toEqual({
    owner: 0,
    other: 0,
    admin: 1,
    ...STRANGERS,
  })
}

export async function inviteCodesAreForAdmins(world: World): Promise<void> {
  const cast = await createCast(world)
  const { id } = await createInviteCode(world)
  expect(await readers(cast, 'invite_codes', 'id', id)).toEqual({
    owner: 0,
    other: 0,
    admin: 1,
    ...STRANGERS,
  })
}
