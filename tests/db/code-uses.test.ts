import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { operate, undo } from './support/operations'
import { outcome } from './support/outcome'
import { createAdmin, createMember, PASSWORD, type Person } from './support/people'
import { balanceOf, createInviteCode, createTokenCode, freshCode, reconcile, withUses } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
beforeEach(() => world.sql('delete from private.attempts'))

const soon = () => new Date(Date.now() + 864e5).toISOString()
const redeem = async ({ client }: Person, p_code: string, p_request_id?: string) => {
  const { data } = await client.rpc('redeem_code', { p_code, p_request_id }).throwOnError()
  return data?.[0]
}
const usersOf = async (id: string) =>
  (await world.sql('select account_id, user_id from code_uses where code_id = $1', [id])).map(
    ({ user_id }) => user_id,
  )
const signUp = async (invite_code: string, email = `${randomUUID()}@example.test`) => {
  const { data, error } = await world.client().auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { name: 'Nora', invite_code } },
  })
  return error ? error.message : data.user?.id
}
const usesOf = async (table: string, id: string) =>
  (await world.sql(`select uses, is_used from ${table} where id = $1`, [id]))[0]

it('credits each member once, as often as the code has uses (D41)', async () => {
  const [mia, noa, ola] = [await createMember(world), await createMember(world), await createMember(world)]
  const { id, code } = await withUses(world, 'redeem_codes', await createTokenCode(world, 7), 2)
  const request = randomUUID()
  const first = await redeem(mia, code, request)
  expect(first).toMatchObject({ ok: true, token_value: 7 })
  // Again is a miss like an unknown code; the same request is not another redemption.
  expect(await redeem(mia, code)).toEqual(await redeem(mia, 'NO-SUCH-CODE'))
  expect(await redeem(mia, code, request)).toEqual(first)
  expect(await usesOf('redeem_codes', id)).toEqual({ uses: 1, is_used: false })
  expect(await redeem(noa, code)).toMatchObject({ ok: true })
  expect(await usesOf('redeem_codes', id)).toEqual({ uses: 2, is_used: true })
  expect(await redeem(ola, code)).toMatchObject({ ok: null })
  expect(await usersOf(id)).toEqual(expect.arrayContaining([mia.id, noa.id]))
  expect(await balanceOf(world, ola.id)).toBe(25)
})

it('admits as many as the code has uses when more sign up concurrently', async () => {
  const { id, code } = await withUses(world, 'invite_codes', await createInviteCode(world), 3)
  const joined = await Promise.all(Array.from({ length: 12 }, () => signUp(code)))
  const accounts = joined.filter((answer) => /^[0-9a-f-]{36}$/.test(String(answer)))
  expect(accounts).toHaveLength(3)
  expect((await usersOf(id)).toSorted()).toEqual(accounts.toSorted())
  expect(await usesOf('invite_codes', id)).toEqual({ uses: 3, is_used: true })
})

it('records no use of a code with one use', async () => {
  const mia = await createMember(world)
  const { id, code } = await createTokenCode(world)
  await redeem(mia, code)
  expect(await usersOf(id)).toEqual([])
})

it('extends neither an invitation whose address was erased nor the link of a member', async () => {
  const admin = await createAdmin(world)
  const { id } = await createInviteCode(world)
  await world.sql('update invite_codes set is_plain = false where id = $1', [id])
  await world.sql(`insert into invitations (code_id, source) values ($1, 'admin')`, [id])
  const extend = () => admin.client.rpc('extend_code', { p_kind: 'invite', p_id: id, p_expires_at: soon() })
  expect(outcome(await extend())).toBe('code_not_extendable')
  await world.sql(`update invitations set source = 'link' where code_id = $1`, [id])
  expect(outcome(await extend())).toBe('code_not_extendable')
  await world.sql(
    `update invitations set source = 'admin', email = 'guest@example.test' where code_id = $1`,
    [id],
  )
  expect(outcome(await extend())).not.toBe('code_not_extendable')
})

it('signs up no other address than the one a code is bound to, whatever its spelling (D42)', async () => {
  const name = freshCode().toLowerCase()
  const { code } = await createInviteCode(world)
  await world.sql('update invite_codes set email = $2 where code = $1', [code, `${name}@example.test`])
  const check = world.client().rpc('validate_invite_code', { code_to_check: code })
  expect((await check.throwOnError()).data).toEqual([{ is_valid: true }])
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
    expect([other, await signUp(code, other)]).not.toEqual([other, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  const hook = async (email?: string) => {
    const event = {
      metadata: { ip_address: '198.51.100.77' },
      user: { email, user_metadata: { invite_code: code } },
    }
    const [row] = await world.sql<{ answer: object }>('select private.before_user_created($1) as answer', [
      JSON.stringify(event),
    ])
    return row?.answer
  }
  const missed = async () =>
    (await world.sql(`select from private.attempts where caller = '198.51.100.77'`)).length
  const refusal = { error: { http_code: 422, message: 'This invite code is invalid or already used.' } }
  for (const email of ['somebody@example.test', '', undefined]) expect(await hook(email)).toEqual(refusal)
  expect(await missed()).toBe(3)
  expect(await hook(`${name.toUpperCase()}@Example.TEST`)).toEqual({})
  expect(await missed()).toBe(3)
  expect(await signUp(code, `${name.toUpperCase()}@Example.TEST`)).toMatch(/^[0-9a-f-]{36}$/)
})

it('revokes the remaining uses of a code; past uses stay, and undo restores it', async () => {
  const [admin, mia, noa] = [await createAdmin(world), await createMember(world), await createMember(world)]
  const { id, code } = await withUses(world, 'redeem_codes', await createTokenCode(world, 10), 3)
  const expired = await createTokenCode(world)
  await world.sql('update redeem_codes set expires_at = now() where id = $1', [expired.id])
  await redeem(mia, code)
  const run = await operate(admin, 'revoke_codes', {
    p_kind: 'token',
    p_ids: [id, expired.id],
    p_reason: 'Leaked',
    p_dry_run: false,
  })
  expect(run).toMatchObject({ changed: 1, tokens: 20, skipped: [{ reason: 'already_expired', count: 1 }] })
  expect(await redeem(noa, code)).toMatchObject({ ok: null })
  expect(await balanceOf(world, mia.id)).toBe(35)
  expect(await undo(admin, run)).toMatchObject({ undone: 1 })
  expect(await redeem(noa, code)).toMatchObject({ ok: true })
})

it('keeps the use of a deleted person without them (D12)', async () => {
  const [admin, mia] = [await createAdmin(world), await createMember(world)]
  const { id, code } = await withUses(world, 'redeem_codes', await createTokenCode(world), 2)
  await redeem(mia, code)
  await admin.client.from('profiles').delete().eq('id', mia.id).throwOnError()
  expect(await usersOf(id)).toEqual([null])
  expect(await usesOf('redeem_codes', id)).toEqual({ uses: 1, is_used: false })
  expect((await reconcile(world)).filter(({ problem }) => String(problem).includes(id))).toEqual([])
  await world.sql('delete from code_uses where code_id = $1', [id])
  expect((await reconcile(world)).filter(({ problem }) => String(problem).includes(id))).toHaveLength(1)
  await world.sql('insert into code_uses (code_id, account_id, used_at) values ($1, $2, now())', [id, mia.id])
})
