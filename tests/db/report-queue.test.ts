import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPool, delivered, report, tryOrder } from './support/delivery'
import { outcome } from './support/outcome'
import { createActors } from './support/people'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

it('takes a report of what the member has seen, never of its own replacement (D34)', async () => {
  const { people, owner } = await createActors(world)
  const { benefit } = await createPool(world, people.admin, 4)
  const id = await delivered(people.owner, benefit)
  let reports: Promise<string[]> | undefined
  await world.commits(async (sql) => {
    await sql('select from orders where id = $1 for update', [id])
    reports = Promise.all([report(people.owner, id), report(people.owner, id)])
    const waiting = `select count(*)::int as reports from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0 and query like '%report_delivery%'`
    while (Number((await world.sql(waiting))[0]?.reports) < 2) await setTimeout(20)
  })
  expect((await reports)?.toSorted()).toEqual(['replaced', 'report_refused'])
  const call = { p_order_id: id, p_reason: 'Refused' }
  expect(outcome(await owner.rpc('report_delivery', { ...call, p_items: 1 }))).toBe('report_refused')
  expect((await owner.rpc('report_delivery', { ...call, p_items: 2 })).data).toEqual([{ outcome: 'open' }])
})

it('counts a delivery that was refunded, and an order by its last report (D34)', async () => {
  const { people, admin } = await createActors(world)
  const { benefit } = await createPool(world, people.admin, 5)
  const [refunded, twice] = [await delivered(people.owner, benefit), await delivered(people.other, benefit)]
  await report(people.owner, refunded)
  for (const id of [twice, twice]) await report(people.other, id)
  await delivered(people.owner, benefit)
  await admin.from('orders').update({ status: 'cancelled' }).eq('id', refunded).throwOnError()
  const { data } = await admin.rpc('delivery_figures', { p_benefit_id: benefit.id })
  expect(data).toEqual([
    { orders: 2, tokens: 20, due: 3, on_time: 3, delivered: 3, reported: 2, replaced: 1, reports: 3 },
  ])
})

it('delivers nothing instead to a member who was deleted (D12, D34)', async () => {
  const { people, admin } = await createActors(world)
  const { benefit } = await createPool(world, people.admin, 2)
  const { id } = await tryOrder(people.owner, benefit)
  await report(people.owner, id)
  const [opened] = await world.sql('select id from private.reports where order_id = $1', [id])
  await admin.from('profiles').delete().eq('id', people.owner.id).throwOnError()
  const details = await admin.rpc('report_details', { p_report_id: opened?.id }).single<Row>().throwOnError()
  expect(details.data).toMatchObject({ can_replace: false, customer_id: null })
  const call = { p_report_id: opened?.id, p_answer: 'replaced' }
  for (const content of [{}, { p_kind: 'text', p_content: 'By hand' }])
    expect(outcome(await admin.rpc('answer_report', { ...call, ...content }))).toBe('order_changed')
})

it('finds and names a report by its whole number (D34)', async () => {
  const { people } = await createActors(world)
  const { benefit } = await createPool(world, people.admin)
  const { id } = await tryOrder(people.owner, benefit)
  await world.undone(async (sql) => {
    const claims = (sub: string) =>
      sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub })])
    await sql('alter table private.reports alter number restart with 12345')
    await claims(people.owner.id)
    await sql(`select report_delivery($1, 'Refused')`, [id])
    await claims(people.admin.id)
    const [found] = await sql(`select id from search_reports(p_search => 'R-12345')`)
    const [named] = await sql(`select private.audit_subject('reports', $1, null, null) as subject`, [
      found?.id,
    ])
    expect(named).toEqual({ subject: 'R-12345' })
  })
})
