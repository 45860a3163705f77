import { expect, it } from 'vitest'
import type { InboxEmail } from '../../supabase/local/inbox/inbox'
import { ownWorld } from '../db/support/own-world'
import { createMember } from '../db/support/people'
import { createBenefit, placeOrder } from '../db/support/rows'

const { backend, world } = await ownWorld({ sendEmails: true, siteUrl: 'http://localhost:5999' })

it('sends the emails of the outbox to the inbox within two seconds (D37)', async () => {
  const member = await createMember(world)
  const order = await placeOrder(member, await createBenefit(world, { name: 'Minutes' }))
  const inbox = async (): Promise<InboxEmail[]> => (await fetch(`${backend.inbox_url}/messages.json`)).json()
  await expect.poll(async () => (await inbox()).length, { timeout: 2_000 }).toBe(1)
  const [row] = await world.sql<{ id: string }>('select id from private.outbox')
  expect((await inbox())[0]).toMatchObject({
    to: member.email,
    subject: expect.stringMatching(/^Order ORD-\d+: Minutes$/),
    text: expect.stringContaining(`http://localhost:5999/dashboard/orders/${order}`),
    headers: { 'Message-ID': `<${row?.id}@localhost>`, 'Auto-Submitted': 'auto-generated' },
  })
  await expect.poll(() => world.sql('select outcome from private.outbox')).toEqual([{ outcome: 'sent' }])
})
