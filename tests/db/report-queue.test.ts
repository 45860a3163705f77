import { expect, it } from 'vitest'
import { createPool, delivered, report, tryOrder } from './support/delivery'
import { createActors } from './support/people'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

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
