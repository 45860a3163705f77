import { beforeEach, expect, it } from 'vitest'
import { deliver, setStatus, toldTo } from './support/notifications'
import {
  createDesk,
  createFreeOrders,
  dryRun,
  operate,
  resume,
  rowOf,
  setStatuses,
  settle,
  statusesOf,
  undo,
} from './support/operations'
import { outcome } from './support/outcome'
import type { Person } from './support/people'
import { balanceOf, placeOrder, reconcile, setStock } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

beforeEach(async () => {
  await world.sql('delete from public.notifications; delete from private.outbox')
})

const emailsOf = async ({ id }: Person) =>
  (await world.sql('select kind from private.outbox where recipient_id = $1 order by created_at', [id])).map(
    ({ kind }) => kind,
  )
const told = async (member: Person) => ({
  emails: await emailsOf(member),
  notices: (await toldTo(world.sql, member)).map(([kind]) => kind),
})
const contentOf = async ({ client }: Person, p_order_id: string) => {
  await client.rpc('open_delivery', { p_order_id })
  return (await client.rpc('order_delivery', { p_order_id })).data
}
const undoOutcome = async (by: Person, operation_id: string) =>
  outcome(await by.client.rpc('undo_operation', { p_operation_id: operation_id }))

it('undoes everything except what changed since and what was spent (D46)', async () => {
  const { admin, colleague, member, orders } = await createDesk(world, 4)
  await world.sql('delete from private.outbox; delete from notifications')
  const run = await setStatuses(admin, orders, 'cancelled')
  await setStatus(colleague, orders[0] ?? '', 'processing')
  await world.sql(`select private.post_tokens($1, 'purchase', -10, 'Spent')`, [member.id])
  const undone = await undo(admin, run)
  expect(undone).toMatchObject({ state: 'undone', undone: 2, remaining: 0 })
  expect(undone.kept).toEqual([
    { reason: 'changed_since', count: 1 },
    { reason: 'tokens_spent', count: 1 },
  ])
  expect(await statusesOf(world.sql, orders)).toEqual(['processing', 'pending', 'pending', 'cancelled'])
  expect(await balanceOf(world, member.id)).toBe(0)
  expect(await undoOutcome(admin, run.operation_id)).toBe('already_undone')
  // What stands is told as if it had not been undone.
  await settle(world.sql)
  expect(await emailsOf(member)).toEqual(['order_status', 'order_cancelled'])
  expect(await reconcile(world)).toEqual([])
  const { data: history } = await admin.client.rpc('order_history', { p_order_id: orders[1] })
  expect(history).toMatchObject([
    { from_status: 'pending', to_status: 'cancelled', is_undo: false },
    { from_status: 'cancelled', to_status: 'pending', is_undo: true },
  ])
  const lines = await world.sql(
    `select after ->> 'state' as state, (after ->> 'rows')::integer as rows from private.audit_log where row_id = $1 order by id`,
    [run.operation_id],
  )
  expect(lines).toEqual([
    { state: 'running', rows: 4 },
    { state: 'undoing', rows: 4 },
  ])
})

it('is refused from the moment it settles, whatever the clock says (D46)', async () => {
  const { admin, orders } = await createDesk(world)
  const { operation_id } = await setStatuses(admin, orders, 'completed')
  await world.sql(`select private.due_operations(now() + interval '11 minutes')`)
  expect(await undoOutcome(admin, operation_id)).toBe('undo_closed')
})

it('restores stock and limit, and keeps a unit that was sold in the meantime (D38, D46)', async () => {
  const { admin, member, benefit } = await createDesk(world, 0, 100)
  await setStock(world, benefit.id, 3)
  await world.sql('update benefits set per_member_limit = 3 where id = $1', [benefit.id])
  const orders = [await placeOrder(member, benefit), await placeOrder(member, benefit)].toSorted()
  const left = async () =>
    (await world.sql('select stock from private.benefit_stock where benefit_id = $1', [benefit.id]))[0]?.stock
  const units = async () =>
    (await world.sql('select unit, fulfilled_at from orders where id = any ($1)', [orders])).map(
      ({ unit, fulfilled_at }) => [unit, fulfilled_at === null],
    )
  const held = [
    ['held', true],
    ['held', true],
  ]
  await undo(admin, await setStatuses(admin, orders, 'delivered'))
  expect([await left(), await units()]).toEqual([1, held])
  await undo(admin, await setStatuses(admin, orders, 'cancelled'))
  expect([await left(), await units()]).toEqual([1, held])
  const run = await setStatuses(admin, orders, 'cancelled')
  expect(await left()).toBe(3)
  await setStock(world, benefit.id, 1)
  expect((await undo(admin, run)).kept).toEqual([{ reason: 'sold_out', count: 1 }])
  expect([await left(), await statusesOf(world.sql, orders)]).toEqual([0, ['pending', 'cancelled']])
  expect((await dryRun(admin, orders, 'processing')).skipped).toEqual([{ reason: 'sold_out', count: 1 }])
  // Leaving 'cancelled' takes tokens and stock, and its undo returns them.
  await setStock(world, benefit.id, 1)
  const before = await balanceOf(world, member.id)
  const reopened = await setStatuses(admin, orders, 'processing')
  expect([reopened.tokens, await left(), await balanceOf(world, member.id)]).toEqual([-10, 0, before - 10])
  await undo(admin, reopened)
  expect([await left(), await balanceOf(world, member.id)]).toEqual([1, before])
  expect(await reconcile(world)).toEqual([])
})

it('drops what waits when a running operation is undone, in steps that any admin continues (D46)', async () => {
  const { admin, colleague } = await createDesk(world, 0)
  const orders = await createFreeOrders(world, 1_100)
  const run = await setStatuses(admin, orders, 'processing')
  await resume(admin, run)
  const undoing = await undo(admin, run)
  expect(undoing).toMatchObject({ state: 'undoing', undone: 500, remaining: 500 })
  expect(undoing.skipped).toEqual([{ reason: 'stopped', count: 100 }])
  // Also after the ten minutes.
  await world.sql(`update operations set undo_until = now() where id = $1`, [run.operation_id])
  expect(await resume(colleague, run)).toMatchObject({ state: 'undone', undone: 1000, remaining: 0 })
  expect(new Set(await statusesOf(world.sql, orders))).toEqual(new Set(['pending']))
})

it('notifies nobody before undo closes, and everyone once afterwards (D46)', async () => {
  const { admin, member, orders } = await createDesk(world)
  await world.sql('delete from private.outbox; delete from notifications')
  const text = { p_kind: 'text', p_content: 'Here it is', p_message: 'With thanks' }
  const run = await setStatuses(admin, orders, 'delivered', text)
  await settle(world.sql, 9)
  expect(await told(member)).toEqual({ emails: [], notices: [] })
  expect(await contentOf(member, orders[0] ?? '')).toEqual([])
  await settle(world.sql)
  await settle(world.sql)
  const three = ['order_delivered', 'order_delivered', 'order_delivered']
  expect(await told(member)).toEqual({ emails: three, notices: three })
  for (const id of orders)
    expect(await contentOf(member, id)).toMatchObject([{ content: 'Here it is', message: 'With thanks' }])
  const [delivery] = await world.sql('select delivered_by from private.deliveries where order_id = $1', [
    orders[0],
  ])
  expect(delivery).toEqual({ delivered_by: admin.id })
  expect((await rowOf(world.sql, run.operation_id)).settled_at).not.toBeNull()
  expect(
    await world.sql('select * from private.operation_content where operation_id = $1', [run.operation_id]),
  ).toEqual([])
})

it('delivers to an order that was changed singly in the meantime if it stands, and nothing twice (D46)', async () => {
  const { admin, colleague, member, orders } = await createDesk(world, 4)
  const [completed = '', reopened = '', delivered = '', again = ''] = orders
  await world.sql('delete from private.outbox; delete from notifications')
  await setStatuses(admin, orders, 'delivered', { p_kind: 'text', p_content: 'Of the operation' })
  await setStatus(colleague, completed, 'completed')
  await setStatus(colleague, reopened, 'pending')
  await deliver(colleague, delivered, { p_kind: 'text', p_content: 'By hand' })
  await setStatus(colleague, again, 'processing')
  await setStatus(colleague, again, 'delivered')
  const singly = (await told(member)).notices
  expect(singly).toEqual(['order_status', 'order_delivered', 'order_status', 'order_delivered'])
  await settle(world.sql)
  expect(await contentOf(member, completed)).toMatchObject([{ content: 'Of the operation' }])
  expect(await contentOf(member, reopened)).toEqual([])
  expect(await contentOf(member, delivered)).toMatchObject([{ content: 'By hand' }])
  expect(await contentOf(member, again)).toMatchObject([{ content: 'Of the operation' }])
  // The content of two orders arrived; the order delivered by hand had been told.
  expect((await told(member)).notices.slice(singly.length)).toEqual(['order_delivered', 'order_delivered'])
})

it('credits the delay when undo closes, and never what was undone (D36, D46)', async () => {
  const { admin, member, orders } = await createDesk(world)
  await world.sql(
    `update orders set credit_rate = 1, credit_cap = 3, due_at = now() - interval '2 hours' where id = any ($1)`,
    [orders],
  )
  const plan = await dryRun(admin, orders, 'delivered')
  expect(plan.tokens).toBe(6)
  await undo(admin, await setStatuses(admin, orders, 'delivered', { p_expected: plan }))
  await settle(world.sql)
  expect(await balanceOf(world, member.id)).toBe(0)
  await setStatuses(admin, orders, 'completed')
  await settle(world.sql)
  expect(await balanceOf(world, member.id)).toBe(6)
  expect(await reconcile(world)).toEqual([])
})

it('ends operations that are not continued for an hour, and deletes dry runs (D46)', async () => {
  const { admin } = await createDesk(world, 0)
  const orders = await createFreeOrders(world, 600)
  const plan = await dryRun(admin, orders, 'completed')
  const run = await setStatuses(admin, orders, 'processing', { p_kind: null })
  await settle(world.sql, 59)
  expect(await rowOf(world.sql, run.operation_id)).toMatchObject({ state: 'running', remaining: 100 })
  await settle(world.sql, 61)
  expect(await rowOf(world.sql, run.operation_id)).toMatchObject({
    state: 'done',
    changed: 500,
    remaining: 0,
  })
  const rows = await world.sql('select from operations where id = $1', [plan.operation_id])
  const left = await world.sql('select from private.operation_rows where operation_id = $1', [
    plan.operation_id,
  ])
  expect([rows.length, left.length]).toEqual([0, 0])

  const other = await setStatuses(admin, await createFreeOrders(world, 600), 'processing')
  await resume(admin, other)
  await undo(admin, other)
  await settle(world.sql, 61)
  expect(await rowOf(world.sql, other.operation_id)).toMatchObject({ state: 'undone', undone: 600 })
})

it('keeps no personal data of a deleted person, and sends no notices about them (D12)', async () => {
  const { admin, member, orders } = await createDesk(world)
  const run = await setStatuses(admin, orders, 'delivered', { p_kind: 'text', p_content: 'For somebody' })
  await world.sql('delete from profiles where id = $1', [member.id])
  await settle(world.sql)
  expect(await told(member)).toEqual({ emails: [], notices: [] })
  const everything = JSON.stringify([
    await world.sql('select * from operations where id = $1', [run.operation_id]),
    await world.sql('select * from private.operation_rows where operation_id = $1', [run.operation_id]),
    await world.sql('select * from private.operation_content where operation_id = $1', [run.operation_id]),
  ])
  for (const word of [member.id, member.email, member.name, 'For somebody'])
    expect(everything).not.toContain(word)
  expect((await operate(admin, 'continue_operation', { p_operation_id: run.operation_id })).state).toBe(
    'done',
  )
})

it('tells what it did after a later operation was undone (D46)', async () => {
  const { admin, colleague, member, orders } = await createDesk(world, 1)
  await setStatuses(admin, orders, 'delivered')
  await undo(colleague, await setStatuses(colleague, orders, 'processing'))
  await world.sql('delete from public.notifications; delete from private.outbox')
  await settle(world.sql)
  expect(await told(member)).toEqual({ emails: ['order_delivered'], notices: ['order_delivered'] })
})

it('keeps a cancellation whose order would be one more than the member may have (D38, D46)', async () => {
  const { admin, member, benefit } = await createDesk(world, 0, 30)
  await world.sql('update benefits set per_member_limit = 2 where id = $1', [benefit.id])
  const orders = [await placeOrder(member, benefit), await placeOrder(member, benefit)]
  const run = await setStatuses(admin, orders, 'cancelled')
  await placeOrder(member, benefit)
  expect(await undo(admin, run)).toMatchObject({ undone: 1, kept: [{ reason: 'limit_reached', count: 1 }] })
})

it('credits no admin for an order of their own that they cancel (D36)', async () => {
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
})
