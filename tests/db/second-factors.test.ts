import { expect, it } from 'vitest'
import { codeOf } from '../support/authenticator'
import { columnOf, rpc, scalarOf } from './support/ask'
import { createMember, PASSWORD, type Person, tokenFor } from './support/people'
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
  ].map(([second_factors, recovery_codes]) => ({ second_factors, recovery_codes }))
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
