import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { address, invitationOf, invite } from './support/invitations'
import { operate } from './support/operations'
import { outcome } from './support/outcome'
import { createAdmin, createMember, type Person } from './support/people'
import { createBenefit, createTokenCode, freshCode, placeOrder, withUses } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()
beforeEach(() => world.sql('delete from private.attempts'))

const redeem = ({ client }: Person, p_code: string) => client.rpc('redeem_code', { p_code }).throwOnError()
const read = async ({ client }: Person, name: string, args: Row): Promise<Row[]> =>
  (await client.rpc(name, args).throwOnError()).data

it('shows who used a code, page by page, and what it led to (D41)', async () => {
  const admin = await createAdmin(world)
  const people = [await createMember(world), await createMember(world), await createMember(world)]
  const [mia, noa, gone] = people as [Person, Person, Person]
  const { id, code } = await withUses(world, 'redeem_codes', await createTokenCode(world, 40), 5)
  const early = await placeOrder(mia, await createBenefit(world, { price: 1 }))
  for (const person of people) await redeem(person, code)
  const orders = [
    await placeOrder(mia, await createBenefit(world, { price: 2 })),
    await placeOrder(mia, await createBenefit(world, { price: 3 })),
  ]
  await admin.client.from('profiles').delete().eq('id', gone.id).throwOnError()

  const args = { p_kind: 'token', p_id: id, p_limit: 2 }
  const first = await read(admin, 'code_users', args)
  expect(first).toMatchObject([
    { id: gone.id, user_id: null, name: null, tokens: 40, order_id: null },
    { id: noa.id, user_id: noa.id, name: noa.name, email: noa.email, tokens: 40, order_id: null },
  ])
  const last = first.at(-1)
  const rest = await read(admin, 'code_users', { ...args, p_key_value: last?.used_at, p_key_id: last?.id })
  expect(rest).toMatchObject([{ id: mia.id, tokens: 40, order_id: orders[0] }])
  expect(rest[0]?.order_id).not.toBe(early)
  const reversed = await read(admin, 'code_users', { ...args, p_reverse: true })
  expect(reversed.map((row) => row.id)).toEqual([mia.id, noa.id])
  expect(await read(admin, 'code_details', { p_kind: 'token', p_id: id })).toMatchObject([
    { code, uses: 3, max_uses: 5, token_value: 40, batch_codes: 0, source: null },
  ])
  expect(await read(admin, 'code_details', { p_kind: 'invite', p_id: id })).toEqual([])

  const single = await createTokenCode(world, 9)
  await redeem(noa, single.code)
  expect(await read(admin, 'code_users', { p_kind: 'token', p_id: single.id })).toMatchObject([
    { user_id: noa.id, tokens: 9 },
  ])
})

it('shows the state of an invitation, and revokes those that were sent together (D42, D46)', async () => {
  const admin = await createAdmin(world)
  const emails = [address(), address(), address()]
  await invite(admin, emails, { p_message: 'Hello' })
  const sent = await Promise.all(emails.map((email) => invitationOf(world, email)))
  const joined = await createMember(world)
  await world.sql('update invite_codes set uses = 1, used_by = $2, used_at = now() where id = $1', [
    sent[0]?.code_id,
    joined.id,
  ])
  const details = async (code?: string) =>
    (await read(admin, 'code_details', { p_kind: 'invite', p_id: code }))[0]
  expect(await details(sent[0]?.code_id)).toMatchObject({
    creator: admin.name,
    bound_to: emails[0],
    source: 'admin',
    inviter: admin.name,
    sent_to: emails[0],
    invitation_state: 'joined',
    batch_codes: 3,
    batch_available: 2,
  })
  expect(await read(admin, 'code_users', { p_kind: 'invite', p_id: sent[0]?.code_id })).toMatchObject([
    { user_id: joined.id, tokens: 25 },
  ])
  const batch = (await details(sent[0]?.code_id))?.batch_id
  const run = await operate(admin, 'revoke_codes', {
    p_kind: 'invite',
    p_filter: { batch, state: 'available' },
    p_reason: 'The wrong list',
    p_dry_run: false,
  })
  expect(run).toMatchObject({ changed: 2 })
  expect(await details(sent[1]?.code_id)).toMatchObject({
    invitation_state: 'revoked',
    revoked_reason: 'The wrong list',
    revoker: admin.name,
    batch_available: 0,
  })
})

it('lists the codes of invitations nowhere among the others', async () => {
  const admin = await createAdmin(world)
  const email = address()
  await invite(admin, [email])
  const { code } = await invitationOf(world, email)
  const search = { p_search: code, p_state: 'available' }
  expect(await read(admin, 'search_invite_codes', search)).toEqual([])
  await world.sql('update invite_codes set is_plain = true where code = $1', [code])
  expect(await read(admin, 'search_invite_codes', search)).toMatchObject([{ code }])
  await world.sql('update invite_codes set is_plain = false where code = $1', [code])
})

it('finds the codes that exist already, in any spelling (D10)', async () => {
  const [admin, member] = [await createAdmin(world), await createMember(world)]
  const { code } = await createTokenCode(world)
  const p_codes = [freshCode(), ` ${code.toLowerCase()}\t`, freshCode(), code]
  const taken = (person: Person, args: Row) => person.client.rpc('taken_codes', { p_kind: 'token', ...args })
  expect((await taken(admin, { p_codes }).throwOnError()).data).toEqual([2, 4])
  expect((await taken(admin, { p_codes, p_kind: 'invite' }).throwOnError()).data).toEqual([])
  expect(outcome(await taken(admin, { p_codes: Array(10_001).fill(code) }))).toBe('too_many_rows')
  for (const [name, args] of Object.entries({
    taken_codes: { p_codes },
    code_details: { p_id: randomUUID() },
    code_users: { p_id: randomUUID() },
  }))
    expect(outcome(await member.client.rpc(name, { p_kind: 'token', ...args }))).toBe('not_admin')
})
