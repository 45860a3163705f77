import { expect } from 'vitest'
import { deliver, noticesOf, setStatus } from '../support/notifications'
import {
  createDesk,
  createFreeOrders,
  dryRun,
  setStatuses,
  settle,
  statusesOf,
  undo,
} from '../support/operations'
import { outcome } from '../support/outcome'
import type { Person } from '../support/people'
import { placeOrder } from '../support/rows'
import type { World } from '../support/world'

const text = { p_kind: 'text', p_content: 'Something' }

/** The member's notices since the last call. */
async function toldOf({ sql }: World, { id }: Person): Promise<{ emails: unknown; notices: unknown }> {
  const emails = await sql('select kind from private.outbox where recipient_id = $1', [id])
  const notices = await noticesOf(sql, { id })
  await sql('delete from private.outbox; delete from public.notifications')
  return { emails: emails.map(({ kind }) => kind), notices: notices.map(({ kind }) => kind) }
}

const silence = { emails: [], notices: [] }
const undoing = async ({ client }: Person, operation_id: string) =>
  outcome(await client.rpc('undo_operation', { p_operation_id: operation_id }))

/** D46: notices, emails and content wait until undo closes. */
export async function tellsWhenUndoCloses(world: World): Promise<void> {
  const { admin, member, orders } = await createDesk(world, 1)
  await toldOf(world, member)
  await setStatuses(admin, orders, 'delivered')
  await settle(world.sql, 9)
  expect(await toldOf(world, member)).toEqual(silence)
  await settle(world.sql)
  await settle(world.sql)
  expect(await toldOf(world, member)).toEqual({ emails: ['order_delivered'], notices: ['order_delivered'] })
}

/** D46: what was done singly in the meantime is not told again. */
export async function tellsNothingTwice(world: World): Promise<void> {
  const { admin, colleague, member, orders } = await createDesk(world, 3)
  const [again = '', byHand = '', message = ''] = orders
  await deliver(colleague, message, { p_kind: 'text', p_content: 'Kept' })
  await setStatus(colleague, message, 'processing')
  await setStatuses(admin, orders, 'delivered')
  await setStatus(colleague, again, 'processing')
  await setStatus(colleague, again, 'delivered')
  await deliver(colleague, byHand, { p_kind: 'text', p_content: 'By hand' })
  await deliver(colleague, message, { p_message: 'A message alone' })
  await toldOf(world, member)
  await settle(world.sql)
  expect(await toldOf(world, member)).toEqual(silence)
}

/** D46: an operation tells what it did after a later one was undone. */
export async function tellsWhatALaterUndoRestored(world: World): Promise<void> {
  const { admin, colleague, member, orders } = await createDesk(world, 1)
  await setStatuses(admin, orders, 'delivered')
  await undo(colleague, await setStatuses(colleague, orders, 'processing'))
  await toldOf(world, member)
  await settle(world.sql)
  expect(await toldOf(world, member)).toEqual({ emails: ['order_delivered'], notices: ['order_delivered'] })
}

/** D46: the first step locks no rows after those that were locked for the plan. */
export async function stepsWithinItsLocks(world: World): Promise<void> {
  const { admin } = await createDesk(world, 0)
  const orders = await createFreeOrders(world, 501)
  await world.sql(`update orders set status = 'processing' where id = $1`, [orders[0]])
  expect(await setStatuses(admin, orders, 'processing')).toMatchObject({ changed: 499, remaining: 1 })
}

/** D36: nobody is credited for an order of their own that they cancel. */
export async function creditsNoOwnCancellation(world: World): Promise<void> {
  const { admin, benefit } = await createDesk(world, 0)
  await world.sql(`select private.post_tokens($1, 'adjustment', 20, 'Tokens')`, [admin.id])
  const order = await placeOrder(admin, benefit)
  await world.sql(
    `update orders set credit_rate = 1, credit_cap = 5, due_at = now() - interval '3 hours' where id = $1`,
    [order],
  )
  expect(await setStatuses(admin, [order], 'cancelled')).toMatchObject({ changed: 1, tokens: 10 })
  await settle(world.sql)
  expect(await world.sql('select late_credit from orders where id = $1', [order])).toEqual([
    { late_credit: 0 },
  ])
}

/** D46: an order that was cancelled since receives nothing. */
export async function deliversToActiveOrders(world: World): Promise<void> {
  const { admin, colleague, member, orders } = await createDesk(world, 1)
  await setStatuses(admin, orders, 'delivered', text)
  await setStatus(colleague, orders[0] ?? '', 'processing')
  await toldOf(world, member)
  await settle(world.sql)
  expect(await toldOf(world, member)).toEqual(silence)
}

/** D46: a row that changed after the dry run is counted as such. */
export async function runsOnlyWhatIsUnchanged(world: World): Promise<void> {
  const { admin, colleague, orders } = await createDesk(world, 1)
  const p_expected = await dryRun(admin, orders, 'completed')
  await setStatus(colleague, orders[0] ?? '', 'processing')
  const args = { p_status: 'completed', p_dry_run: false, p_expected }
  expect(outcome(await admin.client.rpc('set_order_statuses', args))).toBe('numbers_differ')
}

/** D46: what was spent or changed since is kept, and the rest restored, with its unit. */
export async function undoesWhatItCan(world: World): Promise<void> {
  const { admin, colleague, member, orders } = await createDesk(world, 3)
  const { operation_id } = await setStatuses(admin, orders, 'cancelled')
  await setStatus(colleague, orders[0] ?? '', 'processing')
  await world.sql(`select private.post_tokens($1, 'purchase', -10, 'Spent')`, [member.id])
  expect(await undoing(admin, operation_id)).toBe(1)
  expect(await statusesOf(world.sql, orders)).toEqual(['processing', 'pending', 'cancelled'])
}

/** D38, D46: a cancellation stays whose order would be one more than the member may have. */
export async function keepsWithinTheLimit(world: World): Promise<void> {
  const { admin, member, benefit } = await createDesk(world, 0, 30)
  await world.sql('update benefits set per_member_limit = 2 where id = $1', [benefit.id])
  const orders = [await placeOrder(member, benefit), await placeOrder(member, benefit)]
  const run = await setStatuses(admin, orders, 'cancelled')
  await placeOrder(member, benefit)
  expect(await undo(admin, run)).toMatchObject({ undone: 1, kept: [{ reason: 'limit_reached', count: 1 }] })
}

/** D38, D46: an undone delivery has not used the unit. */
export async function restoresTheUnit(world: World): Promise<void> {
  const { admin, orders } = await createDesk(world, 1)
  const { operation_id } = await setStatuses(admin, orders, 'delivered')
  await undoing(admin, operation_id)
  expect(await world.sql('select unit, fulfilled_at from orders where id = any ($1)', [orders])).toEqual([
    { unit: 'held', fulfilled_at: null },
  ])
}

/** D46: undo is over once something was told. */
export async function settlesOnce(world: World): Promise<void> {
  const { admin, orders } = await createDesk(world, 1)
  const { operation_id } = await setStatuses(admin, orders, 'delivered')
  await settle(world.sql)
  expect(await undoing(admin, operation_id)).toBe('undo_closed')
}

/** D46: what nobody can want any more is skipped. */
export async function skipsWhatDoesNotFit(world: World): Promise<void> {
  const { admin, member, benefit, orders } = await createDesk(world, 2, 20)
  const [cancelled = '', dear = ''] = orders
  await member.client.rpc('cancel_my_order', { p_order_id: cancelled }).throwOnError()
  await setStatus(admin, dear, 'cancelled')
  const gone = await createDesk(world, 1)
  await world.sql('update benefits set stock = 0 where id = $1', [gone.benefit.id])
  await world.sql('delete from profiles where id = $1', [gone.member.id])
  await world.sql(`select private.post_tokens($1, 'purchase', -15, 'Spent')`, [member.id])
  const { skipped } = await dryRun(admin, [...orders, ...gone.orders], 'delivered')
  expect(skipped.map(({ reason }) => reason)).toEqual([
    'cancelled_by_member',
    'deleted_user',
    'insufficient_tokens',
  ])
  await world.sql(`select private.post_tokens($1, 'purchase', 15, 'Again')`, [member.id])
  await world.sql('update benefits set stock = 1 where id = $1', [benefit.id])
  const stocked = await placeOrder(member, benefit)
  await setStatus(admin, stocked, 'cancelled')
  await world.sql('update benefits set stock = 0 where id = $1', [benefit.id])
  expect((await dryRun(admin, [stocked], 'pending')).skipped).toEqual([{ reason: 'sold_out', count: 1 }])
}

/** D46: a dry run that nobody ran is forgotten after an hour, not before. */
export async function forgetsDryRuns(world: World): Promise<void> {
  const { admin, orders } = await createDesk(world, 1)
  const { operation_id } = await dryRun(admin, orders, 'delivered')
  const left = async () =>
    (await world.sql('select from private.operation_rows where operation_id = $1', [operation_id])).length
  await settle(world.sql, 59)
  expect(await left()).toBe(1)
  await settle(world.sql, 61)
  expect(await left()).toBe(0)
}
