import { beforeEach, expect, it } from 'vitest'
import { address, invitationOf, invite, wait } from './support/invitations'
import { createSender } from './support/outbox'
import { createAdmin, createMember } from './support/people'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const sender = createSender(world)

beforeEach(async () => {
  await world.sql('delete from private.outbox')
})

const open = async (p_code: string, p_token?: string) =>
  (await world.client().rpc('open_invitation', { p_code, p_token }).throwOnError()).data[0]
const listed = async (admin: Awaited<ReturnType<typeof createAdmin>>, p_search: string) =>
  (await admin.client.rpc('search_invitations', { p_search }).throwOnError()).data?.[0]

it('invites addresses at most once in 30 days, whatever their spelling, and says why not (D42)', async () => {
  const [admin, member] = [await createAdmin(world), await createMember(world)]
  const guest = address('ana')
  const spellings = [guest.toUpperCase(), guest.replace('@', '+work@'), ` ${guest} `]
  expect(await invite(admin, [guest, ...spellings, member.email, 'nobody', 'a,b@c.test'])).toEqual([
    'new',
    'duplicate',
    'duplicate',
    'duplicate',
    'member',
    'invalid',
    'invalid',
  ])
  expect(await invite(await createAdmin(world), spellings)).toEqual(['invited', 'duplicate', 'duplicate'])
  await wait(world, (await invitationOf(world, guest)).code_id, '31 days')
  expect(await invite(admin, [guest])).toEqual(['new'])
})

it('treats the dots of Gmail as one mailbox, and only there', async () => {
  const admin = await createAdmin(world)
  const name = address('x').split('@')[0]?.replaceAll('-', '') ?? ''
  const dotted = `${name.slice(0, 3)}.${name.slice(3)}`
  expect(await invite(admin, [`${name}@gmail.com`, `${dotted}@googlemail.com`])).toEqual(['new', 'duplicate'])
  expect(await invite(admin, [`${name}@example.test`, `${dotted}@example.test`])).toEqual(['new', 'new'])
})

it('says what would happen in a dry run, and does nothing', async () => {
  const admin = await createAdmin(world)
  const guest = address()
  expect(await invite(admin, [guest], { p_dry_run: true })).toEqual(['new'])
  expect(await invitationOf(world, guest)).toBeUndefined()
  expect(await sender.lease()).toEqual([])
})

it('sends an email that names the inviter, calls it sent once it was, and shows who joined', async () => {
  const admin = await createAdmin(world, { name: 'Henrik Vos' })
  const guest = address('noor')
  await invite(admin, [guest], { p_message: 'It was good to meet you.\nHenrik' })
  expect(await listed(admin, guest)).toMatchObject({
    state: 'waiting',
    bound: true,
    inviter: 'Henrik Vos',
    last_sent_at: null,
  })
  const [email] = await sender.lease()
  const { code, code_id, token } = await invitationOf(world, guest)
  expect(email).toMatchObject({
    kind: 'invitation',
    email: guest,
    own: true,
    data: {
      inviter: 'Henrik Vos',
      message: 'It was good to meet you.\nHenrik',
      code,
      token,
      bound: true,
      asked: false,
    },
  })
  await sender.sent(String(email?.id))
  expect(await listed(admin, guest)).toMatchObject({ state: 'sent', opens: 0 })

  expect(await open(code, token)).toEqual({ ok: true, inviter: 'Henrik Vos', email: guest, bound: true })
  await open(code, token)
  await wait(world, code_id, '1 hour')
  await open(code, token)
  expect(await listed(admin, guest)).toMatchObject({ state: 'opened', opens: 2 })
  await world.sql('update invite_codes set uses = 1, used_by = $2, used_at = now() where id = $1', [
    code_id,
    admin.id,
  ])
  expect(await listed(admin, guest)).toMatchObject({ state: 'joined', joined_name: 'Henrik Vos' })
  const counts = await admin.client.rpc('invitation_counts', { p_search: guest }).single().throwOnError()
  expect(counts.data).toEqual({ total: 1, sent: 1, opened: 1, joined: 1 })
})

it('shows the address to nobody who does not have the link of the email', async () => {
  const admin = await createAdmin(world, { name: 'Henrik Vos' })
  const guest = address()
  await invite(admin, [guest])
  const { code, code_id, token } = await invitationOf(world, guest)
  const shy = { ok: true, inviter: 'Henrik Vos', email: null, bound: null }
  expect(await open(code)).toEqual(shy)
  expect(
    await open(
      code,
      token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ),
  ).toEqual(shy)
  await wait(world, code_id, '2 minutes')
  await admin.client.rpc('correct_invitation', { p_code_id: code_id, p_email: address() }).throwOnError()
  expect(await open(code, token)).toEqual(shy)
  expect(await open('NONE', token)).toEqual({ ok: null, inviter: null, email: null, bound: null })
})

it('sends again after 60 seconds, five times in all, and instead of an email that still waits', async () => {
  const admin = await createAdmin(world)
  const guest = address()
  await invite(admin, [guest])
  const { code_id } = await invitationOf(world, guest)
  const resend = async () =>
    (await admin.client.rpc('resend_invitation', { p_code_id: code_id })).error?.message ?? 'sent'
  expect(await resend()).toBe('rate_limited')
  const results = []
  for (let time = 0; time < 6; time++) {
    await wait(world, code_id, '1 minute')
    results.push(await resend())
  }
  expect(results).toEqual([...Array(5).fill('sent'), 'resent_too_often'])
  expect(await sender.lease()).toHaveLength(1)
})

it('corrects an address at the price of a sending, once in 30 days for the new one too', async () => {
  const admin = await createAdmin(world)
  const [wrong, right, taken] = [address('wrong'), address('right'), address('taken')]
  await invite(admin, [wrong, taken])
  const { code_id } = await invitationOf(world, wrong)
  const correct = async (p_email: string) => {
    await wait(world, code_id, '1 minute')
    const { error } = await admin.client.rpc('correct_invitation', { p_code_id: code_id, p_email })
    return error ? [error.message, error.details] : 'done'
  }
  expect(await correct(taken)).toEqual(['cannot_invite', 'invited'])
  expect(await correct(admin.email)).toEqual(['cannot_invite', 'member'])
  expect(await correct('x@y')).toEqual(['invalid_email', null])
  expect(await correct(right)).toBe('done')
  expect(await invitationOf(world, right)).toMatchObject({ code_id, bound_to: right, sends: 2 })
  // There and back.
  expect(await correct(wrong)).toBe('done')
  expect(await correct(right)).toBe('done')
  expect(await invite(admin, [wrong, right])).toEqual(['invited', 'invited'])
  expect((await sender.lease()).map(({ email }) => email).sort()).toEqual([right, taken].sort())
})

it('skips an email whose code was revoked or used in the meantime, or whose address belongs to a member or wants none', async () => {
  const admin = await createAdmin(world)
  const [revoked, expired, suppressed, joined] = ['revoked', 'expired', 'suppressed', 'joined'].map(
    address,
  ) as [string, string, string, string]
  await invite(admin, [revoked, expired, suppressed, joined])
  const code = async (email: string) => (await invitationOf(world, email)).code_id
  await admin.client.rpc('revoke_invitation', { p_code_id: await code(revoked) }).throwOnError()
  await world.sql(`update invite_codes set expires_at = now() where id = $1`, [await code(expired)])
  await world.sql('update profiles set email = $2 where id = $1', [
    (await createMember(world)).id,
    joined.replace('@', '+x@'),
  ])
  const [{ token } = {}] = await world.sql('select private.unsubscribe_address($1) as token', [
    suppressed.toUpperCase(),
  ])
  expect((await world.client().rpc('unsubscribe', { p_token: token }).single().throwOnError()).data).toEqual({
    ok: true,
    kind: 'address',
  })
  expect(await sender.lease()).toEqual([])
  expect(await listed(admin, suppressed)).toMatchObject({ state: 'skipped' })
  expect(await invite(admin, [suppressed.replace('@', '+y@')])).toEqual(['suppressed'])
})

it('leaves the address of a deleted person nowhere, and lets nobody in with a code that was bound to it (D12)', async () => {
  const admin = await createAdmin(world)
  const guest = address()
  await invite(admin, [guest], { p_message: 'For you' })
  const { code_id } = await invitationOf(world, guest)
  const { id } = await createMember(world)
  await world.sql('update auth.users set email = $2 where id = $1', [id, guest])
  await admin.client.from('profiles').delete().eq('id', id).throwOnError()
  expect(await world.sql('select email, message from invitations where code_id = $1', [code_id])).toEqual([
    { email: null, message: null },
  ])
  const codes = 'select email, expires_at <= now() as expired from invite_codes where id = $1'
  expect(await world.sql(codes, [code_id])).toEqual([{ email: null, expired: true }])
})

it('leaves a former admin nothing of what they sent as an admin (D42)', async () => {
  const [admin, guest] = [await createAdmin(world), address()]
  await createAdmin(world)
  await invite(admin, [guest])
  const { code_id } = await invitationOf(world, guest)
  await wait(world, code_id, '1 minute')
  const shown = async () =>
    (await admin.client.rpc('my_invitations').single<{ invitations: unknown[] }>()).data?.invitations
  expect(await shown()).toHaveLength(1)
  await world.sql(`update profiles set role = 'user' where id = $1`, [admin.id])
  expect(await shown()).toEqual([])
  for (const [name, more] of [['resend'], ['correct', { p_email: address() }], ['revoke']] as const)
    expect(
      (await admin.client.rpc(`${name}_invitation`, { p_code_id: code_id, ...more })).error?.message,
    ).toBe('invitation_not_found')
})

it("reports only a member's own invitations, and sends nothing to members and people invited by others (D42)", async () => {
  const [admin, member, other] = [
    await createAdmin(world),
    await createMember(world, { name: 'Tamsin Ferreira' }),
    await createMember(world),
  ]
  const [taken, fresh] = [address('taken'), address('fresh')]
  await invite(admin, [taken])
  await world.sql('delete from private.outbox')
  await world.sql(`insert into app_settings (key, value) values ('invitations_per_member', '5')
    on conflict (key) do update set value = '5'`)
  try {
    expect(await invite(member, [taken, fresh, other.email, 'nobody'])).toEqual([
      'new',
      'new',
      'new',
      'invalid',
    ])
    expect(await invite(member, [taken, fresh, other.email])).toEqual(['invited', 'invited', 'invited'])
    expect((await sender.lease()).map(({ email }) => email)).toEqual([fresh])
    for (const email of [taken, other.email]) {
      const { code_id } = await invitationOf(world, email)
      await wait(world, code_id, '1 minute')
      await member.client.rpc('resend_invitation', { p_code_id: code_id }).throwOnError()
    }
    expect(await sender.lease()).toEqual([])
    // Corrected away from, and still not sent to again.
    const { code_id } = await invitationOf(world, fresh)
    const correct = async (p_email: string) => {
      await wait(world, code_id, '1 minute')
      await member.client.rpc('correct_invitation', { p_code_id: code_id, p_email }).throwOnError()
    }
    await correct(address())
    expect(await invite(member, [fresh])).toEqual(['invited'])
    await correct(fresh)
    expect((await sender.lease()).map(({ email }) => email)).toEqual([fresh])
  } finally {
    await world.sql(`delete from app_settings where key = 'invitations_per_member'`)
  }
})

it('takes no ordinary text for a link (D42)', async () => {
  const texts = [
    'It was good to meet you. See you soon… or later...maybe',
    'At 10:30 on 12.11.2026, e.g. for 3.5 hours (p.s. bring U.S. size 9.5)',
    'I have news: the file: attached. Tel: 12, data: none',
    'Great 🎉. Yes! 👨‍👩‍👧. Naïve café. Ölümsüz. مرحبا. 你好！再见',
  ]
  for (const text of texts) {
    const [row] = await world.sql('select private.has_link($1) as link', [text])
    expect([text, row?.link]).toEqual([text, false])
  }
})
