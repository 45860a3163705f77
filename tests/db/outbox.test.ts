import { beforeEach, expect, it } from 'vitest'
import { columnOf, rpc } from './support/ask'
import { setStatus } from './support/notifications'
import { createSender } from './support/outbox'
import { createAdmin, createMember } from './support/people'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const sender = createSender(world)

beforeEach(() => world.sql('delete from private.outbox'))

/** The one email that waits. */
async function leaseOne() {
  const [email, ...others] = await sender.lease()
  if (!email || others.length > 0) throw new Error('expected one email')
  return email
}
const placed = async () => placeOrder(await createMember(world), await createBenefit(world))

it('leases what the email shows at that time, and skips what is no longer true (D37)', async () => {
  const [member, admin] = [await createMember(world, { tokens: 100 }), await createAdmin(world)]
  const benefit = await createBenefit(world, { price: 7, name: 'Minutes' })
  const id = await placeOrder(member, benefit)
  for (const status of ['delivered', 'processing']) await setStatus(admin, id, status)
  const order = { order_id: id, benefit: 'Minutes', tokens: 7, order_number: expect.stringMatching(/^ORD-/) }
  const leased = { attempt: 1, email: member.email, own: true, data: expect.objectContaining(order) }
  expect(await sender.lease()).toMatchObject([
    { kind: 'order_placed', ...leased },
    { kind: 'order_status', ...leased },
  ])
  const skipped = `select kind from private.outbox where outcome = 'skipped' and attempts = 0`
  expect(await columnOf(world.sql, skipped)).toEqual(['order_delivered'])
})

it('repeats an email under the same id when its sender never reported, and ignores the late report (D37)', async () => {
  await placed()
  const first = await leaseOne()
  expect(await sender.lease()).toEqual([])
  await world.sql('update private.outbox set next_attempt_at = now()')
  expect(await leaseOne()).toEqual({ ...first, attempt: 2 })
  await sender.markFailed(first, 'timeout', true)
  const rows = () => world.sql('select outcome, last_error from private.outbox')
  expect(await rows()).toEqual([{ outcome: null, last_error: null }])
  await sender.markSent(first.id)
  await world.sql('update private.outbox set next_attempt_at = now()')
  expect(await sender.lease()).toEqual([])
  expect(await rows()).toEqual([{ outcome: 'sent', last_error: null }])
})

it('gives up a permanent failure at once, and notifies each admin once an hour (D37)', async () => {
  const [member, admin] = [await createMember(world, { tokens: 100 }), await createAdmin(world)]
  const benefit = await createBenefit(world)
  for (let n = 0; n < 2; n++) await placeOrder(member, benefit)
  for (const email of await sender.lease()) await sender.markFailed(email, 'smtp_550', true)
  const warnings = (await sender.lease()).filter(({ email }) => email === admin.email)
  expect(warnings).toMatchObject([{ kind: 'email_given_up', data: { count: 2, error: 'smtp_550' } }])
  for (const email of warnings) await sender.markFailed(email, 'smtp_550', true)
  const about = `select from private.outbox where kind = 'email_given_up' and recipient_id = $1`
  expect(await world.sql(about, [admin.id])).toHaveLength(1)
  const status = { given_up: 3, given_up_error: 'smtp_550', late: 0 }
  expect(await rpc(admin, 'email_status')).toMatchObject([status])
})
