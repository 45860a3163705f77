import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { columnOf, deletePerson, rpc, scalarOf } from './support/ask'
import { freshAddress, invitationOf, invite } from './support/invitations'
import { callOperation, type Result, rowOf, settle, undo } from './support/operations'
import { createSender } from './support/outbox'
import { createAdmin, createMember, PASSWORD, type Person } from './support/people'
import {
  balanceOf,
  createBenefit,
  createInviteCode,
  createTokenCode,
  freshCode,
  placeOrder,
  revokeCode,
  withUses,
} from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()
const [admin, colleague] = [await createAdmin(world), await createAdmin(world, { name: 'Cora Colleague' })]
const [mia, noa] = [await createMember(world), await createMember(world)]
// All tests share one client address.
beforeEach(() => world.sql('delete from private.attempts'))

/** Tries a code; returns the whole response. */
type Try = (code: string | null) => Promise<string>

/** The hook of hosted Supabase, asked from one address. */
const hook = async (
  ip_address: string,
  invite_code: string | null,
  user: Row = {},
): Promise<Record<string, unknown>> => {
  const asked = { email: 'nora@example.test', is_anonymous: false, user_metadata: { invite_code }, ...user }
  const event = { metadata: { ip_address }, user: asked }
  return Object(await scalarOf(world.sql, 'select private.before_user_created($1)', [event]))
}
const OTHER_ADDRESS = { error: { http_code: 400, message: 'This invitation is for another email address.' } }
const MISSED = { error: { http_code: 422, message: 'This invite code is invalid or already used.' } }
const LIMITED = {
  error: { http_code: 429, message: expect.stringMatching(/^Too many tries\. Wait \d+ seconds/) },
}

/** Signs up through auth: the id of the account, or the words of the refusal. */
const signUp = async (invite_code: string | null, email = `${randomUUID()}@example.test`) => {
  const { data, error } = await world.client().auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { name: 'Nora Newcomer', phone: '1', invite_code } },
  })
  return error ? JSON.stringify([error.status, error.code, error.message]) : String(data.user?.id)
}
const ACCOUNT = expect.stringMatching(/^[0-9a-f-]{36}$/)

const validate: Try = async (code_to_check) => {
  const { data, error, status } = await world.client().rpc('validate_invite_code', { code_to_check })
  return JSON.stringify([status, data, error?.message])
}

const TABLES = { invite: 'invite_codes', token: 'redeem_codes' } as const

/** After nine misses, every kind of miss has the same response, stores the same rows, and has the same next response. */
it.each<[path: string, kind: keyof typeof TABLES, attempt: (person: Person) => Try]>([
  ['the form', 'invite', () => validate],
  ['a sign-up', 'invite', () => (code) => signUp(code)],
  ['the hook', 'invite', () => async (code) => JSON.stringify(await hook('203.0.113.7', code))],
  [
    'a redemption',
    'token',
    ({ client }) =>
      async (p_code) => {
        const { data, error, status } = await client.rpc('redeem_code', { p_code })
        return JSON.stringify([status, data, error?.message])
      },
  ],
])('%s does not distinguish used, revoked, unknown and malformed codes (D10)', async (_, kind, of) => {
  const attempt = of(mia)
  const create = () => (kind === 'invite' ? createInviteCode(world) : createTokenCode(world))
  const [{ code: used }, { code: revoked }] = [await create(), await create()]
  // A second use is one too many; without its entry reconcile() would find it.
  await world.sql(`update ${TABLES[kind]} set uses = 1, used_at = now() where code = $1`, [used])
  await revokeCode(world, TABLES[kind], revoked)
  const stored = () =>
    world.sql(
      `select kind, caller, count(*)::int as n from private.attempts where kind <> 'sign_up_code' group by kind, caller`,
    )
  await attempt('GUESS')
  const [{ kind: counted, caller } = {}] = await stored()
  const nine = `insert into private.attempts (kind, caller) select $1, $2 from generate_series(1, 9)`
  const spelt = ` ${used.toLowerCase()} `
  const responses = new Set<string>()
  for (const code of ['UNKNOWN', used, spelt, revoked, '', 'A\u200bB', 'X'.repeat(5000), null]) {
    await world.sql('delete from private.attempts')
    await world.sql(nine, [counted, caller])
    const [tenth, rows, eleventh] = [await attempt(code), await stored(), await attempt('GUESS-AGAIN')]
    expect(rows).toEqual([{ kind: counted, caller, n: 10 }])
    expect(eleventh).not.toBe(tenth)
    responses.add(JSON.stringify([tenth, eleventh.replace(/\d+ seconds/, ''), await stored()]))
  }
  expect(responses.size).toBe(1)
  await world.sql(`delete from ${TABLES[kind]} where code = $1`, [used])
})

it('refuses the eleventh guess in a minute even if it is right, with the seconds to wait, and no other person (D10)', async () => {
  const { code: p_code } = await createTokenCode(world)
  const ten = `insert into private.attempts (kind, caller) select 'redeem_code', $1 from generate_series(1, 10)`
  await world.sql(ten, [mia.id])
  const { error } = await mia.client.rpc('redeem_code', { p_code })
  expect(error).toMatchObject({
    code: 'PT429',
    message: 'rate_limited',
    details: expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
  })
  expect(await redeem(noa, p_code)).toMatchObject({ ok: true })
})

it('the hook explains its refusals, uses up no code, and counts a sign-up apart from the form (D9, D10)', async () => {
  const { id, code } = await createInviteCode(world)
  const ask = (invite_code: string, user?: Row) => hook('127.0.0.1', invite_code, user)
  expect(await ask(code)).toEqual({})
  expect(await ask(code, { is_anonymous: true })).toEqual(MISSED)
  expect(await scalarOf(world.sql, 'select is_used from invite_codes where id = $1', [id])).toBe(false)
  for (let n = 0; n < 10; n++) expect(await ask(`GUESS-${n}`)).toEqual(MISSED)
  expect(await ask(code)).toEqual(LIMITED)
  // Anybody may write the address of a sign-up; it is checked before the limit and the code.
  expect(await ask(code, { email: 'n\u043era@example.test' })).toEqual({
    error: { http_code: 400, message: 'This email address has a character that is not allowed.' },
  })
  expect(await signUp('GUESS-AGAIN')).toMatch(/429.*Too many tries/)
  expect(await validate('GUESS-AGAIN')).not.toContain('429')
})

it('counts a sign-up by its code as well, whatever address it claims, and no other code (D10, D42)', async () => {
  const [{ code: bound }, { code: open }] = [await createInviteCode(world), await createInviteCode(world)]
  await world.sql(`update public.invite_codes set email = 'ann@example.test' where code = $1`, [bound])
  for (let n = 0; n < 10; n++)
    expect(await hook(`198.51.100.${n}`, n % 2 ? bound : ` ${bound.toLowerCase()}`)).toEqual(OTHER_ADDRESS)
  expect(await hook('198.51.100.10', bound)).toEqual(LIMITED)
  expect(await hook('198.51.100.11', open)).toEqual({})
  expect(await columnOf(world.sql, 'select caller from private.attempts')).not.toContain(bound)
})

const redeem = async (person: Person, p_code: string, p_request_id?: string) => {
  const { data, error } = await person.client.rpc('redeem_code', { p_code, p_request_id })
  return error?.message ?? data[0]
}
const NO_CODE = { ok: null, token_value: null, balance: null }

it('redeems once by one request id, however often it is sent, for its member alone, and counts no miss (D41)', async () => {
  const [owner, other] = [await createMember(world), await createMember(world)]
  const [{ code }, { code: second }] = [await createTokenCode(world, 50), await createTokenCode(world, 5)]
  const request = randomUUID()
  for (const spelt of [code, ` ${code.toLowerCase()} `])
    expect(await redeem(owner, spelt, request)).toEqual({ ok: true, token_value: 50, balance: 75 })
  expect(await redeem(owner, second, request)).toBe('request_id_reused')
  expect(await redeem(other, code, request)).toEqual(NO_CODE)
  expect(await redeem(other, second, request)).toEqual({ ok: true, token_value: 5, balance: 30 })
  expect(await columnOf(world.sql, 'select caller from private.attempts')).toEqual([other.id])
})

it('accepts short codes, spaces and any alphabet, ignores case, and takes no look-alike (D10)', async () => {
  const end = freshCode()
  for (const [typed, stored, sent] of [
    [`ab cd ${end}`, `AB CD ${end}`, ` Ab cD ${end.toLowerCase()} `],
    [`straße ${end}`, `STRASSE ${end}`, `Straße ${end}`],
    [`${end} ÉTÉ`, `${end} ÉTÉ`, `${end} été`],
    [`лето ${end}`, `ЛЕТО ${end}`, `\tЛето ${end}\u3000`],
    [`50%, "${end}"`, `50%, "${end}"`, `50%, "${end.toLowerCase()}"\n`],
    // What comes with it from an email or a chat (D59).
    [`in\u200b ${end}`, `IN ${end}`, `\u200e\u2060I\u00adn \ufeff${end.toLowerCase()}\u200f \u2066`],
  ] as const) {
    const created = admin.client.from('redeem_codes').insert({ code: typed, token_value: 1 }).select('code')
    expect((await created.throwOnError()).data).toEqual([{ code: stored }])
    for (const other of ['\uff23', '\u0421'])
      expect(await redeem(mia, sent.replace(/c(?=[0-9a-f]{12})/i, other))).toEqual(NO_CODE)
    expect(await redeem(mia, sent)).toMatchObject({ ok: true })
    await world.sql('delete from private.attempts')
  }
})

it('signs up no other address than the one a code is bound to, whatever its spelling (D42)', async () => {
  const name = freshCode().toLowerCase()
  const { code } = await createInviteCode(world)
  await world.sql('update invite_codes set email = $2 where code = $1', [code, `${name}@example.test`])
  expect(await validate(code)).toBe('[200,[{"is_valid":true}],null]')
  for (const other of [
    'somebody@example.test',
    `${name}+tag@example.test`,
    `${name}.@example.test`,
    `${name}@example.test.`,
    `${name}@EXAMPLE.test.evil.test`,
    `x${name}@example.test`,
    `${name.replace('c', '\u0441')}@example.test`,
    `${name}@ex\uff41mple.test`,
  ])
    expect([other, await signUp(code, other)]).not.toEqual([other, ACCOUNT])
  for (const email of ['', undefined]) expect(await hook('198.51.100.77', code, { email })).toEqual(MISSED)
  expect(await hook('198.51.100.77', code, { email: 'some.body@example.test' })).toEqual(OTHER_ADDRESS)
  const spelt = `${name.toUpperCase()}@Example.TEST`
  expect(await hook('198.51.100.77', code, { email: spelt })).toEqual({})
  const missed = `select from private.attempts where caller = '198.51.100.77'`
  expect(await world.sql(missed)).toHaveLength(3)
  expect(await signUp(code, spelt)).toEqual(ACCOUNT)
})

it('shows who used a code, page by page, and what it led to, also of somebody deleted (D12, D41)', async () => {
  const [gone, buyer] = [await createMember(world), await createMember(world)]
  const { id: p_id, code } = await withUses(world, 'redeem_codes', await createTokenCode(world, 40), 5)
  const order = async (price: number) => placeOrder(buyer, await createBenefit(world, { price }))
  await order(1)
  for (const person of [buyer, noa, gone]) await redeem(person, code)
  const order_id = await order(2)
  await order(3)
  await deletePerson(admin, gone)
  const args = { p_kind: 'token', p_id, p_limit: 2 }
  const [first, second]: Row[] = await rpc(admin, 'code_users', args)
  const tokens = 40
  expect(first).toMatchObject({ id: gone.id, user_id: null, name: null, tokens, order_id: null })
  const { id, name, email } = noa
  expect(second).toMatchObject({ id, user_id: id, name, email, tokens, order_id: null })
  const key = { p_key_value: second?.used_at, p_key_id: id }
  expect(await rpc(admin, 'code_users', { ...args, ...key })).toMatchObject([
    { id: buyer.id, tokens, order_id },
  ])
  const reversed = await rpc(admin, 'code_users', { ...args, p_reverse: true })
  expect(reversed).toMatchObject([{ id: buyer.id }, { id }])
  expect(await rpc(admin, 'code_details', { p_kind: 'token', p_id })).toMatchObject([
    { code, uses: 3, max_uses: 5, token_value: 40, batch_codes: 0, source: null },
  ])
  expect(await rpc(admin, 'code_details', { p_kind: 'invite', p_id })).toEqual([])
  // Once each, though uses are left; a code of one use has its user in its own row.
  expect(await redeem(noa, code)).toEqual(NO_CODE)
  const single = await createTokenCode(world, 9)
  await redeem(noa, single.code)
  const users = await rpc(admin, 'code_users', { p_kind: 'token', p_id: single.id })
  expect(users).toMatchObject([{ user_id: id, tokens: 9 }])
  expect(await world.sql('select from code_uses where code_id = $1', [single.id])).toEqual([])
  // Without the use, the books do not agree.
  const problems = 'select problem from private.reconcile()'
  expect((await columnOf(world.sql, problems)).join()).not.toContain(p_id)
  await world.undone(async (sql) => {
    await sql('delete from code_uses where code_id = $1', [p_id])
    expect(await columnOf(sql, problems)).toContainEqual(expect.stringContaining(p_id))
  })
})

it('shows the state of an invitation, and revokes those that were sent together (D42, D46)', async () => {
  const emails = [freshAddress(), freshAddress(), freshAddress()]
  await invite(admin, emails, { p_message: 'Hello' })
  const sent = await Promise.all(emails.map((email) => invitationOf(world, email)))
  const [first, second] = sent.map(({ code_id }) => ({ p_kind: 'invite', p_id: code_id }))
  const join = 'update invite_codes set uses = 1, used_by = $2, used_at = now() where id = $1'
  await world.sql(join, [first?.p_id, mia.id])
  const details = async (args: Row = {}) => (await rpc(admin, 'code_details', args))[0]
  const by = { creator: admin.name, inviter: admin.name, source: 'admin' }
  const to = { bound_to: emails[0], sent_to: emails[0], invitation_state: 'joined' }
  expect(await details(first)).toMatchObject({ ...by, ...to, batch_codes: 3, batch_available: 2 })
  expect(await rpc(admin, 'code_users', first)).toMatchObject([{ user_id: mia.id, tokens: 25 }])
  const p_filter = { batch: (await details(first)).batch_id, state: 'available' }
  const more = { p_kind: 'invite', p_ids: null, p_filter, p_reason: 'The wrong list' }
  expect(await revoke(admin, [], more)).toMatchObject({ changed: 2 })
  const state = { invitation_state: 'revoked', revoked_reason: more.p_reason, revoker: admin.name }
  expect(await details(second)).toMatchObject({ ...state, batch_available: 0 })
})

const revoke = (admin: Person, ids: string[], more: Row = {}): Promise<Result> =>
  callOperation(admin, 'revoke_codes', {
    p_kind: 'token',
    p_ids: ids,
    p_reason: ' Posted on a forum ',
    p_dry_run: false,
    ...more,
  })
const revocation = async (id: string) =>
  (await world.sql('select revoked_by, revoked_reason from redeem_codes where id = $1', [id]))[0]

it('revokes available codes and remaining uses only, with a reason, and undo makes them work again (D41, D46)', async () => {
  const author = await createAdmin(world)
  const [one, other] = [await createMember(world), await createMember(world)]
  const token = (tokens: number) => createTokenCode(world, tokens)
  const [used, free, gone, expired] = [await token(5), await token(25), await token(50), await token(1)]
  const several = await withUses(world, 'redeem_codes', await token(10), 3)
  for (const { code } of [used, several]) expect(await redeem(one, code)).toMatchObject({ ok: true })
  await world.sql('update redeem_codes set expires_at = now() where id = $1', [expired.id])
  await revoke(colleague, [gone.id], { p_reason: 'Lost' })
  const ids = [...[used, free, gone, expired, several].map(({ id }) => id), randomUUID()]
  const plan = await revoke(author, ids, { p_dry_run: true, p_reason: null })
  expect(plan).toMatchObject({ changed: 2, tokens: 45, emails: 0 })
  expect(plan.skipped.toSorted((a, b) => a.reason.localeCompare(b.reason))).toMatchObject([
    { reason: 'already_expired', count: 1 },
    { reason: 'already_revoked', count: 1, by: colleague.name },
    { reason: 'already_used', count: 1 },
    { reason: 'not_found', count: 1 },
  ])
  const run = await revoke(author, ids, { p_expected: plan })
  expect(run).toMatchObject({ state: 'done', changed: 2, remaining: 0 })
  const reason = { revoked_by: author.id, revoked_reason: 'Posted on a forum' }
  expect(await revocation(free.id)).toEqual(reason)
  expect(await revocation(gone.id)).toEqual({ revoked_by: colleague.id, revoked_reason: 'Lost' })
  for (const { code } of [free, several]) expect(await redeem(other, code)).toEqual(NO_CODE)
  expect([await balanceOf(world, one.id), await balanceOf(world, other.id)]).toEqual([40, 25])

  expect(await undo(author, run)).toMatchObject({ undone: 2, kept: [] })
  for (const { code } of [free, several]) expect(await redeem(other, code)).toMatchObject({ ok: true })
  await settle(world.sql)
  expect((await rowOf(world.sql, run.operation_id)).settled_at).not.toBeNull()
  const log = 'select table_name from private.audit_log where actor_id = $1'
  expect(await columnOf(world.sql, log, [author.id])).toEqual(['operations', 'operations'])
})

it('sends the email of an invitation that came due while its code was revoked (D42, D46)', async () => {
  const guest = freshAddress()
  await world.sql('delete from private.outbox')
  const sender = createSender(world)
  await invite(admin, [guest])
  const run = await revoke(admin, [(await invitationOf(world, guest)).code_id], { p_kind: 'invite' })
  expect(await sender.lease()).toEqual([])
  expect(await invitationOf(world, guest)).toMatchObject({ email_state: 'skipped' })
  await undo(admin, run)
  expect(await invitationOf(world, guest)).toMatchObject({ email_state: 'waiting' })
  expect(await sender.lease()).toMatchObject([{ email: guest }])
})

it('revokes the invite codes of a filter, and no others; nobody joins with one (D9)', async () => {
  const create = () => createInviteCode(world)
  const [one, two, other] = [await create(), await create(), await create()]
  const batch = randomUUID()
  const together = `update invite_codes set batch_id = $1, note = 'Fair 100% done' where id = any ($2)`
  await world.sql(together, [batch, [one.id, two.id]])
  const more = { p_kind: 'invite', p_ids: null }
  for (const [p_filter, changed] of [
    [{ batch }, 2],
    [{ batch, search: one.code.toLowerCase(), state: 'available' }, 1],
    [{ search: '100% d', state: 'available' }, 2],
    [{ batch, state: 'used' }, 0],
  ] as const)
    expect(await revoke(admin, [], { ...more, p_filter, p_dry_run: true })).toMatchObject({ changed })
  expect(await revoke(admin, [], { ...more, p_filter: { batch } })).toMatchObject({ changed: 2, tokens: 0 })
  expect([await validate(one.code), await validate(other.code)]).toEqual([
    '[200,[{"is_valid":null}],null]',
    '[200,[{"is_valid":true}],null]',
  ])
})
