import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sqlOutcome } from '../support/outcome'
import { createInviteCode } from '../support/rows'
import type { World } from '../support/world'

type SignUp = { email?: string | null; anonymous?: boolean; data: object }

/** What auth does on a sign-up, of whatever kind: a row in auth.users. */
async function insertLogin(world: World, { email, anonymous = false, data }: SignUp): Promise<string> {
  const id = randomUUID()
  const address = email === undefined ? `${id}@example.test` : email
  return sqlOutcome(
    world.sql(
      'insert into auth.users (id, email, is_anonymous, raw_user_meta_data) values ($1, $2, $3, $4)',
      [id, address, anonymous, data],
    ),
  )
}

/** D9: no code, a used code, somebody without an address: no account exists afterwards. */
export async function noCodeNoAccount(world: World): Promise<void> {
  const { code } = await createInviteCode(world)
  const count = async () => (await world.sql('select count(*)::int as n from auth.users'))[0]?.n as number
  const before = await count()
  const name = 'Nora Newcomer'
  expect(await insertLogin(world, { data: { name } })).toBe('invalid_invite_code')
  expect(await insertLogin(world, { data: { name, invite_code: 'NO-SUCH-CODE' } })).toBe(
    'invalid_invite_code',
  )
  expect(await insertLogin(world, { data: { name, invite_code: null } })).toBe('invalid_invite_code')
  expect(await insertLogin(world, { email: null, data: { name, invite_code: code } })).toBe(
    'invalid_invite_code',
  )
  expect(await insertLogin(world, { anonymous: true, data: { name, invite_code: code } })).toBe(
    'invalid_invite_code',
  )
  expect(await insertLogin(world, { data: { name: '  ', invite_code: code } })).toBe('invalid_profile')
  expect(await insertLogin(world, { data: { name, phone: '1'.repeat(41), invite_code: code } })).toBe(
    'invalid_profile',
  )
  expect(await count()).toBe(before)
  expect(await insertLogin(world, { data: { name, invite_code: ` ${code.toLowerCase()} ` } })).toBe('done')
  expect(await insertLogin(world, { data: { name, invite_code: code } })).toBe('invalid_invite_code')
  expect(await count()).toBe(before + 1)
}

/** Whatever auth lets through, an account's email is one address of printable ASCII. */
export async function emailsArePlain(world: World): Promise<void> {
  const { code } = await createInviteCode(world)
  const data = { name: 'Nora Newcomer', invite_code: code }
  for (const odd of ['<b>', ' b', '@b', '\u202e', '\u00ad', '\u0430', '\r\nBcc: b']) {
    expect(await insertLogin(world, { email: `${randomUUID()}${odd}@x.test`, data })).toBe('invalid_email')
  }
  expect(await insertLogin(world, { email: `${randomUUID()}@bücher.test`, data })).toBe('invalid_email')
  expect(await insertLogin(world, { email: `${randomUUID()}@xn--bcher-kva.test`, data })).toBe('done')
}

/** The names and numbers of newcomers show what they are. */
export async function namesAreVisible(world: World): Promise<void> {
  const { code } = await createInviteCode(world)
  const name = 'Nora Newcomer'
  for (const odd of [
    '\u200b',
    '\u3164',
    '\u2800',
    '\u0301',
    'Nora\u202eremocweN',
    'No\u00adra',
    'No\nra',
    '❤\ufe0f',
  ]) {
    expect(await insertLogin(world, { data: { name: odd, invite_code: code } })).toBe('invalid_profile')
    expect(await insertLogin(world, { data: { name, phone: odd, invite_code: code } })).toBe(
      'invalid_profile',
    )
  }
  expect(await insertLogin(world, { data: { name: ' 山田\u3000太郎 ', invite_code: code } })).toBe('done')
  expect(await world.sql('select name from profiles where invite_code_used = $1', [code])).toEqual([
    { name: '山田\u3000太郎' },
  ])
}
