import { expect } from 'vitest'
import { createSender, makeDue } from '../support/outbox'
import { createMember } from '../support/people'
import { createBenefit, orderPayload, placeOrder } from '../support/rows'
import type { World } from '../support/world'

/** D37: two senders never lease the same row, and neither waits for the other. */
export async function leasesAreExclusive(world: World): Promise<void> {
  await world.sql('delete from private.outbox')
  const member = await createMember(world, { tokens: 1000 })
  const benefit = await createBenefit(world, { price: 1 })
  const orders = Array.from({ length: 60 }, () => orderPayload(member, benefit))
  await member.client.from('orders').insert(orders).throwOnError()
  // Both record that they ran.
  await world.sql(`update private.email_sender set ran_at = '-infinity'`)
  const leased: unknown[] = []
  await world.commits(async (sql) => {
    leased.push(...(await sql('select id from private.lease_emails(30)')))
    await world.commits(async (other) => {
      await other(`set local lock_timeout = '2s'`)
      const second = await other('select id from private.lease_emails(50)').catch(() => [])
      expect(second).toHaveLength(30)
      leased.push(...second)
    })
  })
  expect(new Set(leased.map((row) => JSON.stringify(row))).size).toBe(60)
  const outbox = createSender(world)
  expect(await outbox.lease()).toEqual([])
}

/** D37: an email whose sender never reported is leased again under its id, and a late report changes nothing. */
export async function lostLeasesAreRepeated(world: World): Promise<void> {
  const outbox = createSender(world)
  await world.sql('delete from private.outbox')
  await placeOrder(await createMember(world), await createBenefit(world))
  const [first] = await outbox.lease()
  expect(await outbox.lease()).toEqual([])
  await makeDue(world.sql, first!.id)
  const [second] = await outbox.lease()
  expect(second).toEqual({ ...first, attempt: 2 })
  await outbox.failed(first!, 'timeout', true)
  const rows = () => world.sql('select outcome, last_error from private.outbox')
  expect(await rows()).toEqual([{ outcome: null, last_error: null }])
  await outbox.sent(second!.id)
  await makeDue(world.sql, first!.id)
  expect(await outbox.lease()).toEqual([])
  expect(await rows()).toEqual([{ outcome: 'sent', last_error: null }])
}
