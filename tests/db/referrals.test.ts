import { afterEach, beforeEach, expect, it } from 'vitest'
import { noticesOf, setStatus } from './support/notifications'
import { createAdmin, createMember } from './support/people'
import { joinInvited, myInvitations, orderDelivered, setTerms } from './support/referrals'
import { balanceOf, createBenefit, placeOrder, reconcile } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

beforeEach(async () => {
  await setTerms(world, 3, 15)
})
afterEach(async () => {
  await setTerms(world, 0, 0)
  expect(await reconcile(world)).toEqual([])
})

const payIn = (days: number) =>
  world.sql(`select private.due_referrals(now() + $1 * interval '1 day')`, [days])
const statusOf = (id: string, status: string) =>
  world.sql('update orders set status = $2 where id = $1', [id, status])
const deliveredAgo = (id: string, days: number) =>
  world.sql(
    `update orders set status = 'delivered', updated_at = now() - $2 * interval '1 day' where id = $1`,
    [id, days],
  )
const balances = (...people: { id: string }[]) => Promise.all(people.map(({ id }) => balanceOf(world, id)))

it('credits both with the bonus, once, when the first order has been delivered for seven days (D43)', async () => {
  const inviter = await createMember(world)
  const guest = await joinInvited(world, inviter)
  expect((await noticesOf(world.sql, inviter)).map(({ kind }) => kind)).toEqual(['invitation_joined'])
  await payIn(30)
  await orderDelivered(world, guest)
  await payIn(6.99)
  expect(await balances(inviter, guest)).toEqual([25, 24])
  await payIn(7.01)
  await payIn(8)
  expect(await balances(inviter, guest)).toEqual([40, 39])
  expect(await myInvitations(inviter)).toMatchObject({
    received: 15,
    remaining: 2,
    invitations: [{ state: 'joined', name: 'Nia New', by_link: false, received: 15 }],
  })
  expect(await myInvitations(guest)).toMatchObject({ received: 15, own_bonus: 15, own_received: 15 })
  const kinds = (await noticesOf(world.sql, inviter)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'tokens_adjusted')).toHaveLength(1)
})

it('counts the first order that was not cancelled, and from its last delivery on', async () => {
  const inviter = await createMember(world)
  const guest = await joinInvited(world, inviter)
  const cancelled = await orderDelivered(world, guest)
  await statusOf(cancelled, 'cancelled')
  await payIn(8)
  expect(await balances(inviter)).toEqual([25])
  const waiting = await placeOrder(guest, await createBenefit(world, { price: 1 }))
  await orderDelivered(world, guest)
  await payIn(8)
  expect(await balances(inviter)).toEqual([25])
  const admin = await createAdmin(world)
  await deliveredAgo(waiting, 6)
  // Taken back, and delivered again: the days start again.
  await setStatus(admin, waiting, 'processing')
  await payIn(8)
  expect(await balances(inviter)).toEqual([25])
  await setStatus(admin, waiting, 'delivered')
  await payIn(6)
  expect(await balances(inviter)).toEqual([25])
  await payIn(7.01)
  expect(await balances(inviter)).toEqual([40])
  // A later cancellation takes nothing back, nor pays again.
  await statusOf(waiting, 'cancelled')
  await payIn(20)
  expect(await balances(inviter)).toEqual([40])
})

it('goes on counting the days when a report is answered', async () => {
  const inviter = await createMember(world)
  const guest = await joinInvited(world, inviter)
  const order = await placeOrder(guest, await createBenefit(world, { price: 1 }))
  await deliveredAgo(order, 6)
  // As answer_report() does with the order of a reply.
  await world.sql(`select private.set_order_status($1, 'delivered')`, [order])
  await payIn(0.99)
  expect(await balances(inviter)).toEqual([25])
  await payIn(1.01)
  expect(await balances(inviter)).toEqual([40])
})

it('keeps the promise of the day of joining when the amount is changed', async () => {
  const inviter = await createMember(world)
  const guest = await joinInvited(world, inviter)
  await setTerms(world, 3, 99)
  await orderDelivered(world, guest)
  await payIn(8)
  expect(await balances(inviter, guest)).toEqual([40, 39])
  await setTerms(world, 3, 0)
  const other = await joinInvited(world, inviter)
  await setTerms(world, 3, 99)
  await orderDelivered(world, other)
  await payIn(8)
  expect(await balances(inviter, other)).toEqual([40, 24])
})

it('pays nobody for an invited person who was deleted, and the invited one without the inviter (D12)', async () => {
  const [inviter, gone] = [await createMember(world), await createMember(world)]
  const [deleted, left] = [await joinInvited(world, inviter), await joinInvited(world, gone)]
  await orderDelivered(world, deleted)
  await orderDelivered(world, left)
  await world.sql('delete from profiles where id = any ($1)', [[deleted.id, gone.id]])
  await payIn(8)
  expect(await balances(inviter, left)).toEqual([25, 39])
  expect((await myInvitations(inviter)).invitations).toMatchObject([
    { state: 'joined', name: null, email: null, received: 0 },
  ])
})

it.each([
  ['+44 20 7946 0318', '٠٢٠ ٧٩٤٦ ٠٣١٨', true],
  ['020 7946 0318', '０２０ ７９４６ ０３１８', true],
  ['020 7946 0318', '+44 20 7946 0318 ext. 12', true],
  ['020 7946 0318 x1', '020 7946 0318 #2', true],
  ['020 7946 0318;ext=7', '(020) 7946-0318, 44', true],
  ['020 7946 0318', '02079460318 12', true],
  ['020 7946 0318', '020 7946 0319', false],
  ['020 7946 0318', '020 7946 1318', false],
  ['12', '12', false],
  ['none', 'none', false],
  ['', '', false],
])(
  'compares the telephones %s and %s, whatever their digits and extensions: %s (D43)',
  async (one, other, same) => {
    const [row] = await world.sql(
      'select private.same_phone($1, $2) as same, private.same_phone($2, $1) as turned',
      [one, other],
    )
    expect(row).toEqual({ same, turned: same })
  },
)

it('pays nothing if the invited member turns out to be the inviter before the seven days are over', async () => {
  const inviter = await createMember(world)
  const guest = await joinInvited(world, inviter)
  await orderDelivered(world, guest)
  await world.sql(`update profiles set phone = '020 7946 0318' where id = any ($1)`, [[inviter.id, guest.id]])
  await payIn(8)
  await world.sql(`update profiles set phone = null where id = $1`, [guest.id])
  await payIn(9)
  expect(await balances(inviter, guest)).toEqual([25, 24])
})

it('pays once, or not at all, when two runs or a cancellation meet', async () => {
  const inviter = await createMember(world)
  const [first, second] = [await joinInvited(world, inviter), await joinInvited(world, inviter)]
  const [paid, cancelled] = [await orderDelivered(world, first), await orderDelivered(world, second)]
  const pay = (id: string, order: string) =>
    `select private.pay_referral('${id}', '${order}', now() + interval '8 days')`
  const runs = [payIn(8), payIn(8), world.sql(pay(first.id, paid)), world.sql(pay(first.id, paid))]
  await Promise.all([...runs, statusOf(cancelled, 'cancelled')])
  await payIn(8)
  const [owned, one, two] = await balances(inviter, first, second)
  expect(one).toBe(39)
  // Paid before the cancellation, or not at all.
  expect([
    [40, 25],
    [55, 40],
  ]).toContainEqual([owned, two])
})
