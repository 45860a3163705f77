import { expect, it } from 'vitest'
import { createPool, delivered, readDelivery, report, tryOrder } from './support/delivery'
import { createActors, type Person } from './support/people'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

/** Delivers an order by hand, as it is now. */
async function deliver(admin: Person, p_order_id: string, content: object) {
  const { data } = await admin.client.from('orders').select('updated_at').eq('id', p_order_id).single()
  const call = { p_order_id, p_updated_at: data?.updated_at, ...content }
  await admin.client.rpc('deliver_order', call).throwOnError()
}

const reopen = ({ client }: Person, id: string) =>
  client.from('orders').update({ status: 'processing' }).eq('id', id).throwOnError()

/** The emails about a delivery that would be sent now, oldest first. */
const emails = (order: string) =>
  world.sql(
    `select private.email_data(o) as shows from private.outbox as o
     where cause_id = $1 and kind = 'order_delivered' order by created_at`,
    [order],
  )

it('leaves the member what was delivered when an order is delivered again with a message alone (D32, D33)', async () => {
  const { people } = await createActors(world)
  const benefit = await createBenefit(world)
  const id = await placeOrder(people.owner, benefit)
  const first = { p_kind: 'key', p_content: 'AAA-BY-HAND', p_message: 'Enjoy' }
  await deliver(people.admin, id, first)
  await reopen(people.admin, id)
  const call = { p_benefit_id: benefit.id, p_order_id: id }
  const { data: start } = await people.admin.client.rpc('last_delivery', call)
  expect(start).toEqual([{ kind: 'key', content: null, message: 'Enjoy', of_order: true }])
  await deliver(people.admin, id, { p_kind: 'key', p_content: '', p_message: 'Enjoy it' })
  expect(await readDelivery(people.owner, id)).toMatchObject({ content: 'AAA-BY-HAND', message: 'Enjoy it' })
  const again = { shows: expect.objectContaining({ key: 'AAA-BY-HAND', message: 'Enjoy it' }) }
  expect(await emails(id)).toEqual([again, again])
})

it('leaves the key of a pool as well (D32, D33)', async () => {
  const { people } = await createActors(world)
  const { benefit, keys } = await createPool(world, people.admin)
  const id = await delivered(people.owner, benefit)
  await reopen(people.admin, id)
  await deliver(people.admin, id, { p_kind: 'text', p_message: 'Enjoy' })
  expect(await readDelivery(people.owner, id)).toMatchObject({ content: keys[0], message: 'Enjoy' })
})

it('sends the replacement of an order that is processed again (D34, D37)', async () => {
  const { people } = await createActors(world)
  const { benefit, keys } = await createPool(world, people.admin, 2)
  const { id } = await tryOrder(people.owner, benefit)
  await report(people.owner, id)
  await reopen(people.admin, id)
  const [opened] = await world.sql('select id from private.reports where order_id = $1', [id])
  const call = { p_report_id: opened?.id, p_answer: 'replaced' }
  await people.admin.client.rpc('answer_report', call).throwOnError()
  expect((await emails(id)).at(-1)).toEqual({ shows: expect.objectContaining({ key: keys[1] }) })
})

it('finds the last delivery by hand of a benefit through its index, which holds no instant delivery (D33)', async () => {
  const { people } = await createActors(world)
  const benefit = await createBenefit(world)
  await world.undone(async (sql) => {
    await sql(
      `insert into private.deliveries (order_id, benefit_id, method, kind, content)
       select gen_random_uuid(), case when n % 9 = 0 then $1::uuid else gen_random_uuid() end,
         case when n % 2 = 0 then 'manual' else 'link' end, 'link', 'https://x.example/' || n
       from generate_series(1, 9000) as n`,
      [benefit.id],
    )
    await sql('analyze private.deliveries')
    await sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: people.admin.id })])
    const [last] = await sql('select content from last_delivery($1)', [benefit.id])
    expect(last).toEqual({ content: 'https://x.example/9000' })
    const [index] = await sql(
      `select pg_stat_get_xact_numscans(c.oid)::int as scans, c.reltuples < 5500 as is_partial
       from pg_class as c where relname = 'deliveries_by_hand_idx'`,
    )
    expect(index).toEqual({ scans: 1, is_partial: true })
  })
})
