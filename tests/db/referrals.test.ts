import { afterEach, beforeEach, expect, it } from 'vitest'
import { address, invitationOf, invite } from './support/invitations'
import { noticesOf, setStatus } from './support/notifications'
import { operate, undo } from './support/operations'
import { createAdmin, createMember } from './support/people'
import { join, joinInvited, myInvitations, orderDelivered, setTerms } from './support/referrals'
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

it('pays nothing for oneself: the same mailbox, that of another member, or the same telephone', async () => {
  const inviter = await createMember(world)
  await world.sql(`update profiles set phone = '+44 20 7946 0318' where id = $1`, [inviter.id])
  const { code } = await myInvitations(inviter)
  const own = await join(world, String(code), { email: inviter.email.replace('@', '+2@') })
  const third = await createMember(world)
  const twice = await join(world, String(code), { email: third.email.replace('@', '+2@') })
  const phone = await join(world, String(code), { phone: '(020) 7946-0318' })
  for (const person of [own, twice, phone]) await orderDelivered(world, person)
  await payIn(8)
  expect(await balances(inviter, own, twice, phone)).toEqual([25, 24, 24, 24])
  expect((await myInvitations(inviter)).invitations.map(({ state }) => state)).toEqual([
    'joined',
    'joined',
    'joined',
  ])
})

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

it('has no referrer for a plain code and for the waitlist, and one for an invitation of an admin', async () => {
  const admin = await createAdmin(world)
  const [invited, waited] = [address(), address()]
  await invite(admin, [invited])
  await world.sql(
    `select private.create_invitation($1, 'waitlist', $2, true, now() + interval '1 day', null)`,
    [admin.id, waited],
  )
  for (const email of [invited, waited]) {
    await orderDelivered(world, await join(world, (await invitationOf(world, email)).code, { email }))
  }
  await payIn(8)
  expect(await balances(admin)).toEqual([40])
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

it('shares one number of invitations between emails and the link, and gives none back (D42)', async () => {
  const inviter = await createMember(world)
  const { code, remaining } = await myInvitations(inviter)
  expect(remaining).toBe(3)
  const email = address()
  expect(await invite(inviter, [email])).toEqual(['new'])
  await join(world, String(code))
  await inviter.client
    .rpc('revoke_invitation', { p_code_id: (await invitationOf(world, email)).code_id })
    .throwOnError()
  expect(await myInvitations(inviter)).toMatchObject({ remaining: 1, code })
  const last = await join(world, String(code))
  await world.sql('delete from profiles where id = $1', [last.id])
  await expect(join(world, String(code))).rejects.toThrow('invalid_invite_code')
  expect(await invite(inviter, [address()])).toEqual(['over_quota'])
  expect(await myInvitations(inviter)).toMatchObject({ remaining: 0, code: null })
})

it('ends the link when emails use up what was left, when the number is lowered, and with its member', async () => {
  const [first, second, third] = [
    await createMember(world),
    await createMember(world),
    await createMember(world),
  ]
  const codes = await Promise.all(
    [first, second, third].map(async (person) => String((await myInvitations(person)).code)),
  )
  await invite(first, [address(), address(), address()])
  await expect(join(world, String(codes[0]))).rejects.toThrow('invalid_invite_code')
  await join(world, String(codes[1]))
  await setTerms(world, 1, 15)
  await expect(join(world, String(codes[1]))).rejects.toThrow('invalid_invite_code')
  await world.sql('delete from profiles where id = $1', [third.id])
  await expect(join(world, String(codes[2]))).rejects.toThrow('invalid_invite_code')
  // Raised again, there is another link.
  await setTerms(world, 4, 15)
  const { code, remaining } = await myInvitations(first)
  expect(remaining).toBe(1)
  expect(code).not.toBe(codes[0])
  await join(world, String(code))
})

it('starts again with each year of membership', async () => {
  const inviter = await createMember(world)
  const { code } = await myInvitations(inviter)
  await join(world, String(code))
  await world.sql(
    `update profiles set membership_start_date = membership_start_date - interval '370 days' where id = $1`,
    [inviter.id],
  )
  await world.sql(
    `update invitations set created_at = created_at - interval '370 days' where inviter_id = $1`,
    [inviter.id],
  )
  await world.sql(
    `update invite_codes set expires_at = now() where id in (select code_id from invitations where inviter_id = $1)`,
    [inviter.id],
  )
  const next = await myInvitations(inviter)
  expect(next.remaining).toBe(3)
  expect(next.code).not.toBe(code)
})

it('never lets an admin bring back a link that would admit more than its member may invite (D43)', async () => {
  const [admin, inviter] = [await createAdmin(world), await createMember(world)]
  const linkOf = async () => String((await myInvitations(inviter)).code)
  const idOf = async (code: string) =>
    String((await world.sql('select id from invite_codes where code = $1', [code]))[0]?.id)
  const revoke = async (code: string) =>
    operate(admin, 'revoke_codes', {
      p_kind: 'invite',
      p_ids: [await idOf(code)],
      p_reason: 'Posted on a forum',
      p_dry_run: false,
    })

  const first = await linkOf()
  const kept = await revoke(first)
  await invite(inviter, [address()])
  expect(await undo(admin, kept)).toMatchObject({ undone: 1 })
  expect(await linkOf()).toBe(first)
  await join(world, first)

  const replaced = await revoke(first)
  const second = await linkOf()
  expect(await undo(admin, replaced)).toMatchObject({ kept: [{ reason: 'changed_since', count: 1 }] })
  const used = await revoke(second)
  await invite(inviter, [address()])
  expect(await undo(admin, used)).toMatchObject({ undone: 0 })
  await expect(join(world, first)).rejects.toThrow('invalid_invite_code')
  await expect(join(world, second)).rejects.toThrow('invalid_invite_code')

  await setTerms(world, 4, 15)
  const third = await linkOf()
  await world.sql('update invite_codes set expires_at = now() where code = $1', [third])
  const extended = await admin.client.rpc('extend_code', {
    p_kind: 'invite',
    p_id: await idOf(third),
    p_expires_at: '2190-01-01',
  })
  expect(extended.error?.message).toBe('code_not_extendable')
  const fourth = await linkOf()
  const left = await revoke(fourth)
  await world.sql('delete from profiles where id = $1', [inviter.id])
  expect(await undo(admin, left)).toMatchObject({ undone: 0 })
})
