import { expect, it } from 'vitest'
import { columnOf, refusal, rpc, scalarOf } from './support/ask'
import { createPool, importKeys, orderAndRead, readDelivery, report, tryOrder } from './support/delivery'
import { setStatus } from './support/notifications'
import { createAdmin, createMember, type Person } from './support/people'
import { balanceOf, createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()
const admin = await createAdmin(world)
const createOwner = () => createMember(world, { tokens: 100 })

const reportOf = (order: string) =>
  scalarOf(world.sql, 'select id from private.reports where order_id = $1 order by created_at desc', [order])
const answer = async (order: string, p_answer: string, more: Row = {}) =>
  refusal(admin, 'answer_report', { p_report_id: await reportOf(order), p_answer, ...more })
const statusOf = async (owner: Person, p_order_id: string) =>
  (await rpc(owner, 'delivery_status', { p_order_id }))[0]
const eventsOf = async (owner: Person, p_order_id: string, event: string): Promise<Row[]> =>
  (await rpc(owner, 'order_events', { p_order_id })).filter((row: Row) => row.event === event)

it('replaces the first reported key at once, from another batch, and quarantines it (D34)', async () => {
  const owner = await createOwner()
  const { benefit, keys } = await createPool(world, admin, 2)
  const [another] = await importKeys(admin, benefit, 1)
  const id = await orderAndRead(owner, benefit)
  expect(await report(owner, id)).toBe('replaced')
  expect(await readDelivery(owner, id)).toMatchObject({ content: another })
  const aside = 'select quarantined_at is not null from private.delivery_keys where secret = $1'
  expect(await scalarOf(world.sql, aside, [keys[0]])).toBe(true)
  expect(await statusOf(owner, id)).toMatchObject({ items: 2, next_report: 'open' })
  // The second item, then nothing more.
  expect([await report(owner, id), await report(owner, id)]).toEqual(['open', 'report_refused'])
  expect(await statusOf(owner, id)).toMatchObject({ report_due_at: expect.any(String) })
})

it('lets an admin replace, reply or refund, once (D34)', async () => {
  const owner = await createOwner()
  const { benefit } = await createPool(world, admin, 9)
  const open = async () => {
    const { id } = await tryOrder(owner, benefit)
    expect(await report(owner, id)).toBe('open')
    return id
  }
  const [replaced, replied, refunded] = [await open(), await open(), await open()]
  const before = (await readDelivery(owner, replaced))?.content
  await readDelivery(owner, refunded)
  expect(await answer(replaced, 'replaced')).toBe(0)
  expect((await readDelivery(owner, replaced))?.content).not.toBe(before)
  expect(await answer(replied, 'replied', { p_text: 'Try again.' })).toBe(0)
  expect(await statusOf(owner, replied)).toMatchObject({ answer_text: 'Try again.' })
  expect(await answer(replied, 'refunded')).toBe('report_closed')
  const logged = `select subject like 'R-%' as named, after from private.audit_log where table_name = 'reports' and row_id = $1`
  expect(await world.sql(logged, [await reportOf(replied)])).toEqual([
    { named: true, after: { answer: 'replied' } },
  ])
  expect(await answer(refunded, 'refunded', { p_text: 'Sorry.' })).toBe(0)
  expect(await eventsOf(owner, refunded, 'answered')).toMatchObject([
    { detail: { answer: 'refunded', text: 'Sorry.' } },
  ])
  // It may name what was given instead, and a cancelled order shows nothing (D32).
  expect((await eventsOf(owner, replied, 'answered'))[0]?.detail).toEqual({ answer: 'replied' })
  expect(await readDelivery(owner, refunded)).toBeUndefined()
  expect(await balanceOf(world, owner.id)).toBe(80)
  const history = await rpc(admin, 'order_history', { p_order_id: refunded })
  expect(history.at(-1)).toMatchObject({ actor_name: 'Ada Admin', to_status: 'cancelled' })
})

it('accepts a report of an order that was delivered with nothing attached, which is replaced by hand (D30, D33, D34)', async () => {
  const owner = await createOwner()
  const benefit = await createBenefit(world)
  const instruct = (text: string) =>
    world.sql(
      `insert into private.benefit_delivery (benefit_id, instructions) values ($1, $2)
       on conflict (benefit_id) do update set instructions = excluded.instructions`,
      [benefit.id, text],
    )
  await instruct('As ordered.')
  const id = await placeOrder(owner, benefit)
  await instruct('Changed since.')
  expect(await report(owner, id)).toBe('nothing_to_report')
  expect(await readDelivery(owner, id)).toBeUndefined()
  await setStatus(admin, id, 'delivered')
  const plain = { method: 'manual', kind: null, instructions: 'As ordered.' }
  expect(await readDelivery(owner, id)).toMatchObject({ ...plain, content: null })
  expect(await statusOf(owner, id)).toMatchObject({ ...plain, next_report: 'open', email: 'waiting' })
  const emails = `select private.email_data(o) ->> 'instructions' from private.outbox as o
    where cause_id = $1 and kind = 'order_delivered'`
  expect(await columnOf(world.sql, emails, [id])).toEqual(['As ordered.'])
  expect([await report(owner, id), await report(owner, id)]).toEqual(['open', 'report_refused'])
  const p_text = 'Sorry.'
  // An answer with a delivery ends as one, whatever the status was meanwhile.
  await setStatus(admin, id, 'processing')
  const content = { kind: 'key', content: 'BY-HAND-1' }
  const byHand = { p_text, p_kind: content.kind, p_content: content.content }
  expect(await answer(id, 'replaced', byHand)).toBe(0)
  expect(await readDelivery(owner, id)).toMatchObject({ ...content, instructions: 'As ordered.' })
  expect(await scalarOf(world.sql, 'select status from orders where id = $1', [id])).toBe('delivered')
  expect(await eventsOf(owner, id, 'delivered')).toMatchObject([
    { actor: 'Ada Admin', detail: { kind: 'key', item: 1 } },
  ])
  expect(await columnOf(world.sql, emails, [id])).toHaveLength(2)
})

it('quarantines a batch that three members reported, until an admin decides (D34)', async () => {
  const owner = await createOwner()
  const { benefit } = await createPool(world, admin, 10)
  const [p_benefit_id, of] = [benefit.id, [benefit.id]]
  const watcher = await createAdmin(world)
  for (let n = 0; n < 3; n++) {
    const member = await createMember(world)
    await report(member, await orderAndRead(member, benefit))
  }
  expect((await tryOrder(owner, benefit)).refusal).toBe('sold_out')
  const held = async () =>
    (await rpc(admin, 'suspect_batches')).filter((batch: Row) => batch.benefit_id === benefit.id)
  const left = 'select key_id from private.available_keys where benefit_id = $1 limit 1'
  const p_key_id = await scalarOf(world.sql, left, of)
  expect(await rpc(admin, 'set_key_aside', { p_key_id, p_aside: false })).toBe('quarantined')
  // None of the reports is open: all were answered with another key.
  const openReports = `select count from notifications where user_id = $1 and kind = 'reports_open' and benefit_id = $2`
  expect(await columnOf<number>(world.sql, openReports, [watcher.id, benefit.id])).toEqual([1])
  const [batch] = await held()
  expect(batch).toMatchObject({ batch: 1, keys: 10, held: 4, reported: 3, other_keys_left: 0 })
  expect(await rpc(admin, 'search_keys', { p_benefit_id, p_state: 'quarantined' })).toHaveLength(7)
  await rpc(admin, 'decide_batch', { p_batch_id: batch.id, p_release: true })
  // Only later reports count.
  expect(await report(owner, await orderAndRead(owner, benefit))).toBe('replaced')
  expect(await held()).toEqual([])
  await world.sql('update private.key_batches set quarantined_at = now() where id = $1', [batch.id])
  expect(await held()).toMatchObject([{ reported: 1 }])
})

it('lists and counts the open reports of a benefit, and finds them by number (D34)', async () => {
  await world.sql('alter table private.reports alter number restart with 12345')
  const owner = await createOwner()
  const { benefit } = await createPool(world, admin, 3)
  const orders: string[] = []
  for (let i = 0; i < 3; i++) {
    const { id } = await tryOrder(owner, benefit)
    await report(owner, id)
    orders.push(id)
  }
  const p_benefit_id = benefit.id
  const idsOf = async (filter: object) =>
    (await rpc(admin, 'search_reports', { p_benefit_id, ...filter })).map((row: Row) => row.order_id)
  expect(await idsOf({ p_search: 'R-12346' })).toEqual(orders.slice(1, 2))
  const log = `insert into private.audit_log (table_name, row_id, action) values ('reports', $1, 'update') returning subject`
  expect(await scalarOf(world.sql, log, [await reportOf(orders[0] ?? '')])).toBe('R-12345')
  expect((await rpc(admin, 'report_counts'))[0].open).toBeGreaterThanOrEqual(3)
  expect(await rpc(admin, 'delivery_figures', { p_benefit_id })).toEqual([
    { orders: 3, tokens: 30, due: 3, on_time: 3, delivered: 3, reported: 3, replaced: 0, reports: 3 },
  ])
  expect(await answer(orders[0] ?? '', 'replied', { p_text: 'Try again.' })).toBe(0)
  expect(await idsOf({})).toEqual(orders.slice(1))
})
