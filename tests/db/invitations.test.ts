import { beforeEach, expect, it } from 'vitest'
import { columnOf, rpc, scalarOf } from './support/ask'
import { ageInvitation, freshAddress, invitationOf, invite } from './support/invitations'
import { notificationsOf, setStatus } from './support/notifications'
import { callOperation, undo } from './support/operations'
import { createSender } from './support/outbox'
import { createAdmin, createMember, join, type Person } from './support/people'
import { joinInvited, myInvitations, orderDelivered, setTerms } from './support/referrals'
import { balanceOf, createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const sender = createSender(world)

const admin = await createAdmin(world)
beforeEach(async () => {
  await setTerms(world, 3, 15)
  await world.sql('delete from private.outbox')
})

const open = async (p_code: string, p_token?: string) =>
  (await rpc({ client: world.client() }, 'open_invitation', { p_code, p_token }))[0]
const listed = async (p_search: string) => (await rpc(admin, 'search_invitations', { p_search }))[0]
const nothing = { email: null, bound: null, name: null, opening_balance: null }
const forged = (token: string) => token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
const leased = async () => (await sender.lease()).map(({ email }) => email).sort()

it('invites addresses at most once in 30 days, whatever their spelling, and says why not (D42)', async () => {
  const [member, guest] = [await createMember(world), freshAddress('ana')]
  const spellings = [guest.toUpperCase(), guest.replace('@', '+work@'), ` ${guest} `]
  expect(await invite(admin, [guest], { p_dry_run: true })).toEqual(['new'])
  expect(await invitationOf(world, guest)).toBeUndefined()
  expect(await invite(admin, [guest, ...spellings, member.email, 'nobody', 'a,b@c.test'])).toEqual([
    'new',
    ...spellings.map(() => 'duplicate'),
    'member',
    'invalid',
    'invalid',
  ])
  expect(await invite(await createAdmin(world), spellings)).toEqual(['invited', 'duplicate', 'duplicate'])
  const { code_id } = await invitationOf(world, guest)
  for (const [time, state] of [
    ['29 days', 'invited'],
    ['1 day', 'new'],
    ['0', 'invited'],
  ] as const) {
    await ageInvitation(world, code_id, time)
    expect(await invite(admin, [guest])).toEqual([state])
  }
  expect(await leased()).toEqual([guest])
  expect(await invitationOf(world, guest)).toMatchObject({ email_state: 'waiting' })
  // The dots of Gmail are one mailbox, and only there.
  const name = freshAddress('x').split('@')[0]?.replaceAll('-', '') ?? ''
  const dotted = `${name.slice(0, 3)}.${name.slice(3)}`
  expect(await invite(admin, [`${name}@gmail.com`, `${dotted}@googlemail.com`])).toEqual(['new', 'duplicate'])
  expect(await invite(admin, [`${name}@example.test`, `${dotted}@example.test`])).toEqual(['new', 'new'])
})

it('sends an email that names the inviter, calls it sent once it was, and shows who opened it and joined (D42)', async () => {
  const [inviter, guest] = [admin.name, freshAddress('noor')]
  const message = 'It was good to meet you.\nHenrik'
  await invite(admin, [guest], { p_message: message })
  const waiting = { state: 'waiting', bound: true, inviter, last_sent_at: null }
  expect(await listed(guest)).toMatchObject(waiting)
  const [email] = await sender.lease()
  const { code, code_id, token } = await invitationOf(world, guest)
  const data = { inviter, message, code, token, bound: true, asked: false }
  expect(email).toMatchObject({ kind: 'invitation', email: guest, own: true, data })
  await sender.markSent(String(email?.id))
  expect(await listed(guest)).toMatchObject({ state: 'sent', opens: 0 })

  // The address is shown to nobody who does not have the link of the email.
  for (const wrong of [undefined, forged(token)])
    expect(await open(code, wrong)).toEqual({ ...nothing, ok: true, inviter })
  expect(await open('NONE', token)).toEqual({ ...nothing, ok: null, inviter: null })
  for (const [time, opens] of [
    ['0', 1],
    ['9 minutes', 1],
    ['1 minute', 2],
  ] as const) {
    await ageInvitation(world, code_id, time)
    expect(await open(code, token)).toEqual({ ...nothing, ok: true, inviter, email: guest, bound: true })
    expect(await listed(guest)).toMatchObject({ state: 'opened', opens })
  }
  await world.sql('update invite_codes set uses = 1, used_by = $2, used_at = now() where id = $1', [
    code_id,
    admin.id,
  ])
  expect(await listed(guest)).toMatchObject({ state: 'joined', joined_name: inviter })
  const counts = await rpc(admin, 'invitation_counts', { p_search: guest })
  expect(counts).toEqual([{ total: 1, sent: 1, opened: 1, joined: 1 }])
})

it('corrects an address after a minute, which counts as a sending and, for 30 days, as an invitation of the new address (D42)', async () => {
  const [wrong, right, taken] = [freshAddress('wrong'), freshAddress('right'), freshAddress('taken')]
  await invite(admin, [wrong, taken])
  const { code_id, code, token } = await invitationOf(world, wrong)
  const correct = async (p_email: string) => {
    await ageInvitation(world, code_id, '1 minute')
    const { error } = await admin.client.rpc('correct_invitation', { p_code_id: code_id, p_email })
    return error ? [error.message, error.details] : 'done'
  }
  expect(await correct(taken)).toEqual(['cannot_invite', 'invited'])
  expect(await correct(admin.email)).toEqual(['cannot_invite', 'member'])
  expect(await correct(right)).toBe('done')
  expect(await invitationOf(world, right)).toMatchObject({ code_id, bound_to: right, sends: 2 })
  expect(await open(code, token)).toMatchObject({ ok: true, email: null })
  // There and back.
  expect([await correct(wrong), await correct(right)]).toEqual(['done', 'done'])
  expect(await invite(admin, [wrong, right])).toEqual(['invited', 'invited'])
  expect(await leased()).toEqual([right, taken].sort())
})

it('skips an email whose code was revoked or has expired, or whose address belongs to a member or wants none (D42)', async () => {
  const guests = ['revoked', 'expired', 'suppressed', 'joined'].map(freshAddress)
  const [revoked, expired, suppressed, joined] = guests as [string, string, string, string]
  await invite(admin, guests)
  const code = async (email: string) => (await invitationOf(world, email)).code_id
  await rpc(admin, 'revoke_invitation', { p_code_id: await code(revoked) })
  await world.sql(`update invite_codes set expires_at = now() where id = $1`, [await code(expired)])
  const { id } = await createMember(world)
  await world.sql('update profiles set email = $2 where id = $1', [id, joined.replace('@', '+x@')])
  const token = `select private.unsubscribe_token($1, 'invitation')`
  const p_token = await scalarOf(world.sql, token, [suppressed.toUpperCase()])
  const ended = await rpc({ client: world.client() }, 'unsubscribe', { p_token })
  expect(ended).toEqual([{ ok: true, kind: 'address' }])
  expect(await sender.lease()).toEqual([])
  expect(await listed(suppressed)).toMatchObject({ state: 'skipped' })
  expect(await invite(admin, [suppressed.replace('@', '+y@')])).toEqual(['suppressed'])
})

const until = '2031-03-01T22:59:59.999+00:00'
const carried = { name: ' Ann  Lind ', membership_ends_at: until, opening_balance: 120 }

it('opens an account with what the members’ import carries: name, end and balance, which the ledger explains (D59)', async () => {
  const [ann, ben, cleo] = [freshAddress('ann'), freshAddress('ben'), freshAddress('cleo')]
  const p_rows = [
    { email: ann, ...carried },
    { email: ann, opening_balance: 900 },
    { email: ben.toUpperCase(), opening_balance: 25 },
    { email: cleo },
  ]
  const sending = { p_rows, p_dry_run: false, p_bound: false }
  expect(
    (await rpc(admin, 'send_invitations', sending)).map(({ state }: { state: string }) => state),
  ).toEqual([...['new', 'duplicate', 'new', 'new']])
  const { code, token } = await invitationOf(world, ann)
  expect(await listed(ann)).toMatchObject({ name: 'Ann  Lind', opening_balance: 120, bound: true })
  expect(await open(code)).toMatchObject(nothing)
  expect(await open(code, token)).toMatchObject({ name: 'Ann  Lind', opening_balance: 120 })

  // Nobody else opens it; what the person typed is kept, and what was left empty is the admin's.
  await expect(join(world, code)).rejects.toThrow('invalid_invite_code')
  const named = await join(world, code, { email: ann, name: '' })
  const typed = await join(world, (await invitationOf(world, ben)).code, { email: ben, name: 'Benedict' })
  const plain = await join(world, (await invitationOf(world, cleo)).code, { email: cleo })
  const profile = async ({ id }: Person) => {
    const columns =
      'name, current_tokens, membership_end_date as ends, membership_start_date <= now() as begun'
    const [row] = await world.sql(`select ${columns} from profiles where id = $1`, [id])
    const entries = 'select transaction_type as type, amount, reason, actor_id from token_transactions'
    return [row, await world.sql(`${entries} where user_id = $1 order by seq`, [id])]
  }
  const bonus = { type: 'signup_bonus', amount: 25, reason: null, actor_id: null }
  expect(await profile(named)).toEqual([
    { name: 'Ann  Lind', current_tokens: 120, ends: new Date(until), begun: true },
    [bonus, { type: 'adjustment', amount: 95, reason: 'Opening balance', actor_id: admin.id }],
  ])
  expect(await profile(typed)).toMatchObject([{ name: 'Benedict', current_tokens: 25 }, [bonus]])
  expect(await profile(plain)).toMatchObject([{ name: 'Nia New', current_tokens: 25 }, [bonus]])
  expect(await rpc(admin, 'reconcile')).toEqual([])
})

it('shows a member the same of every invitation, and sends none to members, people invited by others and people who want none (D42)', async () => {
  const [member, other] = [await createMember(world), await createMember(world)]
  const [taken, fresh, unwanted] = [freshAddress('taken'), freshAddress('fresh'), freshAddress('unwanted')]
  await invite(admin, [taken])
  await world.sql('insert into private.suppressed_addresses (mailbox_key) values (private.mailbox_key($1))', [
    unwanted,
  ])
  await world.sql('delete from private.outbox')
  await setTerms(world, 9, 0)
  const silent = [taken, unwanted, other.email, admin.email.replace('@', '+x@')]
  const all = [fresh, ...silent]
  expect(await invite(member, [...all, 'nobody'])).toEqual([...all.map(() => 'new'), 'invalid'])
  expect(await invite(member, all)).toEqual(all.map(() => 'invited'))
  const shown = (await myInvitations(member)).invitations.map(({ state, received }) => `${state} ${received}`)
  expect([shown.length, new Set(shown).size]).toEqual([all.length, 1])
  expect(await leased()).toEqual([fresh])
  const later = async (email: string, name: string, more = {}) => {
    const { code_id: p_code_id } = await invitationOf(world, email)
    await ageInvitation(world, p_code_id, '1 minute')
    await rpc(member, name, { p_code_id, ...more })
  }
  for (const email of [taken, unwanted, other.email]) await later(email, 'resend_invitation')
  expect(await sender.lease()).toEqual([])
  // Corrected away from, and still not sent to again.
  const elsewhere = freshAddress()
  await later(fresh, 'correct_invitation', { p_email: elsewhere })
  expect(await invite(member, [fresh])).toEqual(['invited'])
  await later(elsewhere, 'correct_invitation', { p_email: fresh })
  expect(await leased()).toEqual([fresh])
})

it('shares one number of invitations between emails and the link, and gives none back (D42)', async () => {
  const inviter = await createMember(world)
  const { code, remaining } = await myInvitations(inviter)
  expect(remaining).toBe(3)
  const email = freshAddress()
  expect(await invite(inviter, [email])).toEqual(['new'])
  await join(world, String(code))
  const { code_id: p_code_id } = await invitationOf(world, email)
  await rpc(inviter, 'revoke_invitation', { p_code_id })
  expect(await myInvitations(inviter)).toMatchObject({ remaining: 1, code })
  const last = await join(world, String(code))
  await world.sql('delete from profiles where id = $1', [last.id])
  await expect(join(world, String(code))).rejects.toThrow('invalid_invite_code')
  expect(await invite(inviter, [freshAddress()])).toEqual(['over_quota'])
  expect(await myInvitations(inviter)).toMatchObject({ remaining: 0, code: null })
  // With each year of membership it starts again.
  const ago = `- interval '370 days'`
  for (const change of [
    `profiles set membership_start_date = membership_start_date ${ago} where id = $1`,
    `invitations set created_at = created_at ${ago} where inviter_id = $1`,
  ])
    await world.sql(`update ${change}`, [inviter.id])
  expect((await myInvitations(inviter)).remaining).toBe(3)
})

it('never lets an admin bring back a link that would admit more than its member may invite (D43)', async () => {
  const inviter = await createMember(world)
  const linkOf = async () => String((await myInvitations(inviter)).code)
  const revoke = async (code: string) =>
    callOperation(admin, 'revoke_codes', {
      p_kind: 'invite',
      p_ids: await columnOf(world.sql, 'select id from invite_codes where code = $1', [code]),
      p_reason: 'Posted on a forum',
      p_dry_run: false,
    })
  const first = await linkOf()
  const kept = await revoke(first)
  await invite(inviter, [freshAddress()])
  expect(await undo(admin, kept)).toMatchObject({ undone: 1 })
  expect(await linkOf()).toBe(first)
  await join(world, first)
  const replaced = await revoke(first)
  const second = await linkOf()
  expect(second).not.toBe(first)
  expect(await undo(admin, replaced)).toMatchObject({ kept: [{ reason: 'changed_since', count: 1 }] })
  const used = await revoke(second)
  await invite(inviter, [freshAddress()])
  expect(await undo(admin, used)).toMatchObject({ undone: 0 })
  for (const code of [first, second]) await expect(join(world, code)).rejects.toThrow('invalid_invite_code')
})

const payIn = (days: number) =>
  world.sql(`select private.due_referrals(now() + $1 * interval '1 day')`, [days])
const balances = (...people: { id: string }[]) => Promise.all(people.map(({ id }) => balanceOf(world, id)))

it('credits both with the bonus of the day of joining, once, when the first order has been delivered for seven days (D43)', async () => {
  const inviter = await createMember(world)
  const guest = await joinInvited(world, inviter)
  await setTerms(world, 3, 0)
  const promisedNone = await joinInvited(world, inviter)
  await setTerms(world, 3, 99)
  const notificationKinds = async () => (await notificationsOf(world.sql, inviter)).map(({ kind }) => kind)
  const joins = ['invitation_joined', 'invitation_joined']
  expect(await notificationKinds()).toEqual(joins)
  const told = inviter.client.from('notifications').select('joined_name').limit(1)
  expect((await told.throwOnError()).data).toEqual([{ joined_name: 'Nia New' }])
  await payIn(30)
  for (const one of [guest, promisedNone]) await orderDelivered(world, one)
  await payIn(6.99)
  expect(await balances(inviter, guest)).toEqual([25, 24])
  for (const days of [7.01, 8]) await payIn(days)
  expect(await balances(inviter, guest, promisedNone)).toEqual([40, 39, 24])
  const joined = { state: 'joined', name: 'Nia New', by_link: false }
  const mine = await myInvitations(inviter)
  expect(mine).toMatchObject({ received: 15, remaining: 1, invitations: [joined, joined] })
  expect(mine.invitations.map(({ received }) => received).toSorted()).toEqual([0, 15])
  expect(await myInvitations(guest)).toMatchObject({ received: 15, own_bonus: 15, own_received: 15 })
  expect(await notificationKinds()).toEqual([...joins, 'tokens_adjusted'])
})

it('counts the first order that was not cancelled, and from its last delivery on (D43)', async () => {
  const inviter = await createMember(world)
  const guest = await joinInvited(world, inviter)
  const pays = async (days: number, balance: number) => {
    await payIn(days)
    expect(await balances(inviter)).toEqual([balance])
  }
  await setStatus(admin, await orderDelivered(world, guest), 'cancelled')
  await pays(8, 25)
  const waiting = await placeOrder(guest, await createBenefit(world, { price: 1 }))
  await orderDelivered(world, guest)
  await pays(8, 25)
  const sixDaysAgo = `update orders set status = 'delivered', updated_at = now() - interval '6 days' where id = $1`
  await world.sql(sixDaysAgo, [waiting])
  // As answer_report() does with the order of a reply: the days go on.
  await world.sql(`select private.set_order_status($1, 'delivered')`, [waiting])
  await pays(0.99, 25)
  // Taken back, and delivered again: the days start again.
  await setStatus(admin, waiting, 'processing')
  await pays(8, 25)
  await setStatus(admin, waiting, 'delivered')
  await pays(6, 25)
  await pays(7.01, 40)
  // A later cancellation takes nothing back, nor pays again.
  await setStatus(admin, waiting, 'cancelled')
  await pays(20, 40)
})

it('does not wait for a person who is being changed, and pays later', async () => {
  const inviter = await createMember(world)
  const guest = await joinInvited(world, inviter)
  await orderDelivered(world, guest)
  await world.undone(async (sql) => {
    await sql('select from profiles where id = $1 for update', [inviter.id])
    await payIn(8)
    expect(await balances(inviter, guest)).toEqual([25, 24])
  })
  await payIn(8)
  expect(await balances(inviter, guest)).toEqual([40, 39])
})

it('pays nobody for an invited person who was deleted, and the invited one without the inviter (D12)', async () => {
  const [inviter, gone] = [await createMember(world), await createMember(world)]
  const [deleted, left] = [await joinInvited(world, inviter), await joinInvited(world, gone)]
  for (const guest of [deleted, left]) await orderDelivered(world, guest)
  await world.sql('delete from profiles where id = any ($1)', [[deleted.id, gone.id]])
  await payIn(8)
  expect(await balances(inviter, left)).toEqual([25, 39])
  const erased = { state: 'joined', name: null, email: null, received: 0 }
  expect((await myInvitations(inviter)).invitations).toMatchObject([erased])
})
