import { expect, it } from 'vitest'
import { createPool, delivered, importKeys, readDelivery, report, tryOrder } from './support/delivery'
import { outcome } from './support/outcome'
import { createActors } from './support/people'
import { balanceOf, createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

const reportOf = async (order: string) => {
  const [row] = await world.sql<{ id: string; outcome: string } & Row>(
    'select * from private.reports where order_id = $1 order by created_at desc',
    [order],
  )
  if (!row) throw new Error('no report')
  return row
}

it('replaces the first reported key at once, from another batch, and quarantines it (D34)', async () => {
  const { people, owner } = await createActors(world)
  const { benefit, keys } = await createPool(world, people.admin, 2)
  const [another] = await importKeys(people.admin, benefit, 1)
  const id = await delivered(people.owner, benefit)
  expect(await report(people.owner, id)).toBe('replaced')
  expect(await readDelivery(people.owner, id)).toMatchObject({ content: another })
  expect(
    await world.sql(
      'select quarantined_at is not null as aside from private.delivery_keys where secret = $1',
      [keys[0]],
    ),
  ).toEqual([{ aside: true }])
  expect((await owner.rpc('delivery_status', { p_order_id: id })).data).toMatchObject([
    { items: 2, next_report: 'open' },
  ])
  // The second item, then nothing more.
  expect(await report(people.owner, id)).toBe('open')
  expect(await report(people.owner, id)).toBe('report_refused')
})

it('holds the limits however reports are raced (D34)', async () => {
  const { people } = await createActors(world)
  const { benefit } = await createPool(world, people.admin, 12)
  const orders = await Promise.all(Array.from({ length: 4 }, () => delivered(people.owner, benefit)))
  const outcomes = await Promise.all([...orders, ...orders].map((id) => report(people.owner, id)))
  expect(outcomes.filter((one) => one === 'replaced')).toHaveLength(1)
  expect(
    await world.sql('select count(*)::int as n from private.reports where account_id = $1', [
      people.owner.id,
    ]),
  ).toEqual([{ n: expect.toSatisfy((n: number) => n === 4 || n === 5) }])
  const given = await world.sql(
    'select order_id from private.deliveries where withdrawn_at is null and order_id = any($1)',
    [orders],
  )
  expect(given).toHaveLength(4)
})

it('never leaves a report or a replacement on a cancelled order (D32, D34)', async () => {
  const { people, admin } = await createActors(world)
  const { benefit } = await createPool(world, people.admin, 2)
  const id = await delivered(people.owner, benefit)
  const [reported] = await Promise.all([
    report(people.owner, id),
    admin.from('orders').update({ status: 'cancelled' }).eq('id', id).throwOnError(),
  ])
  expect(['replaced', 'nothing_to_report']).toContain(reported)
  expect(await readDelivery(people.owner, id)).toBeUndefined()
  expect(await balanceOf(world, people.owner.id)).toBe(100)
})

it('lets an admin replace, reply or refund, once (D34)', async () => {
  const { people, owner, admin } = await createActors(world)
  const { benefit } = await createPool(world, people.admin, 9)
  const answer = async (order: string, p_answer: string, p_text?: string) =>
    outcome(await admin.rpc('answer_report', { p_report_id: (await reportOf(order)).id, p_answer, p_text }))
  const open = async () => {
    const { id } = await tryOrder(people.owner, benefit)
    expect(await report(people.owner, id)).toBe('open')
    return id
  }
  const [replaced, replied, refunded] = [await open(), await open(), await open()]
  const before = (await readDelivery(people.owner, replaced))?.content
  expect(await answer(replaced, 'replaced')).toBe(0)
  expect((await readDelivery(people.owner, replaced))?.content).not.toBe(before)
  expect(await answer(replied, 'replied')).toBe('invalid_answer')
  expect(await answer(replied, 'replied', 'Try again.')).toBe(0)
  expect((await owner.rpc('delivery_status', { p_order_id: replied })).data).toMatchObject([
    { answer_text: 'Try again.' },
  ])
  expect(await answer(replied, 'refunded')).toBe('report_closed')
  const logged = await world.sql(
    `select subject like 'R-%' as named, after from private.audit_log where table_name = 'reports' and row_id = $1`,
    [(await reportOf(replied)).id],
  )
  expect(logged).toEqual([{ named: true, after: { answer: 'replied' } }])
  expect(await answer(refunded, 'refunded', 'Sorry.')).toBe(0)
  const told = async (p_order_id: string) =>
    (await owner.rpc('order_events', { p_order_id }).throwOnError()).data
      .filter(({ event }: { event: string }) => event === 'answered')
      .map(({ detail }: { detail: object }) => detail)
  expect(await told(refunded)).toEqual([{ answer: 'refunded', text: 'Sorry.' }])
  // It may name what was given instead, and a cancelled order shows nothing (D32).
  expect(await told(replied)).toEqual([{ answer: 'replied' }])
  expect(await balanceOf(world, people.owner.id)).toBe(80)
  const { data } = await admin.rpc('order_history', { p_order_id: refunded })
  expect(data.at(-1)).toMatchObject({
    actor_name: 'Ada Admin',
    from_status: 'delivered',
    to_status: 'cancelled',
  })
})

it('takes a report of an order that was delivered with nothing attached, which is replaced by hand (D30, D33, D34)', async () => {
  const { people, owner, admin } = await createActors(world)
  const benefit = await createBenefit(world)
  const instruct = (text: string) =>
    world.sql(
      `insert into private.benefit_delivery (benefit_id, instructions) values ($1, $2)
       on conflict (benefit_id) do update set instructions = excluded.instructions`,
      [benefit.id, text],
    )
  await instruct('As ordered.')
  const id = await placeOrder(people.owner, benefit)
  await instruct('Changed since.')
  expect(await report(people.owner, id)).toBe('nothing_to_report')
  expect(await readDelivery(people.owner, id)).toBeUndefined()
  await admin.from('orders').update({ status: 'delivered' }).eq('id', id).throwOnError()
  const plain = { method: 'manual', kind: null, instructions: 'As ordered.' }
  expect(await readDelivery(people.owner, id)).toMatchObject({ ...plain, content: null })
  const status = async () => (await owner.rpc('delivery_status', { p_order_id: id }).single()).data
  expect(await status()).toMatchObject({ ...plain, next_report: 'open', email: 'waiting' })
  const [email] = await world.sql(
    `select private.email_data(o) ->> 'instructions' as instructions from private.outbox as o
     where cause_id = $1 and kind = 'order_delivered'`,
    [id],
  )
  expect(email).toEqual({ instructions: 'As ordered.' })

  expect(await report(people.other, id)).toBe('nothing_to_report')
  expect(await report(people.owner, id)).toBe('open')
  expect(await report(people.owner, id)).toBe('report_refused')
  const answer = async (p_answer: string, content: object = {}) => {
    const { id: p_report_id } = await reportOf(id)
    return outcome(await admin.rpc('answer_report', { p_report_id, p_answer, p_text: 'Sorry.', ...content }))
  }
  const content = { p_kind: 'key', p_content: 'BY-HAND-1' }
  expect(await answer('replaced')).toBe('invalid_delivery')
  expect(await answer('replaced', { p_kind: 'link', p_content: 'javascript:x' })).toBe('invalid_delivery')
  expect(await answer('replied', content)).toBe('invalid_delivery')
  // An answer with a delivery ends as one, whatever the status was meanwhile.
  await admin.from('orders').update({ status: 'processing' }).eq('id', id).throwOnError()
  expect(await answer('replaced', content)).toBe(0)
  expect(await readDelivery(people.owner, id)).toMatchObject({
    kind: 'key',
    content: 'BY-HAND-1',
    instructions: 'As ordered.',
  })
  const { data: order } = await owner.from('orders').select('status').eq('id', id).single()
  expect(order).toEqual({ status: 'delivered' })
  const { data: events } = await owner.rpc('order_events', { p_order_id: id }).throwOnError()
  expect(events.filter(({ event }: { event: string }) => event === 'delivered')).toMatchObject([
    { actor: 'Ada Admin', detail: { kind: 'key', item: 1 } },
  ])
  const told = await world.sql(
    `select count(*)::int as emails from private.outbox where cause_id = $1 and kind = 'order_delivered'`,
    [id],
  )
  expect(told).toEqual([{ emails: 2 }])
})

it('takes ten reports of a member in an hour, each of which may tell every admin (D34)', async () => {
  const { people } = await createActors(world)
  const { benefit } = await createPool(world, people.admin, 5)
  const [first, second] = [await delivered(people.owner, benefit), await delivered(people.owner, benefit)]
  await world.sql(
    `insert into private.attempts (kind, caller) select 'report_delivery', $1 from generate_series(1, 9)`,
    [people.owner.id],
  )
  expect(await report(people.owner, first)).toBe('replaced')
  expect(await report(people.owner, second)).toBe('rate_limited')
  expect(await report(people.other, await delivered(people.other, benefit))).toBe('replaced')
})

it('replaces by hand what an empty pool cannot replace (D34)', async () => {
  const { people, admin } = await createActors(world)
  const { benefit } = await createPool(world, people.admin)
  const { id } = await tryOrder(people.owner, benefit)
  expect(await report(people.owner, id)).toBe('open')
  const call = { p_report_id: (await reportOf(id)).id, p_answer: 'replaced' }
  expect(outcome(await admin.rpc('answer_report', call))).toBe('sold_out')
  const content = { p_kind: 'key', p_content: 'BY-HAND-2' }
  expect(outcome(await admin.rpc('answer_report', { ...call, ...content }))).toBe(0)
  expect(await readDelivery(people.owner, id)).toMatchObject({ method: 'manual', content: 'BY-HAND-2' })
})

it('lists open reports, the first due first, page by page, and counts them (D34)', async () => {
  const { people, admin } = await createActors(world)
  const { benefit } = await createPool(world, people.admin, 3)
  const orders: string[] = []
  for (let i = 0; i < 3; i++) {
    const { id } = await tryOrder(people.owner, benefit)
    await report(people.owner, id)
    orders.push(id)
  }
  const page = async (filter: object) =>
    (await admin.rpc('search_reports', { p_benefit_id: benefit.id, ...filter }).throwOnError()).data as Row[]
  const first = await page({ p_limit: 2 })
  expect(first.map((row) => row.order_id)).toEqual(orders.slice(0, 2))
  const key = { p_key_time: first[1]?.due_at, p_key_id: first[1]?.id }
  expect((await page(key)).map((row) => row.order_id)).toEqual(orders.slice(2))
  expect((await page({ ...key, p_reverse: true })).map((row) => row.order_id)).toEqual(orders.slice(0, 1))
  expect((await page({ p_open: false })).map((row) => row.order_id)).toEqual(orders.toReversed())
  const { data } = await admin.rpc('report_counts')
  expect(data[0].open).toBeGreaterThanOrEqual(3)
  expect((await admin.rpc('delivery_figures', { p_benefit_id: benefit.id })).data).toEqual([
    { orders: 3, tokens: 30, due: 3, on_time: 3, delivered: 3, reported: 3, replaced: 0, reports: 3 },
  ])
})
