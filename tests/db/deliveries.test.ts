import { expect, it } from 'vitest'
import { rpc } from './support/ask'
import { createPool, saveBenefit, tryOrder } from './support/delivery'
import { deliver } from './support/notifications'
import { createActors } from './support/people'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('masks a key everywhere else, and logs no key, content or message (D29, D31)', async () => {
  const { owner, admin } = (await createActors(world)).people
  const { benefit, keys } = await createPool(world, admin)
  const { id: p_order_id } = await tryOrder(owner, benefit)
  const secrets = { p_kind: 'key', p_content: 'SECRET-CONTENT', p_message: 'SECRET-MESSAGE' }
  await deliver(admin, await placeOrder(owner, await createBenefit(world)), secrets)
  const settings = { delivery_method: 'link', link: 'https://SECRET.example/', instructions: 'SECRET' }
  await saveBenefit(admin, benefit.id, settings)
  const shown = JSON.stringify([
    await rpc(owner, 'delivery_status', { p_order_id }),
    await rpc(owner, 'order_events', { p_order_id }),
    await rpc(admin, 'search_keys', { p_benefit_id: benefit.id }),
    (await admin.client.from('orders').select().eq('id', p_order_id)).data,
    await world.sql('select * from private.audit_log'),
    await world.sql('select * from token_transactions'),
  ])
  expect(shown).toContain(`GLD-••••-${keys[0]?.slice(-4)}`)
  expect(shown).not.toMatch(/SECRET/)
  expect(shown).not.toContain(keys[0])
})
