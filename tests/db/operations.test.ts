import { beforeEach, expect, it } from 'vitest'
import { columnOf, refusal, rpc, scalarOf } from './support/ask'
import { actAsClient, deliver, notificationKindsOf, setStatus } from './support/notifications'
import {
  callOperation,
  dryRun,
  type Result,
  resume,
  rowOf,
  setStatuses,
  settle,
  statusesOf,
  undo,
} from './support/operations'
import { createAdmin, createMember, type Person } from './support/people'
import { balanceOf, createBenefit, placeOrder, reconcile, setStock } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

const forget = () => world.sql('delete from public.notifications; delete from private.outbox')
beforeEach(forget)

const NOTHING = { emails: [], notifications: [] }
const DELIVERED = ['order_delivered']
const NOBODY = '00000000-0000-4000-8000-000000000001'
const messagesOf = async (member: Person) => ({
  emails: await columnOf(
    world.sql,
    'select kind from private.outbox where recipient_id = $1 order by created_at',
    [member.id],
  ),
  notifications: (await notificationKindsOf(world.sql, member)).map(([kind]) => kind),
})
const contentOf = async (person: Person, p_order_id: string) => {
  await rpc(person, 'open_delivery', { p_order_id })
  return rpc(person, 'order_delivery', { p_order_id })
}
/** Lets orders that are placed during `work` have a late credit. */
async function withCredit<T>(rate: number, cap: number, work: () => Promise<T>): Promise<T> {
  await world.sql(
    `insert into app_settings (key, value) values ('sla_credit_rate', $1), ('sla_credit_cap', $2)
     on conflict (key) do update set value = excluded.value`,
    [String(rate), String(cap)],
  )
  const result = await work()
  await world.sql(`delete from app_settings where key like 'sla%'`)
  return result
}
const makeLate = (ids: string[], by: string) =>
  world.sql('update orders set due_at = now() - $2::interval where id = any ($1)', [ids, by])

/** Two admins, and a member with orders of a benefit that costs 10. */
async function createDesk(count = 3, tokens = 10 * count) {
  const [admin, colleague, member] = await Promise.all([
    createAdmin(world),
    createAdmin(world, { name: 'Cora Colleague' }),
    createMember(world, { tokens }),
  ])
  const benefit = await createBenefit(world)
  const orders: string[] = []
  for (let placed = 0; placed < count; placed++) orders.push(await placeOrder(member, benefit))
  return { admin, colleague, member, benefit, orders: orders.toSorted() }
}

/** Pending orders that cost nothing, by id. */
async function createFreeOrders(count: number): Promise<string[]> {
  const [member, benefit] = [await createMember(world), await createBenefit(world)]
  return columnOf(
    world.sql,
    `with made as (
       insert into orders (user_id, account_id, benefit_id, redemption_email, benefit_name, benefit_token_value, customer_name,
         customer_email, order_number)
       select $1, $1, $2, $3, $4, 0, $5, $3, private.next_order_number() from generate_series(1, $6) returning id)
     select id from made order by id`,
    [member.id, benefit.id, member.email, benefit.name, member.name, count],
  )
}

it('counts without changing anything, runs what it counted once, with one line in the log (D29, D46)', async () => {
  const { admin, member, orders } = await createDesk()
  const plan = await dryRun(admin, orders, 'cancelled')
  const counted = { changed: 3, skipped: [], tokens: 30, remaining: 0 }
  expect(plan).toMatchObject({ state: 'planned', emails: 3, ...counted })
  expect(await statusesOf(world.sql, orders)).toEqual(['pending', 'pending', 'pending'])
  const run = await setStatuses(admin, orders, 'cancelled', { p_expected: plan })
  const { operation_id } = plan
  expect(run).toMatchObject({ operation_id, state: 'done', ...counted })
  expect(await statusesOf(world.sql, orders)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(await balanceOf(world, member.id)).toBe(30)
  // Sent again, as after a lost response, it answers and does nothing more.
  expect(await setStatuses(admin, orders, 'cancelled', { p_expected: plan })).toEqual(run)
  expect(await reconcile(world)).toEqual([])

  const lines = 'select * from private.audit_log where row_id = any ($1)'
  const after = { kind: 'order_status', parameters: { status: 'cancelled' }, rows: 3, skipped: 0 }
  expect(await world.sql(lines, [[operation_id, ...orders]])).toMatchObject([
    { actor_id: admin.id, table_name: 'operations', action: 'insert', after },
  ])
  const about = { p_order_id: orders[0] }
  const change = { actor_id: admin.id, from_status: 'pending', to_status: 'cancelled' }
  expect(await rpc(admin, 'order_history', about)).toMatchObject([
    { ...change, operation_id, is_undo: false },
  ])
  const event = { event: 'status', actor: admin.name, detail: { from: 'pending', to: 'cancelled' } }
  expect(await rpc(member, 'order_events', about)).toContainEqual(expect.objectContaining(event))
})

it('skips what does not fit, grouped by reason and with who did it (D46)', async () => {
  const { admin, colleague, member, benefit, orders } = await createDesk(5, 60)
  const [same = '', byMember = '', byAdmin = '', dear = '', fits = ''] = orders
  const gone = await createMember(world)
  const left = await placeOrder(gone, benefit)
  await world.sql('delete from profiles where id = $1', [gone.id])
  await setStatuses(colleague, [same], 'delivered')
  await rpc(member, 'cancel_my_order', { p_order_id: byMember })
  await setStatuses(colleague, [byAdmin, dear], 'cancelled')
  await world.sql(`select private.post_tokens($1, 'adjustment', -25, 'Spent')`, [member.id])

  const plan = await dryRun(admin, [...orders, left, fits, NOBODY], 'delivered')
  expect(plan).toMatchObject({ changed: 2, tokens: -10, emails: 2 })
  expect(plan.skipped).toEqual([
    { reason: 'cancelled_by_member', count: 1 },
    { reason: 'deleted_user', count: 1 },
    { reason: 'insufficient_tokens', count: 1 },
    { reason: 'not_found', count: 1 },
    { reason: 'same_status', count: 1, by: colleague.name, at: expect.any(String) },
  ])
  const run = await setStatuses(admin, [...orders, left, NOBODY], 'delivered', { p_expected: plan })
  expect(run.changed).toBe(2)
  const list = { p_operation_id: run.operation_id, p_state: 'skipped' }
  const rows = await rpc(admin, 'operation_rows', list)
  expect(rows).toHaveLength(5)
  const label = expect.stringMatching(/^ORD-/)
  const skipped = { row_id: same, label, reason: 'same_status', reason_by: colleague.name }
  expect(rows).toContainEqual(expect.objectContaining(skipped))
  expect(await reconcile(world)).toEqual([])
})

it('is refused when its numbers have changed, and changes nothing (D46)', async () => {
  const { admin, colleague, benefit, orders } = await createDesk()
  const call = (p_expected: object, p_status = 'cancelled') => ({
    p_ids: orders,
    p_status,
    p_dry_run: false,
    p_expected,
  })
  const attempt = async (...args: Parameters<typeof call>) =>
    refusal(admin, 'set_order_statuses', call(...args))
  const plan = await dryRun(admin, orders, 'cancelled')
  const skipped = [{ reason: 'same_status', count: 1 }]
  for (const forged of [{ changed: 2 }, { tokens: 29 }, { emails: 0 }, { skipped }])
    for (const expected of [{ ...plan, ...forged }, forged])
      expect(await attempt(expected)).toBe('numbers_differ')
  // Another status than that of the dry run.
  expect(await attempt({ operation_id: plan.operation_id }, 'delivered')).toBe('numbers_differ')
  await setStatus(colleague, orders[0] ?? '', 'processing')
  const { error } = await admin.client.rpc('set_order_statuses', {
    ...call({ operation_id: plan.operation_id }),
    p_ids: null,
  })
  const now = { changed: 2, skipped: [{ reason: 'changed_since', count: 1 }] }
  expect(JSON.parse(error?.details ?? '')).toMatchObject(now)
  expect(await statusesOf(world.sql, orders)).toEqual(['processing', 'pending', 'pending'])
  // What matched nothing does not run on what matches now.
  const none = { p_filter: { benefit: benefit.id, status: 'completed' }, p_status: 'delivered' }
  const { operation_id } = await callOperation(admin, 'set_order_statuses', none)
  await setStatuses(admin, orders, 'completed')
  const run = { ...none, p_dry_run: false, p_expected: { operation_id } }
  expect(await callOperation(admin, 'set_order_statuses', run)).toMatchObject({ state: 'done', changed: 0 })
})

it('works and is undone in steps of 500, which any admin can continue, each row only if it is unchanged (D46)', async () => {
  const { admin, colleague } = await createDesk(0)
  const orders = await createFreeOrders(504)
  await setStatuses(colleague, orders.slice(0, 1), 'processing')
  // The first step changes only rows that were locked for the plan.
  const run = await setStatuses(admin, orders, 'processing')
  expect(run).toMatchObject({ state: 'running', changed: 499, remaining: 4, undo_until: null })
  expect(await statusesOf(world.sql, orders.slice(499, 501))).toEqual(['processing', 'pending'])
  await setStatuses(colleague, [orders[500] ?? ''], 'completed')
  await setStatuses(colleague, [orders[501] ?? ''], 'processing')
  // A step that dies changes nothing.
  await world.undone(async (sql) => {
    await actAsClient(sql, colleague)
    await sql('select continue_operation($1)', [run.operation_id])
  })
  expect(await rowOf(world.sql, run.operation_id)).toMatchObject({ changed: 499, remaining: 4 })
  const done = await resume(colleague, run)
  expect(done).toMatchObject({ state: 'done', changed: 501, remaining: 0 })
  const by = colleague.name
  expect(done.skipped).toMatchObject([
    { reason: 'same_status', count: 2, by },
    { reason: 'changed_since', count: 1 },
  ])
  // Continued once more, it only answers.
  expect(await resume(colleague, run)).toEqual(done)
  expect(await undo(admin, run)).toMatchObject({ state: 'undoing', undone: 500, remaining: 1 })
  // Also after the ten minutes.
  await world.sql(`update operations set undo_until = now() where id = $1`, [run.operation_id])
  expect(await resume(colleague, run)).toMatchObject({ state: 'undone', undone: 501, remaining: 0 })
  expect((await statusesOf(world.sql, orders)).filter((status) => status !== 'pending')).toHaveLength(3)
})

it('writes a note on many orders, and undoes it (D46)', async () => {
  const { admin, orders } = await createDesk()
  const p_ids = [...orders, NOBODY]
  const counted = { changed: 3, skipped: [{ reason: 'not_found', count: 1 }], tokens: 0, emails: 0 }
  expect(await callOperation(admin, 'note_orders', { p_ids })).toMatchObject(counted)
  const call = { p_ids, p_note: ' ', p_dry_run: false }
  expect(await refusal(admin, 'note_orders', call)).toBe('invalid_note')
  const notes = async () =>
    (await admin.client.from('order_notes').select('author_id, body, operation_id').in('order_id', orders))
      .data
  const run = await callOperation(admin, 'note_orders', { ...call, p_note: ' Ask the maker ' })
  await setStatuses(admin, [orders[0] ?? ''], 'processing', { p_note: 'Begun' })
  const note = { author_id: admin.id, body: 'Ask the maker', operation_id: run.operation_id }
  expect(await notes()).toEqual(expect.arrayContaining([note, note, note]))
  expect(await notes()).toContainEqual(expect.objectContaining({ body: 'Begun' }))
  expect(await undo(admin, run)).toMatchObject({ undone: 3, kept: [] })
  expect(await notes()).toMatchObject([{ body: 'Begun' }])
  const left = 'select notes from order_desk where order_id = any ($1) order by notes'
  expect(await columnOf<number>(world.sql, left, [orders])).toEqual([0, 0, 1])
})

it('counts a late credit as of the dry run, up to the limit of each member, beside what is refunded or charged (D36, D46)', async () => {
  const { admin, member } = await createDesk(0, 160)
  const benefit = await createBenefit(world, { price: 20 })
  const place = () => withCredit(5, 15, () => Promise.all([1, 2].map(() => placeOrder(member, benefit))))
  const orders = await place()
  await makeLate(orders, '9 hours')
  const plan = await dryRun(admin, orders, 'delivered')
  const credited = { move: 'credited', tokens: 20, members: 1 }
  expect(plan).toMatchObject({ changed: 2, tokens: 20, moves: [credited] })
  expect(await dryRun(admin, orders, 'processing')).toMatchObject({ tokens: 0, moves: [] })
  const refunded = { move: 'refunded', tokens: 40, members: 1 }
  expect(await dryRun(admin, orders, 'cancelled')).toMatchObject({ tokens: 60, moves: [refunded, credited] })
  const cancelled = await place()
  await setStatuses(admin, cancelled, 'cancelled')
  expect(await dryRun(admin, [...orders, ...cancelled], 'delivered')).toMatchObject({
    tokens: -20,
    moves: [{ move: 'charged', tokens: 40, members: 1 }, credited],
  })
  await undo(admin, await setStatuses(admin, orders, 'delivered', { p_expected: plan }))
  await settle(world.sql)
  expect(await balanceOf(world, member.id)).toBe(120)
  await setStatuses(admin, orders, 'completed')
  await settle(world.sql)
  expect(await balanceOf(world, member.id)).toBe(140)
  // No admin is credited for an own order that they cancel.
  await world.sql(`select private.post_tokens($1, 'adjustment', 20, 'Tokens')`, [admin.id])
  const own = await withCredit(1, 5, () => placeOrder(admin, benefit))
  await makeLate([own], '3 hours')
  expect(await setStatuses(admin, [own], 'cancelled')).toMatchObject({ changed: 1, tokens: 20 })
  await settle(world.sql)
  expect(await scalarOf(world.sql, 'select late_credit from orders where id = $1', [own])).toBe(0)
  expect(await reconcile(world)).toEqual([])
})

it('undoes everything except what changed since and what was spent (D46)', async () => {
  const { admin, colleague, member, orders } = await createDesk(4)
  await forget()
  const run = await setStatuses(admin, orders, 'cancelled', { p_note: 'All of them' })
  await setStatus(colleague, orders[0] ?? '', 'processing')
  await world.sql(`select private.post_tokens($1, 'adjustment', -10, 'Spent')`, [member.id])
  const undone = await undo(admin, run)
  expect(undone).toMatchObject({ state: 'undone', undone: 2, remaining: 0 })
  expect(undone.kept).toEqual([
    { reason: 'changed_since', count: 1 },
    { reason: 'tokens_spent', count: 1 },
  ])
  expect(await statusesOf(world.sql, orders)).toEqual(['processing', 'pending', 'pending', 'cancelled'])
  expect(await balanceOf(world, member.id)).toBe(0)
  // What stands is told as if it had not been undone.
  await settle(world.sql)
  expect((await messagesOf(member)).emails).toEqual(['order_status', 'order_cancelled'])
  expect(await reconcile(world)).toEqual([])
  expect(await rpc(admin, 'order_history', { p_order_id: orders[1] })).toMatchObject([
    { from_status: 'pending', to_status: 'cancelled', is_undo: false },
    { from_status: 'cancelled', to_status: 'pending', is_undo: true },
  ])
  const lines = `select concat_ws(' ', action, before ->> 'state', after ->> 'state', after ->> 'rows', after ->> 'tokens') from private.audit_log where row_id = $1 order by id`
  expect(await columnOf(world.sql, lines, [run.operation_id])).toEqual([
    'insert running 4 40',
    'update done undoing 4 40',
  ])
  const times = `select bool_and(r.changed_at < r.undone_at and r.undone_at <= o.undone_at)
    from operations as o join private.operation_rows as r on r.operation_id = o.id and r.state = 'undone' where o.id = $1`
  expect(await scalarOf(world.sql, times, [run.operation_id])).toBe(true)
  const noted = 'select order_id from order_notes where operation_id = $1 order by 1'
  expect(await columnOf(world.sql, noted, [run.operation_id])).toEqual([orders[0], orders[3]])
})

it('restores stock and limit, and keeps what was sold or ordered in the meantime (D38, D46)', async () => {
  const { admin, member, benefit } = await createDesk(0, 100)
  await setStock(world, benefit.id, 3)
  await world.sql('update benefits set per_member_limit = 3 where id = $1', [benefit.id])
  const orders = [await placeOrder(member, benefit), await placeOrder(member, benefit)].toSorted()
  const left = () =>
    scalarOf(world.sql, 'select stock from private.benefit_stock where benefit_id = $1', [benefit.id])
  const units = () =>
    columnOf(world.sql, `select concat_ws(' ', unit, fulfilled_at) from orders where id = any ($1)`, [orders])
  for (const status of ['delivered', 'cancelled']) {
    await undo(admin, await setStatuses(admin, orders, status))
    expect([await left(), await units()]).toEqual([1, ['held', 'held']])
  }
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
  await setStock(world, benefit.id, 9)
  const again = await setStatuses(admin, orders, 'cancelled', { p_ids: orders.slice(0, 1) })
  for (let more = 0; more < 3; more++) await placeOrder(member, benefit)
  expect((await undo(admin, again)).kept).toEqual([{ reason: 'limit_reached', count: 1 }])
  expect(await reconcile(world)).toEqual([])
})

it('notifies nobody before undo closes, and everyone once afterwards (D46)', async () => {
  const { admin, member, orders } = await createDesk()
  await forget()
  const text = { p_kind: 'text', p_content: 'Here it is', p_message: 'With thanks' }
  const { operation_id } = await setStatuses(admin, orders, 'delivered', text)
  await settle(world.sql, 8)
  expect(await messagesOf(member)).toEqual(NOTHING)
  expect(await contentOf(member, orders[0] ?? '')).toEqual([])
  for (let time = 0; time < 2; time++) await settle(world.sql)
  const three = Array(3).fill('order_delivered')
  expect(await messagesOf(member)).toEqual({ emails: three, notifications: three })
  for (const id of orders)
    expect(await contentOf(member, id)).toMatchObject([{ content: 'Here it is', message: 'With thanks' }])
  const by = 'select distinct delivered_by from private.deliveries where order_id = any ($1)'
  expect(await columnOf(world.sql, by, [orders])).toEqual([admin.id])
  // Whatever the clock says, it is not undone any more.
  expect(await refusal(admin, 'undo_operation', { p_operation_id: operation_id })).toBe('undo_closed')
  // Sent again later, it still answers, and stores nothing any more.
  await world.sql(`update operations set created_at = now() - interval '6 minutes' where id = $1`, [
    operation_id,
  ])
  const again = { ...text, p_expected: { operation_id } }
  expect(await setStatuses(admin, orders, 'delivered', again)).toMatchObject({ state: 'done', changed: 3 })
  const content = 'select from private.operation_content where operation_id = $1'
  expect(await world.sql(content, [operation_id])).toEqual([])
})

it('delivers to an order that was changed singly in the meantime if it stands, and nothing twice (D46)', async () => {
  const { admin, colleague, member, orders } = await createDesk(4)
  const [completed = '', reopened = '', delivered = '', again = ''] = orders
  await forget()
  await setStatuses(admin, orders, 'delivered', { p_kind: 'text', p_content: 'Of the operation' })
  await setStatus(colleague, completed, 'completed')
  await setStatus(colleague, reopened, 'pending')
  await deliver(colleague, delivered, { p_kind: 'text', p_content: 'By hand' })
  await setStatus(colleague, again, 'processing')
  await setStatus(colleague, again, 'delivered')
  const singly = (await messagesOf(member)).notifications
  expect(singly).toEqual(['order_status', 'order_delivered', 'order_status', 'order_delivered'])
  await settle(world.sql)
  expect(await contentOf(member, completed)).toMatchObject([{ content: 'Of the operation' }])
  expect(await contentOf(member, reopened)).toEqual([])
  expect(await contentOf(member, delivered)).toMatchObject([{ content: 'By hand' }])
  expect(await contentOf(member, again)).toMatchObject([{ content: 'Of the operation' }])
  // The content of two orders arrived; the order delivered by hand had been told.
  expect((await messagesOf(member)).notifications.slice(singly.length)).toEqual([
    'order_delivered',
    'order_delivered',
  ])
})

it('ends operations that are not continued for an hour, and deletes dry runs (D46)', async () => {
  const { admin } = await createDesk(0)
  const orders = await createFreeOrders(502)
  const plan = await dryRun(admin, orders, 'completed')
  const run = await setStatuses(admin, orders, 'processing', { p_kind: null })
  await settle(world.sql, 55)
  expect(await rowOf(world.sql, run.operation_id)).toMatchObject({ state: 'running', remaining: 2 })
  await settle(world.sql, 61)
  const done = { state: 'done', changed: 500, remaining: 0 }
  expect(await rowOf(world.sql, run.operation_id)).toMatchObject(done)
  const left = `select id from operations where id = $1 union all select operation_id from private.operation_rows where operation_id = $1`
  expect(await world.sql(left, [plan.operation_id])).toEqual([])

  // What waits is dropped when a running operation is undone.
  const stopped = await undo(admin, await setStatuses(admin, orders, 'delivered'))
  expect(stopped).toMatchObject({ state: 'undone', undone: 500, remaining: 0 })
  expect(stopped.skipped).toEqual([{ reason: 'stopped', count: 2 }])
  const other = await setStatuses(admin, orders, 'completed')
  await resume(admin, other)
  await undo(admin, other)
  await settle(world.sql, 61)
  expect(await rowOf(world.sql, other.operation_id)).toMatchObject({ state: 'undone', undone: 502 })
})

it('keeps no personal data of a deleted person, and sends no notifications about them (D12)', async () => {
  const { admin, member, orders } = await createDesk()
  const content = { p_kind: 'text', p_content: 'For somebody' }
  const run = await setStatuses(admin, orders, 'delivered', content)
  await world.sql('delete from profiles where id = $1', [member.id])
  await settle(world.sql)
  expect(await messagesOf(member)).toEqual(NOTHING)
  const stored = [
    'operations where id',
    'private.operation_rows where operation_id',
    'private.operation_content where operation_id',
  ]
  for (const where of stored) {
    const left = JSON.stringify(await world.sql(`select * from ${where} = $1`, [run.operation_id]))
    for (const word of [member.id, member.email, member.name, 'For somebody'])
      expect(left).not.toContain(word)
  }
  expect((await resume(admin, run)).state).toBe('done')
})

it('notifies of what it did after a later operation was undone (D46)', async () => {
  const { admin, colleague, member, orders } = await createDesk(1)
  await setStatuses(admin, orders, 'delivered')
  await undo(colleague, await setStatuses(colleague, orders, 'processing'))
  await forget()
  await settle(world.sql)
  expect(await messagesOf(member)).toEqual({ emails: DELIVERED, notifications: DELIVERED })
})

it('changes one order with ten seconds of undo, after which its member is notified and gets the delivery (D46, D52)', async () => {
  const { admin, member, orders } = await createDesk()
  const [id = ''] = orders
  const seen = () => scalarOf(world.sql, 'select updated_at::text from orders where id = $1', [id])
  const given = { p_kind: 'text', p_content: 'Seat 4', p_message: 'Enjoy.' }
  const deliverIt = async (): Promise<Result> => {
    const call = { p_order_id: id, p_updated_at: await seen(), p_status: 'delivered', ...given }
    return (await rpc(admin, 'change_order', call))[0]
  }
  const first = await seen()
  await forget()
  const run = await deliverIt()
  expect(Date.parse(String(run.undo_until)) - Date.now()).toBeLessThan(11_000)
  const until = (time: string, { operation_id }: Result) =>
    world.sql(`update operations set undo_until = ${time} where id = $1`, [operation_id])
  // A busy machine needs more.
  await until(`now() + interval '1 hour'`, run)
  expect([await contentOf(member, id), await messagesOf(member)]).toEqual([[], NOTHING])
  await undo(admin, run)
  expect(await statusesOf(world.sql, [id])).toEqual(['pending'])
  for (const [p_status, p_updated_at] of [
    ['processing', first],
    ['pending', await seen()],
  ])
    expect(await refusal(admin, 'change_order', { p_order_id: id, p_updated_at, p_status })).toBe(
      'order_changed',
    )

  const again = await deliverIt()
  const settleIt = () => rpc(admin, 'settle_operation', { p_operation_id: again.operation_id })
  await settleIt()
  expect(await contentOf(member, id)).toEqual([])
  await until('now()', again)
  await settleIt()
  expect(await contentOf(member, id)).toMatchObject([{ content: 'Seat 4', message: 'Enjoy.' }])
  expect(await messagesOf(member)).toEqual({ emails: DELIVERED, notifications: DELIVERED })
  const log = `select concat_ws(' ', before ->> 'status', after ->> 'status') from private.audit_log where row_id = $1 order by id`
  const [done, undone] = ['pending delivered', 'delivered pending']
  expect(await columnOf(world.sql, log, [id])).toEqual([done, undone, done])
  const history: Row[] = await rpc(admin, 'order_history', { p_order_id: id })
  expect(history.map(({ operation_id, is_undo }) => [operation_id, is_undo])).toEqual([
    [null, false],
    [null, true],
    [null, false],
  ])
})

it('keeps the reason of a cancellation for the member, of one order and of many, until somebody else cancels it', async () => {
  const { admin, member, orders } = await createDesk()
  const [id = '', other = ''] = orders
  const reasonOf = async (order: string) =>
    (await member.client.from('orders').select('cancel_reason').eq('id', order).single().throwOnError()).data
      .cancel_reason
  const updated = () => scalarOf(world.sql, 'select updated_at::text from orders where id = $1', [id])
  const call = async (p_status: string, p_reason?: string) =>
    refusal(admin, 'change_order', { p_order_id: id, p_updated_at: await updated(), p_status, p_reason })
  for (const reason of ['\u200b ', 'x'.repeat(501)])
    expect(await call('cancelled', reason)).toBe('invalid_cancel_reason')
  expect(await call('processing', 'Not a cancellation')).toBe('invalid_cancel_reason')
  expect(await call('cancelled', ' The maker has closed. ')).toBe(1)
  expect(await reasonOf(id)).toBe('The maker has closed.')
  expect(await balanceOf(world, member.id)).toBe(10)
  await settle(world.sql)
  const data = `select private.email_data(o) ->> 'reason' from private.outbox as o where kind = 'order_cancelled' and recipient_id = $1`
  expect(await scalarOf(world.sql, data, [member.id])).toBe('The maker has closed.')
  const run = await setStatuses(admin, [other], 'cancelled', { p_reason: 'Out of stock.' })
  expect(await reasonOf(other)).toBe('Out of stock.')
  await undo(admin, run)
  expect(await reasonOf(other)).toBeNull()
  await setStatus(admin, id, 'pending')
  await rpc(member, 'cancel_my_order', { p_order_id: id })
  expect(await reasonOf(id)).toBeNull()
  // Reopened singly, also by who did not cancel it, if its member can pay.
  const spend = (tokens: number) =>
    world.sql(`select private.post_tokens($1, 'adjustment', $2, 'Spent')`, [member.id, tokens])
  await spend(-5)
  expect(await call('processing')).toBe('insufficient_tokens')
  await spend(5)
  expect(await call('processing')).toBe(1)
})
