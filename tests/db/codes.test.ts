import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { outcome, sqlOutcome, tried } from './support/outcome'
import { createActors, PASSWORD } from './support/people'
import { balanceOf, createInviteCode, createTokenCode, freshCode, revokeCode } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
// All tests share one client address.
beforeEach(() => world.sql('delete from private.attempts'))

/** Tries a code; returns the whole response. */
type Try = (code: string | null) => Promise<string>

type Misses = { used: string; revoked: string }

/** The hook of hosted Supabase, asked from one address. */
const hook =
  (ip_address: string): Try =>
  async (invite_code) => {
    const user = { email: 'nora@example.test', is_anonymous: false, user_metadata: { invite_code } }
    const [row] = await world.sql('select private.before_user_created($1) as verdict', [
      { metadata: { ip_address }, user },
    ])
    return JSON.stringify(row?.verdict)
  }

/** The invite view, a sign-up through auth, and the redeem screen. */
const tries: Record<'validate' | 'signUp' | 'hook', Try> = {
  validate: async (code_to_check) => {
    const { data, error, status } = await world.client().rpc('validate_invite_code', { code_to_check })
    return JSON.stringify([status, data, error?.message])
  },
  signUp: async (invite_code) => {
    const { error } = await world.client().auth.signUp({
      email: `${freshCode().toLowerCase()}@example.test`,
      password: PASSWORD,
      options: { data: { name: 'Nora Newcomer', phone: '1', invite_code } },
    })
    return JSON.stringify([error?.status, error?.code, error?.message])
  },
  hook: hook('203.0.113.7'),
}

const rows = () =>
  world.sql(`
    select kind, caller, count(*)::int as n from private.attempts where kind <> 'sign_up_code' group by kind, caller`)

/** D10: after nine misses, every kind of miss has the same response, stores the same rows, and has the same next response. */
async function missesAreAlike(attempt: Try, { used, revoked }: Misses): Promise<void> {
  const responses = new Map<string, string>()
  for (const code of [
    'UNKNOWN',
    used,
    ` ${used.toLowerCase()} `,
    revoked,
    '',
    'A\u200bB',
    'X'.repeat(5000),
    null,
  ]) {
    await world.sql('delete from private.attempts')
    const before = []
    for (let n = 0; n < 9; n++) before.push(await attempt(`GUESS-${n}`))
    const tenth = await attempt(code)
    const stored = await rows()
    const eleventh = await attempt('GUESS-AGAIN')
    // A response may not depend on the code.
    responses.set(String(code).slice(0, 20), JSON.stringify([before, tenth, stored, eleventh, await rows()]))
    expect(stored).toHaveLength(1)
    expect(stored[0]?.n).toBe(10)
    expect(eleventh).not.toBe(tenth)
  }
  expect([...new Set(responses.values())]).toHaveLength(1)
}

async function spentInvites(): Promise<Misses> {
  const [{ code: used }, { code: revoked }] = [await createInviteCode(world), await createInviteCode(world)]
  await world.sql('update invite_codes set uses = 1, used_at = now() where code = $1', [used])
  await revokeCode(world, 'invite_codes', revoked)
  return { used, revoked }
}

const miss = (caller: string) =>
  sqlOutcome(world.sql(`select private.check_invite_code('NO-SUCH-CODE', $1)`, [caller]))
const pass = (caller: string, time: string) =>
  world.sql('update private.attempts set at = at - $2::interval where caller = $1', [caller, time])
const stored = async (caller: string) =>
  (await world.sql('select from private.attempts where caller = $1', [caller])).length

it.each(['validate', 'signUp', 'hook'] as const)(
  'does not distinguish used, revoked, unknown and malformed invite codes: %s (D10)',
  async (path) => missesAreAlike(tries[path], await spentInvites()),
)

it('does not distinguish used, revoked, unknown and malformed token codes (D10)', async () => {
  const { people, owner, other } = await createActors(world)
  const [{ code: used }, { code: revoked }] = [await createTokenCode(world), await createTokenCode(world)]
  await other.rpc('redeem_code', { p_code: used }).throwOnError()
  await revokeCode(world, 'redeem_codes', revoked)
  const attempt: Try = async (p_code) => {
    const { data, error, status } = await owner.rpc('redeem_code', { p_code })
    return JSON.stringify([status, data, error?.message])
  }
  await missesAreAlike(attempt, { used, revoked })
  await world.sql('delete from private.attempts where caller = $1', [people.owner.id])
})

it('refuses the eleventh guess in a minute even if it is right, with the seconds to wait (D10)', async () => {
  const { people, owner, other } = await createActors(world)
  const { code } = await createTokenCode(world, 50)
  for (let n = 0; n < 10; n++) await owner.rpc('redeem_code', { p_code: `GUESS-${n}` }).throwOnError()
  const { error } = await owner.rpc('redeem_code', { p_code: code })
  expect(error).toMatchObject({ code: 'PT429', message: 'rate_limited' })
  expect(Number(error?.details)).toBeGreaterThan(0)
  expect(Number(error?.details)).toBeLessThanOrEqual(60)
  expect(await balanceOf(world, people.owner.id)).toBe(100)
  expect(outcome(await other.rpc('redeem_code', { p_code: code }))).toBe(1)
})

it('allows 50 misses a day, also while others miss and old rows are deleted (D10)', async () => {
  const [caller, other] = [randomUUID(), randomUUID()]
  await world.sql(
    `insert into private.attempts (kind, caller, at)
     select 'invite_code', $1, now() - interval '23 hours 50 minutes' from generate_series(1, 49)`,
    [caller],
  )
  expect(await miss(other)).toBe('done')
  expect(await miss(caller)).toBe('done')
  expect(await miss(caller)).toBe('rate_limited')
  await pass(caller, '20 minutes')
  expect(await miss(caller)).toBe('done')
  expect(await stored(caller)).toBe(2)
})

it('keeps at most 50 rows of a caller, for a day (D10)', async () => {
  const [caller, other] = [randomUUID(), randomUUID()]
  for (let minute = 0; minute < 7; minute++) {
    for (let n = 0; n < 12; n++) await miss(caller)
    expect(await stored(caller)).toBe(Math.min(10 * (minute + 1), 50))
    await pass(caller, '1 minute')
  }
  // Older than those of the caller, and too many for one sweep.
  await world.sql(
    `insert into private.attempts (kind, caller, at)
     select 'invite_code', 'old ' || n, now() - interval '9 days' from generate_series(1, 250) as n`,
  )
  await pass(caller, '1 day')
  expect(await miss(caller)).toBe('done')
  expect(await stored(caller)).toBe(1)
  for (let n = 0; n < 3; n++) await miss(other)
  expect(await world.sql(`select from private.attempts where at < now() - interval '1 day'`)).toEqual([])
})

it('takes the last hop of a request for its caller: the others are its own word (D10)', async () => {
  const callerOf = async (headers: object) => {
    let caller: unknown
    await world.undone(async (sql) => {
      await sql(`select set_config('request.headers', $1, true)`, [JSON.stringify(headers)])
      caller = (await sql('select private.caller_address() as caller'))[0]?.caller
    })
    return caller
  }
  const real = '203.0.113.9'
  for (const hops of [
    real,
    `198.51.100.1, ${real}`,
    `198.51.100.1,198.51.100.2,  ${real} `,
    `unknown, ${real}`,
  ]) {
    expect(await callerOf({ 'x-forwarded-for': hops })).toBe(real)
  }
  const forwarded = { 'x-forwarded-for': '198.51.100.1, 198.51.100.2' }
  expect(await callerOf({ ...forwarded, 'x-real-ip': real })).toBe(real)
  expect(await callerOf({ ...forwarded, 'x-real-ip': '198.51.100.3', 'cf-connecting-ip': real })).toBe(real)
  expect(await callerOf({})).toBe('unknown')
})

it('counts a sign-up apart from the form: anybody may write its address (D10)', async () => {
  const signUp = hook('127.0.0.1')
  for (let n = 0; n < 10; n++) expect(await signUp(`GUESS-${n}`)).toContain('422')
  expect(await signUp('GUESS-AGAIN')).toMatch(/Too many tries\. Wait \d+ seconds, then try again\..*429/)
  expect(await tries.signUp('GUESS-AGAIN')).toMatch(/429.*Too many tries/)
  expect(await tries.validate('GUESS-AGAIN')).not.toContain('429')
})

it('counts a sign-up by its code as well, whatever address it claims, and no other code (D10, D42)', async () => {
  const { code: bound } = await createInviteCode(world)
  await world.sql(`update public.invite_codes set email = 'ann@example.test' where code = $1`, [bound])
  const { code: open } = await createInviteCode(world)
  const claim = (n: number, code: string) => hook(`198.51.100.${n}`)(code)
  for (let n = 0; n < 10; n++)
    expect(await claim(n, n % 2 ? bound : ` ${bound.toLowerCase()}`)).toContain('422')
  expect(await claim(10, bound)).toContain('429')
  expect(await claim(11, open)).toBe('{}')
  const stored = await world.sql<{ caller: string }>('select caller from private.attempts')
  expect(JSON.stringify(stored)).not.toContain(bound)
})

it('redeems once by one request id, however often it is sent, for its member alone, and counts no miss (D41)', async () => {
  const { people, owner, other } = await createActors(world)
  const [{ code }, { code: second }] = [await createTokenCode(world, 50), await createTokenCode(world, 5)]
  const p_request_id = randomUUID()
  const redeem = async (client: typeof owner, p_code: string) => {
    const { data, error } = await client.rpc('redeem_code', { p_code, p_request_id })
    return error?.message ?? data
  }
  const success = [{ ok: true, token_value: 50, balance: 150 }]
  expect(await redeem(owner, code)).toEqual(success)
  expect(await redeem(owner, ` ${code.toLowerCase()} `)).toEqual(success)
  expect(await redeem(owner, second)).toBe('request_id_reused')
  expect(await redeem(other, code)).toEqual([{ ok: null, token_value: null, balance: null }])
  expect(await redeem(other, second)).toEqual([{ ok: true, token_value: 5, balance: 105 }])
  expect(await balanceOf(world, people.owner.id)).toBe(150)
  const misses = `select from private.attempts where caller = $1`
  expect(await world.sql(misses, [people.owner.id])).toHaveLength(0)
  expect(await world.sql(misses, [people.other.id])).toHaveLength(1)
})

it('lets no request undo the count of a miss (D10)', async () => {
  const { owner } = await createActors(world)
  const { code } = await createTokenCode(world, 50)
  const { code: invite } = await createInviteCode(world)
  for (const code_to_check of [invite, 'UNKNOWN-CODE']) {
    const read = await world.client().rpc('validate_invite_code', { code_to_check }, { get: true })
    expect(outcome(read)).toBe('25006')
  }
  expect(outcome(await owner.rpc('redeem_code', { p_code: code }, { get: true }))).toBe('25006')

  // No filter of the REST layer can tell a hit from a miss and so fail, and roll back, on a miss only.
  const columns = { validate_invite_code: ['is_valid'], redeem_code: ['ok', 'token_value', 'balance'] }
  const filters = [`= 'true'`, `< '1'`, 'is true', 'is unknown', `like '%'`, `~ '.'`, `is distinct from '1'`]
  await world.undone(async (sql) => {
    for (const [name, fields] of Object.entries(columns)) {
      for (const field of fields) {
        for (const filter of filters) {
          const refusal = await tried(sql, `select from public.${name}('X') where ${field} ${filter}`)
          expect(['42883', '42804']).toContain(refusal)
        }
      }
    }
    const seen = await sql(`
      select distinct v is null as a, v -> 0 is null as b, v ->> 'a' is null as c, to_tsvector(v)::text as d
      from unnest(array['true', 'false', 'null', '50']::json[]) as v`)
    expect(seen).toHaveLength(1)
  })
})

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
