import { beforeEach, describe, expect, it } from 'vitest'
import * as codes from './probes/codes'
import { outcome } from './support/outcome'
import { createCast, createMember } from './support/people'
import { createInviteCode, createTokenCode, freshCode } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
// Every test asks from the same address.
beforeEach(() => world.sql('delete from private.attempts'))

it('codes are stored in one spelling (D10)', () => codes.codesAreCanonical(world))
it('a code may be short, have spaces and be of any alphabet; it is found however its letters are cased (D10)', async () => {
  const { owner, admin } = await createCast(world)
  const end = freshCode()
  // As the form sends it, and as a member types it.
  for (const [typed, stored, sent] of [
    [`ab cd ${end}`, `AB CD ${end}`, ` Ab cD ${end.toLowerCase()} `],
    [`straße ${end}`, `STRASSE ${end}`, `Straße ${end}`],
    [`${end} ÉTÉ`, `${end} ÉTÉ`, `${end} été`],
    [`лето ${end}`, `ЛЕТО ${end}`, `Лето ${end}`],
    [`50%, "${end}"`, `50%, "${end}"`, `50%, "${end.toLowerCase()}"`],
  ] as const) {
    const made = admin.from('redeem_codes').insert({ code: typed, token_value: 1 }).select('code')
    expect((await made.throwOnError()).data).toEqual([{ code: stored }])
    expect((await owner.rpc('redeem_code', { p_code: sent }).throwOnError()).data).toMatchObject([
      { ok: true },
    ])
  }
  const short = await admin
    .from('invite_codes')
    .insert({ code: `a${end.at(-1)}` })
    .select('code')
  expect(['23505', 1]).toContain(outcome(short))
  // Neither a wide letter nor a letter of another alphabet is the one it looks like.
  const { code } = await createTokenCode(world)
  for (const alike of [code.replace('C', '\uff23'), code.replace('C', '\u0421')]) {
    expect((await owner.rpc('redeem_code', { p_code: alike }).throwOnError()).data).toMatchObject([
      { ok: false },
    ])
  }
})
it('a token code works once (D1)', () => codes.codeWorksOnce(world))
it('a redemption is idempotent by its request id (D41)', () => codes.redemptionIsIdempotent(world))
it('guessing token codes is limited per member (D10)', () => codes.guessingIsLimited(world))
it('a guess cannot undo its own count (D10)', () => codes.missesCannotBeUndone(world))

describe.each([
  ['redeem_codes', { token_value: 5 }],
  ['invite_codes', {}],
])('%s', (table, extra) => {
  it('only admins create them, and sign them; nobody marks or deletes them', async () => {
    const cast = await createCast(world)
    const create = async (actor: 'owner' | 'other' | 'anonymous' | 'expired' | 'admin') =>
      outcome(
        await cast[actor]
          .from(table)
          .insert({ code: freshCode(), ...extra })
          .select('id'),
      )
    expect(await create('owner')).toBe('42501')
    expect(await create('other')).toBe('42501')
    expect(await create('anonymous')).toBe('42501')
    expect(await create('expired')).toBe('PGRST303')
    const code = freshCode()
    await cast.admin
      .from(table)
      .insert({ code, ...extra })
      .throwOnError()
    const state = `select is_used, used_by, used_at, created_by from ${table} where code = $1`
    const fresh = [{ is_used: false, used_by: null, used_at: null, created_by: cast.people.admin.id }]
    expect(await world.sql(state, [code])).toEqual(fresh)

    for (const client of [cast.owner, cast.admin]) {
      expect(outcome(await client.from(table).update({ is_used: true }).eq('code', code).select('id'))).toBe(
        '42501',
      )
      expect(outcome(await client.from(table).delete().eq('code', code).select('id'))).toBe('42501')
    }
    expect(await world.sql(state, [code])).toEqual(fresh)
  })
})

it('token values are 1 to 1000', async () => {
  const { admin } = await createCast(world)
  const create = async (token_value: number) =>
    outcome(await admin.from('redeem_codes').insert({ code: freshCode(), token_value }).select('id'))
  expect(await create(0)).toBe('23514')
  expect(await create(1001)).toBe('23514')
  expect(await create(1)).toBe(1)
  expect(await create(1000)).toBe(1)
})

it('redeem_code is for members: not for the anonymous, not with an expired session', async () => {
  const cast = await createCast(world)
  const { code } = await createTokenCode(world)
  expect(outcome(await cast.anonymous.rpc('redeem_code', { p_code: code }))).toBe('42501')
  expect(outcome(await cast.expired.rpc('redeem_code', { p_code: code }))).toBe('PGRST303')
  expect(await world.sql('select is_used from redeem_codes where code = $1', [code])).toEqual([
    { is_used: false },
  ])
  expect(outcome(await cast.admin.rpc('redeem_code', { p_code: code }))).toBe(1)
})

describe('validate_invite_code', () => {
  it('answers everybody, in any spelling, and uses nothing up (D10)', async () => {
    const cast = await createCast(world)
    const { code } = await createInviteCode(world)
    for (const client of [cast.anonymous, cast.owner, cast.admin]) {
      for (const typed of [code, `\t${code.toLowerCase()}\n`, `\u3000${code}\u00a0`]) {
        const { data } = await client.rpc('validate_invite_code', { code_to_check: typed }).throwOnError()
        expect(data).toEqual([{ is_valid: true }])
      }
    }
    expect(outcome(await cast.expired.rpc('validate_invite_code', { code_to_check: code }))).toBe('PGRST303')
    expect(await world.sql('select is_used from invite_codes where code = $1', [code])).toEqual([
      { is_used: false },
    ])
    expect(await world.sql('select from private.attempts')).toEqual([])
  })

  it('says the same for unknown, used and malformed (D10)', async () => {
    const member = await createMember(world)
    const [used] = await world.sql<{ code: string }>('select code from invite_codes where used_by = $1', [
      member.id,
    ])
    for (const code_to_check of [used?.code, 'UNKNOWN', '', '  ', `' or true --`, 'ß', 'X'.repeat(10_000)]) {
      const { data } = await world.client().rpc('validate_invite_code', { code_to_check }).throwOnError()
      expect(data).toEqual([{ is_valid: false }])
    }
  })

  it('is limited by the address that the gateway sets, whatever the caller writes (D10)', async () => {
    const { code } = await createInviteCode(world)
    const ask = async (code_to_check: string, n: number) => {
      const forged = {
        'x-forwarded-for': `10.0.0.${n}`,
        'x-real-ip': `10.0.1.${n}`,
        'cf-connecting-ip': `10.0.2.${n}`,
      }
      return outcome(await world.client(undefined, forged).rpc('validate_invite_code', { code_to_check }))
    }
    const outcomes = await Promise.all(Array.from({ length: 15 }, (_, n) => ask(`GUESS-${n}`, n)))
    expect(outcomes.filter((one) => one === 1)).toHaveLength(10)
    expect(outcomes.filter((one) => one === 'rate_limited')).toHaveLength(5)
    expect(await ask(code, 99)).toBe('rate_limited')
    await world.sql(`update private.attempts set at = at - interval '1 minute'`)
    expect(await ask(code, 99)).toBe(1)
  })

  it('knows a caller by host, by IPv6 network, or as unknown', async () => {
    const rows = await world.sql(
      `select private.caller_of(address) as caller from unnest($1::text[]) with ordinality as a (address, n) order by n`,
      [['203.0.113.9', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9', 'not an address', null]],
    )
    expect(rows.map((row) => row.caller)).toEqual([
      '203.0.113.9',
      '2001:db8:1:2::/64',
      '2001:db8:1:2::/64',
      'unknown',
      'unknown',
    ])
  })
})
