import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { codeOf } from '../support/authenticator'
import { columnOf, refusal, remove, rpc, scalarOf } from './support/ask'
import { sqlOutcome, tried } from './support/outcome'
import { createAdmin, createMember, PASSWORD, type Person, tokenFor } from './support/people'
import { createBenefit, orderPayload, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Query } from './support/world'

const world = sharedWorld()

/** Gives a person an authenticator, as auth would have, without its line and email. */
const giveFactor = ({ id }: Person, sql: Query = world.sql) =>
  sql(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'Telephone', 'totp', 'verified', now(), now())`,
    [id],
  )

/** A person as a caller whose session is at a level. */
const at = ({ id }: Person, aal: string, claims: object = {}) => ({
  client: world.client(tokenFor(id, 3600, undefined, { aal, ...claims })),
})
const createCodes = async (person: Person): Promise<string[]> =>
  (await rpc(at(person, 'aal2'), 'create_recovery_codes')).map(({ code }: { code: string }) => code)

/** Tries a statement as this account at this level. */
async function triedAs(
  sql: Query,
  { id }: Person,
  text: string,
  aal = 'aal2',
  ...more: [values?: unknown[], nameOf?: (error: unknown) => string]
) {
  const claims = JSON.stringify({ sub: id, aal, role: 'authenticated' })
  await sql(`select set_config('request.jwt.claims', $1, true)`, [claims])
  await sql('set local role authenticated')
  const result = await tried(sql, text, ...more)
  await sql('reset role')
  return result
}
const ADMINS_ONLY = 'select pending_orders()'
const setting = (value: number) =>
  `insert into app_settings (key, value) values ('require_second_factor', '${value}')
   on conflict (key) do update set value = excluded.value`

it.each(['user', 'admin'] as const)(
  'refuses every request of a %s who has not presented the factor, with a reason, but what visitors may ask (D54)',
  async (role) => {
    const person = await createMember(world, { tokens: 100, role })
    const benefit = await createBenefit(world)
    const order = await placeOrder(person, benefit)
    await giveFactor(person)
    const { client } = at(person, 'aal1')
    const asked = {
      balance: client.from('profiles').select('current_tokens'),
      name: client.from('profiles').update({ name: 'Thief' }).eq('id', person.id).select('id'),
      order: client.from('orders').insert(orderPayload(person, benefit)).select('id'),
      delivery: client.rpc('order_delivery', { p_order_id: order }),
      cancel: client.rpc('cancel_my_order', { p_order_id: order }),
      archive: client.rpc('my_data', { p_part: 'profile' }),
      codes: client.rpc('create_recovery_codes'),
      people: client.rpc('search_profiles'),
      setting: client.from('app_settings').upsert({ key: 'require_second_factor', value: '0' }),
    }
    for (const [name, request] of Object.entries(asked))
      expect([name, (await request).error?.message]).toEqual([name, 'second_factor_required'])
    expect((await client.rpc('public_settings')).error).toBeNull()
    const presented = at(person, 'aal2').client.from('orders').select('id').eq('id', order)
    expect((await presented).data).toHaveLength(1)
  },
)

it('can be required once every admin has a factor, by a session that has presented its own (D54)', async () => {
  const [admin, other] = [await createAdmin(world), await createAdmin(world, { name: 'Bo Backup' })]
  await world.undone(async (sql) => {
    const others = `update profiles set role = 'user' where role = 'admin' and id <> all ($1)`
    await sql(others, [[admin.id, other.id]])
    await giveFactor(admin, sql)
    const named = (error: unknown) => Object.values(error as { detail: string; message: string }).join()
    expect(await triedAs(sql, admin, setting(1), 'aal2', [], named)).toMatch('Bo Backup')
    expect(await triedAs(sql, admin, setting(1))).toBe('admins_lack_second_factor')
    await giveFactor(other, sql)
    expect(await triedAs(sql, other, setting(1))).toBe('done')
    for (const person of [other, admin]) expect(await triedAs(sql, person, ADMINS_ONLY)).toBe('done')
    expect(await triedAs(sql, admin, setting(0))).toBe('done')
  })
})

it('approves the factor of an admin by another admin only, with the role, and until the last factor is gone (D54)', async () => {
  const [admin, other, member] = [
    await createAdmin(world),
    await createAdmin(world),
    await createMember(world),
  ]
  await world.undone(async (sql) => {
    await giveFactor(admin, sql)
    await sql(setting(1))
    // Without the factor that is required, an admin is a member.
    expect(await triedAs(sql, other, ADMINS_ONLY, 'aal1')).toBe('not_admin')
    await giveFactor(other, sql)
    const isAdmin = async (person: Person) => (await triedAs(sql, person, ADMINS_ONLY)) === 'done'
    expect([await isAdmin(admin), await isAdmin(other)]).toEqual([true, false])
    const approve = (by: Person, { id }: Person) =>
      triedAs(sql, by, 'select approve_second_factor($1)', 'aal2', [id])
    // By the other admin, whose factor does not count yet.
    for (const person of [other, admin]) expect(await approve(other, person)).toBe('not_admin')
    expect(await approve(admin, admin)).toBe('cannot_approve_own_factor')
    expect(await approve(admin, member)).toBe('profile_not_found')
    const state = () => scalarOf(sql, 'select public.second_factors_of($1)::text', [other.id])
    expect(await state()).toBe('(1,t)')
    expect(await approve(admin, other)).toBe('done')
    expect(await state()).toBe('(1,f)')
    expect(await isAdmin(other)).toBe(true)
    const log = `select actor_id, after from private.audit_log where row_id = $1 order by id desc limit 1`
    const after = { second_factor_approved: true }
    expect(await sql(log, [other.id])).toEqual([{ actor_id: admin.id, after }])

    await sql('delete from auth.mfa_factors where user_id = $1', [other.id])
    await giveFactor(other, sql)
    expect(await isAdmin(other)).toBe(false)
    await sql('select private.owner_approves_second_factor($1)', [other.email])
    expect(await isAdmin(other)).toBe(true)
    await giveFactor(member, sql)
    const become = (role: string) => sql('update profiles set role = $2 where id = $1', [member.id, role])
    await become('admin')
    expect(await isAdmin(member)).toBe(true)
    await become('user')
    expect(await sql('select from private.approved_factors where user_id = $1', [member.id])).toEqual([])
  })
})

it('lets a recovery code, once, stand in for the lost factor, and keeps codes hashed (D54)', async () => {
  const person = await createMember(world, { session: true })
  await giveFactor(person)
  const codes = await createCodes(person)
  const [used = '', unused = ''] = codes
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
  const mine = { required: false, approved: false, recovery_codes: 10 }
  expect(await rpc(at(person, 'aal2'), 'my_second_factor')).toEqual([mine])
  const hashes = `select string_agg(encode(hash, 'escape'), ' ') from private.recovery_codes where user_id = $1`
  const stored = String(await scalarOf(world.sql, hashes, [person.id]))
  expect(codes.filter((code) => stored.includes(code.slice(0, 4)))).toEqual([])

  const { session } = (await person.client.auth.getSession()).data
  const elsewhere = world.client()
  await elsewhere.auth.signInWithPassword({ email: person.email, password: PASSWORD })
  const use = (p_code: string, by: Pick<Person, 'client'> = person) =>
    rpc(by, 'use_recovery_code', { p_code })
  const profiles = () => person.client.from('profiles').select('id')
  expect(await use('AAAA-AAAA-AAAA-AAAA')).toBeNull()
  expect((await profiles()).error?.message).toBe('second_factor_required')
  expect(await use(` ${used.toLowerCase().replaceAll('-', ' ')}`)).toBe(true)
  expect((await profiles()).data).toHaveLength(1)
  const log =
    'select actor_id, before, after from private.audit_log where row_id = $1 order by id desc limit 1'
  const [before, after] = [
    [1, 10],
    [0, 9],
  ].map(([second_factors, recovery_codes]) => ({
    second_factors,
    recovery_codes,
  }))
  expect(await world.sql(log, [person.id])).toEqual([{ actor_id: person.id, before, after }])
  // The session that presented it lives on, others end.
  const { refresh_token = '' } = session ?? {}
  expect((await person.client.auth.refreshSession({ refresh_token })).error).toBeNull()
  expect((await elsewhere.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  // As when the response was lost.
  expect(await use(used)).toBe(true)

  await giveFactor(person)
  expect(await use(used, at(person, 'aal1'))).toBeNull()
  await createCodes(person)
  expect(await use(unused, at(person, 'aal1'))).toBeNull()
})

it('limits guesses of recovery codes by session, and creates codes only after a factor (D54)', async () => {
  const person = await createMember(world)
  for (const aal of ['aal1', 'aal2'])
    expect(await refusal(at(person, aal), 'create_recovery_codes')).toBe('second_factor_required')
  await giveFactor(person)
  const [p_code = ''] = await createCodes(person)
  const [thief, owner] = [randomUUID(), randomUUID()].map((session_id) => at(person, 'aal1', { session_id }))
  if (!thief || !owner) throw new Error('two sessions')
  for (let n = 0; n < 10; n++)
    expect(await rpc(thief, 'use_recovery_code', { p_code: `WRONG ${n}` })).toBeNull()
  expect(await refusal(thief, 'use_recovery_code', { p_code })).toBe('rate_limited')
  expect(await rpc(owner, 'use_recovery_code', { p_code })).toBe(true)
})

it('is reset by the owner in SQL, logged and emailed (D54)', async () => {
  const person = await createMember(world, { session: true })
  await giveFactor(person)
  const reset = (email: string) => world.sql('select private.owner_resets_second_factor($1)', [email])
  await reset(` ${person.email.toUpperCase()}`)
  expect((await at(person, 'aal1').client.from('profiles').select('id')).data).toHaveLength(1)
  expect((await person.client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  const log = 'select actor_id, before, after from private.audit_log where row_id = $1'
  const line = { actor_id: null, before: { second_factors: 1 }, after: { second_factors: 0 } }
  expect(await world.sql(log, [person.id])).toContainEqual(line)
  const emails = 'select kind, private.email_data(o) as data from private.outbox as o where recipient_id = $1'
  const told = { kind: 'second_factor_reset', data: { name: 'The owner' } }
  expect(await world.sql(emails, [person.id])).toContainEqual(told)
  expect(await sqlOutcome(reset(person.email))).toBe('no_second_factor')
  expect(await sqlOutcome(reset('nobody@b.test'))).toBe('profile_not_found')
})

it('logs and emails what people change through auth: authenticators and passwords (D54)', async () => {
  const person = await createMember(world, { session: true })
  const { auth } = person.client
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' })
  if (error) throw error
  expect((await person.client.from('profiles').select('id')).data).toHaveLength(1)
  await auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(data.totp.secret) })
  await auth.updateUser({ password: 'another long password' })
  expect((await auth.mfa.unenroll({ factorId: data.id })).error).toBeNull()
  const lines = 'select actor_id, before, after from private.audit_log where row_id = $1 order by id'
  const by = { actor_id: person.id }
  expect(await world.sql(lines, [person.id])).toEqual([
    { ...by, before: { second_factors: 0 }, after: { second_factors: 1 } },
    { ...by, before: {}, after: { password: 'changed' } },
    { ...by, before: { second_factors: 1 }, after: { second_factors: 0 } },
  ])
  const emails = 'select kind from private.outbox where recipient_id = $1 order by created_at, kind'
  expect((await columnOf(world.sql, emails, [person.id])).join(' ')).toBe(
    'second_factor_added password_changed second_factor_removed',
  )
})

it('deletes a person who has a factor, without a line or an email about it (D12, D54)', async () => {
  const [person, admin] = [await createMember(world), await createAdmin(world)]
  await giveFactor(person)
  await createCodes(person)
  await remove(admin, person)
  for (const left of [
    'private.recovery_codes where user_id = $1::uuid',
    'private.outbox where recipient_id = $1::uuid',
    `private.audit_log where row_id = $1 and after ? 'second_factors'`,
  ])
    expect(await world.sql(`select from ${left}`, [person.id])).toEqual([])
})
