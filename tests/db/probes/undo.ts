import { expect } from 'vitest'
import { createPool, tryOrder } from '../support/delivery'
import { operate, type Result, undo } from '../support/operations'
import { createAdmin, createMember } from '../support/people'
import { createBenefit } from '../support/rows'
import type { World } from '../support/world'

const reasons = ({ kept }: Result) => kept.map(({ reason }) => reason)

/** D46: what a member has spent is not taken back. */
export async function keepsSpentGrants(world: World): Promise<void> {
  const [admin, mia] = [await createAdmin(world), await createMember(world, { tokens: 0 })]
  const p_rows = [{ email: mia.email, tokens: 5 }]
  const grant = { p_rows, p_type: 'adjustment', p_reason: 'Spring', p_dry_run: false }
  const run = await operate(admin, 'grant_tokens', grant)
  await world.sql(`select private.post_tokens($1, 'purchase', -1, 'Spent')`, [mia.id])
  const { data, error } = await admin.client.rpc('undo_operation', { p_operation_id: run.operation_id })
  expect([error, data?.[0]?.kept]).toEqual([null, [{ reason: 'tokens_spent', count: 1 }]])
}

/** D46: a membership that was extended since stays so. */
export async function keepsLaterExtensions(world: World): Promise<void> {
  const [admin, mia] = [await createAdmin(world), await createMember(world)]
  const extend = (p_months: number) =>
    operate(admin, 'extend_memberships', { p_ids: [mia.id], p_months, p_dry_run: false })
  const run = await extend(1)
  await extend(2)
  expect(reasons(await undo(admin, run))).toEqual(['changed_since'])
}

/** D46: a benefit that was changed since stays so. */
export async function keepsLaterPrices(world: World): Promise<void> {
  const [admin, benefit] = [await createAdmin(world), await createBenefit(world)]
  const change = (p_value: number) =>
    operate(admin, 'change_benefits', { p_ids: [benefit.id], p_change: 'amount', p_value, p_dry_run: false })
  const run = await change(1)
  await change(1)
  expect(reasons(await undo(admin, run))).toEqual(['changed_since'])
}

/** D46: keys that orders received, or that were moved since, stay as they are. */
export async function keepsMovedKeys(world: World): Promise<void> {
  const [admin, mia] = [await createAdmin(world), await createMember(world, { tokens: 100 })]
  const { benefit } = await createPool(world, admin, 2)
  const move = (p_aside: boolean) =>
    operate(admin, 'set_keys_aside', { p_filter: { benefit: benefit.id }, p_aside, p_dry_run: false })
  await move(true)
  const back = await move(false)
  await tryOrder(mia, benefit)
  await move(true)
  expect(reasons(await undo(admin, back)).toSorted()).toEqual(['changed_since', 'handed_out'])
}
