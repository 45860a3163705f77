import { expect, it } from 'vitest'
import { createPool, readDelivery, report, saveSettings, tryOrder } from './support/delivery'
import { outcome } from './support/outcome'
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
  await deliver(people.admin, id, { p_message: 'Enjoy it' })
  expect(await readDelivery(people.owner, id)).toMatchObject({ content: 'AAA-BY-HAND', message: 'Enjoy it' })
  const again = { shows: expect.objectContaining({ key: 'AAA-BY-HAND', message: 'Enjoy it' }) }
  expect(await emails(id)).toEqual([again, again])
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

it.each([
  { p_kind: 'key', p_content: '' },
  { p_kind: 'key', p_content: ' \u00a0', p_message: 'Enjoy' },
  { p_kind: 'key', p_content: '\u200b' },
  { p_kind: 'key' },
  { p_kind: 'text', p_content: '\n' },
  { p_kind: 'link', p_content: null, p_message: 'Enjoy' },
])('refuses a delivery by hand of $p_kind without content, %o (D52)', async (content) => {
  const { people, admin, owner } = await createActors(world)
  const id = await placeOrder(people.owner, await createBenefit(world))
  const { data: order } = await admin.from('orders').select('updated_at').eq('id', id).single()
  const call = { p_order_id: id, p_updated_at: order?.updated_at, ...content }
  expect(outcome(await admin.rpc('deliver_order', call))).toBe('invalid_delivery')
  const many = { p_ids: [id], p_status: 'delivered', p_dry_run: false, ...content }
  expect(outcome(await admin.rpc('set_order_statuses', many))).toBe('invalid_delivery')
  expect((await owner.from('orders').select('status').eq('id', id).single()).data).toEqual({
    status: 'pending',
  })
})

it('answers no report with a kind and no content (D34, D52)', async () => {
  const { people, admin } = await createActors(world)
  const { benefit } = await createPool(world, people.admin, 2)
  const { id } = await tryOrder(people.owner, benefit)
  await report(people.owner, id)
  await report(people.owner, id, 'Again')
  const [opened] = await world.sql(
    'select id from private.reports where order_id = $1 order by created_at desc limit 1',
    [id],
  )
  const call = { p_report_id: opened?.id, p_answer: 'replaced', p_kind: 'key', p_content: ' ' }
  expect(outcome(await admin.rpc('answer_report', call))).toBe('invalid_delivery')
})

it('sets an order to delivered with its status and time alone (specification 7, D52)', async () => {
  const { people, admin, owner } = await createActors(world)
  const id = await placeOrder(people.owner, await createBenefit(world))
  const change = { status: 'delivered', updated_at: new Date().toISOString() }
  await admin.from('orders').update(change).eq('id', id).throwOnError()
  expect((await owner.from('orders').select('status').eq('id', id).single()).data).toEqual({
    status: 'delivered',
  })
})

it('keeps the message that deliveries of a benefit begin with, for admins, and logs that it changed (D52)', async () => {
  const { people, admin, owner } = await createActors(world)
  const { id } = await createBenefit(world)
  const settings = (client: typeof admin) => client.rpc('delivery_settings', { p_benefit_id: id })
  const save = (p_message: string) => saveSettings(people.admin, id, { p_method: 'manual', p_message })
  expect(outcome(await save(' Welcome to your seat. '))).toBe(1)
  expect((await settings(admin)).data).toMatchObject([{ message: 'Welcome to your seat.' }])
  expect(outcome(await settings(owner))).toBe('not_admin')
  const [logged] = await world.sql(
    `select after -> 'delivery_changed' as changed from private.audit_log where row_id = $1 order by at desc limit 1`,
    [id],
  )
  expect(logged).toEqual({ changed: ['message'] })
  await save('')
  expect((await settings(admin)).data).toMatchObject([{ message: null }])
  expect(outcome(await save('x'.repeat(2001)))).toBe('23514')
})
