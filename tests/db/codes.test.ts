import { beforeEach, expect, it } from 'vitest'
import { missesCannotBeUndone } from './probes/codes'
import { createActors } from './support/people'
import { createInviteCode, createTokenCode, freshCode } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
// All tests share one client address.
beforeEach(() => world.sql('delete from private.attempts'))

it('lets no request undo the count of a miss (D10)', () => missesCannotBeUndone(world))

it('accepts short codes, spaces and any alphabet, and ignores case (D10)', async () => {
  const { owner, admin } = await createActors(world)
  const end = freshCode()
  for (const [typed, stored, sent] of [
    [`ab cd ${end}`, `AB CD ${end}`, ` Ab cD ${end.toLowerCase()} `],
    [`straße ${end}`, `STRASSE ${end}`, `Straße ${end}`],
    [`${end} ÉTÉ`, `${end} ÉTÉ`, `${end} été`],
    [`лето ${end}`, `ЛЕТО ${end}`, `Лето ${end}`],
    [`50%, "${end}"`, `50%, "${end}"`, `50%, "${end.toLowerCase()}"`],
  ] as const) {
    const created = admin.from('redeem_codes').insert({ code: typed, token_value: 1 }).select('code')
    expect((await created.throwOnError()).data).toEqual([{ code: stored }])
    const redeemed = await owner.rpc('redeem_code', { p_code: sent }).throwOnError()
    expect(redeemed.data).toMatchObject([{ ok: true }])
  }
})

it('rejects a full-width or Cyrillic look-alike of a token code (D10)', async () => {
  const { owner } = await createActors(world)
  const { code } = await createTokenCode(world)
  for (const p_code of [code.replace('C', '\uff23'), code.replace('C', '\u0421')]) {
    const { data } = await owner.rpc('redeem_code', { p_code }).throwOnError()
    expect(data).toMatchObject([{ ok: null }])
  }
})

it('validates an invite code in any spelling without using it up or counting a guess (D10)', async () => {
  const { code } = await createInviteCode(world)
  for (const code_to_check of [code, `\t${code.toLowerCase()}\n`, `\u3000${code}\u00a0`]) {
    const { data } = await world.client().rpc('validate_invite_code', { code_to_check }).throwOnError()
    expect(data).toEqual([{ is_valid: true }])
  }
  const used = await world.sql('select is_used from invite_codes where code = $1', [code])
  expect(used).toEqual([{ is_used: false }])
  expect(await world.sql('select from private.attempts')).toEqual([])
})

it('identifies a caller by IPv4 address or IPv6 network, and any other as unknown', async () => {
  const addresses = ['203.0.113.9', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9', 'not an address', null]
  const rows = await world.sql(
    'select private.caller_of(address) as caller from unnest($1::text[]) with ordinality as a (address, n) order by n',
    [addresses],
  )
  const network = '2001:db8:1:2::/64'
  expect(rows.map(({ caller }) => caller)).toEqual(['203.0.113.9', network, network, 'unknown', 'unknown'])
})
