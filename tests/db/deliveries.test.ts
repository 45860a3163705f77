import { expect, it } from 'vitest'
import { createPool, readDelivery, saveSettings, tryOrder } from './support/delivery'
import { outcome } from './support/outcome'
import { createActors } from './support/people'
import { createBenefit, orderPayload, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('delivers a key in the transaction of the order, to its owner alone (D30, D31)', async () => {
  const { people, admin, other, anonymous } = await createActors(world)
  const { benefit, keys } = await createPool(world, people.admin)
  const { id } = await tryOrder(people.owner, benefit)
  const { data } = await admin.from('orders').select('status, delivery_method').eq('id', id).single()
  expect(data).toEqual({ status: 'delivered', delivery_method: 'key' })
  expect(await readDelivery(people.owner, id)).toMatchObject({ method: 'key', content: keys[0] })
  for (const client of [other, admin]) {
    expect((await client.rpc('order_delivery', { p_order_id: id })).data).toEqual([])
    expect((await client.rpc('delivery_status', { p_order_id: id })).data).toEqual([])
    expect((await client.rpc('order_events', { p_order_id: id })).data).toEqual([])
  }
  expect(outcome(await anonymous.rpc('order_delivery', { p_order_id: id }))).toBe('42501')
  const { data: history } = await admin.rpc('order_history', { p_order_id: id })
  expect(history).toMatchObject([{ actor_name: null, from_status: 'pending', to_status: 'delivered' }])
})

it('masks a key everywhere else, and logs no key, content or message (D29, D31)', async () => {
  const { people, owner, admin } = await createActors(world)
  const { benefit, keys } = await createPool(world, people.admin)
  const { id } = await tryOrder(people.owner, benefit)
  const manual = await placeOrder(people.owner, await createBenefit(world))
  const { data: order } = await admin.from('orders').select('updated_at').eq('id', manual).single()
  const secrets = { p_kind: 'key', p_content: 'SECRET-CONTENT', p_message: 'SECRET-MESSAGE' }
  await admin
    .rpc('deliver_order', { p_order_id: manual, p_updated_at: order?.updated_at, ...secrets })
    .throwOnError()
  await saveSettings(people.admin, benefit.id, {
    p_method: 'link',
    p_link: 'https://SECRET.example/',
    p_instructions: 'SECRET',
  })
  const shown = JSON.stringify([
    (await owner.rpc('delivery_status', { p_order_id: id })).data,
    (await owner.rpc('order_events', { p_order_id: id })).data,
    (await admin.rpc('search_keys', { p_benefit_id: benefit.id })).data,
    (await admin.from('orders').select().eq('id', id)).data,
    await world.sql('select * from private.audit_log'),
    await world.sql('select * from token_transactions'),
  ])
  expect(shown).toContain(`GLD-••••-${keys[0]?.slice(-4)}`)
  expect(shown).not.toMatch(/SECRET/)
  expect(shown).not.toContain(keys[0])
})

it('takes no key for a replayed order, and none back from a cancelled one (D3, D31)', async () => {
  const { people, owner, admin } = await createActors(world)
  const { benefit, keys } = await createPool(world, people.admin, 2)
  const payload = orderPayload(people.owner, benefit)
  await owner.from('orders').insert(payload).throwOnError()
  expect(outcome(await owner.from('orders').insert(payload))).toBe('23505')
  await admin.from('orders').update({ status: 'cancelled' }).eq('id', payload.id).throwOnError()
  expect(await readDelivery(people.owner, payload.id)).toBeUndefined()
  expect((await owner.rpc('delivery_status', { p_order_id: payload.id })).data).toEqual([])
  const { id } = await tryOrder(people.other, benefit)
  expect(await readDelivery(people.other, id)).toMatchObject({ content: keys[1] })
  expect((await tryOrder(people.other, benefit)).refusal).toBe('sold_out')
})

it('copies link and instructions to the order, which outlives changes and the benefit (D13, D30)', async () => {
  const { people, admin } = await createActors(world)
  const benefit = await createBenefit(world)
  const settings = {
    p_method: 'link',
    p_link: 'https://course.example/start',
    p_instructions: 'Sign up first.',
  }
  await saveSettings(people.admin, benefit.id, settings)
  const { id } = await tryOrder(people.owner, benefit)
  await saveSettings(people.admin, benefit.id, {
    ...settings,
    p_link: 'https://other.example/',
    p_instructions: '',
  })
  await admin.from('benefits').delete().eq('id', benefit.id).throwOnError()
  const delivered = { kind: 'link', content: settings.p_link, instructions: settings.p_instructions }
  expect(await readDelivery(people.owner, id)).toMatchObject(delivered)
})

it('delivers content and a message by hand (D33)', async () => {
  const { people, admin } = await createActors(world)
  const benefit = await createBenefit(world)
  const id = await placeOrder(people.owner, benefit)
  const { data: order } = await admin.from('orders').select('updated_at').eq('id', id).single()
  const call = { p_order_id: id, p_updated_at: order?.updated_at, p_kind: 'link', p_message: 'Welcome.' }
  expect(outcome(await admin.rpc('deliver_order', { ...call, p_content: 'javascript:alert(1)' }))).toBe(
    'invalid_delivery',
  )
  await admin.rpc('deliver_order', { ...call, p_content: 'https://seat.example/1' }).throwOnError()
  expect(await readDelivery(people.owner, id)).toMatchObject({
    content: 'https://seat.example/1',
    message: 'Welcome.',
  })
  expect(outcome(await admin.rpc('deliver_order', call))).toBe('order_changed')
})

it('erases what was written to a deleted person (D12)', async () => {
  const { people, admin } = await createActors(world)
  const id = await placeOrder(people.owner, await createBenefit(world))
  const { data: order } = await admin.from('orders').select('updated_at').eq('id', id).single()
  const content = { p_kind: 'text', p_content: 'Dear Olga', p_message: 'Hello Olga' }
  await admin
    .rpc('deliver_order', { p_order_id: id, p_updated_at: order?.updated_at, ...content })
    .throwOnError()
  await people.owner.client.rpc('report_delivery', { p_order_id: id, p_reason: 'I, Olga' }).throwOnError()
  await admin.from('profiles').delete().eq('id', people.owner.id).throwOnError()
  const kept = await world.sql(
    'select * from private.deliveries as d left join private.reports using (order_id) where order_id = $1',
    [id],
  )
  expect(JSON.stringify(kept)).not.toContain('Olga')
})
