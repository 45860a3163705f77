import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { outcome, sqlOutcome } from '../support/outcome'
import { createActors, PASSWORD } from '../support/people'
import { balanceOf, createInviteCode, createTokenCode, freshCode, revokeCode } from '../support/rows'
import type { World } from '../support/world'

/** Tries a code; returns the whole response. */
type Try = (code: string | null) => Promise<string>

type Misses = { used: string; revoked: string }

const HOOK_CALLER = '203.0.113.7'

/** The hook of hosted Supabase, asked from one address. */
export const hook =
  (world: World, ip_address = HOOK_CALLER): Try =>
  async (invite_code) => {
    const user = { email: 'nora@example.test', is_anonymous: false, user_metadata: { invite_code } }
    const [row] = await world.sql('select private.before_user_created($1) as verdict', [
      { metadata: { ip_address }, user },
    ])
    return JSON.stringify(row?.verdict)
  }

/** The invite view, a sign-up through auth, and the redeem screen. */
export const tries = {
  validate:
    (world: World): Try =>
    async (code_to_check) => {
      const { data, error, status } = await world.client().rpc('validate_invite_code', { code_to_check })
      return JSON.stringify([status, data, error?.message])
    },
  signUp:
    (world: World): Try =>
    async (invite_code) => {
      const { error } = await world.client().auth.signUp({
        email: `${freshCode().toLowerCase()}@example.test`,
        password: PASSWORD,
        options: { data: { name: 'Nora Newcomer', phone: '1', invite_code } },
      })
      return JSON.stringify([error?.status, error?.code, error?.message])
    },
}

const rows = (world: World) =>
  world.sql(`
    select kind, caller, count(*)::int as n from private.attempts where kind <> 'sign_up_code' group by kind, caller`)

/** D10: after nine misses, every kind of miss has the same response, stores the same rows, and has the same next response. */
export async function missesAreAlike(world: World, attempt: Try, { used, revoked }: Misses): Promise<void> {
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
    const stored = await rows(world)
    const eleventh = await attempt('GUESS-AGAIN')
    // A response may not depend on the code.
    responses.set(
      String(code).slice(0, 20),
      JSON.stringify([before, tenth, stored, eleventh, await rows(world)]),
    )
    expect(stored).toHaveLength(1)
    expect(stored[0]?.n).toBe(10)
    expect(eleventh).not.toBe(tenth)
  }
  expect([...new Set(responses.values())]).toHaveLength(1)
}

export async function spentInvites(world: World): Promise<Misses> {
  const [{ code: used }, { code: revoked }] = [await createInviteCode(world), await createInviteCode(world)]
  await world.sql('update invite_codes set uses = 1, used_at = now() where code = $1', [used])
  await revokeCode(world, 'invite_codes', revoked)
  return { used, revoked }
}

export async function missesOfTheHookAreAlike(world: World): Promise<void> {
  await missesAreAlike(world, hook(world), await spentInvites(world))
}

/** D10: a token code that was used or revoked is a miss like one that there never was. */
export async function missesOfMembersAreAlike(world: World): Promise<void> {
  const { people, owner, other } = await createActors(world)
  const [{ code: used }, { code: revoked }] = [await createTokenCode(world), await createTokenCode(world)]
  await other.rpc('redeem_code', { p_code: used }).throwOnError()
  await revokeCode(world, 'redeem_codes', revoked)
  const attempt: Try = async (p_code) => {
    const { data, error, status } = await owner.rpc('redeem_code', { p_code })
    return JSON.stringify([status, data, error?.message])
  }
  await missesAreAlike(world, attempt, { used, revoked })
  await world.sql('delete from private.attempts where caller = $1', [people.owner.id])
}

/** D10: the eleventh guess in a minute is refused even if it is right, with the seconds to wait. */
export async function aRefusalSaysHowLongToWait(world: World): Promise<void> {
  const { people, owner, other } = await createActors(world)
  const { code } = await createTokenCode(world, 50)
  for (let n = 0; n < 10; n++) await owner.rpc('redeem_code', { p_code: `GUESS-${n}` }).throwOnError()
  const { error } = await owner.rpc('redeem_code', { p_code: code })
  expect(error).toMatchObject({ code: 'PT429', message: 'rate_limited' })
  expect(Number(error?.details)).toBeGreaterThan(0)
  expect(Number(error?.details)).toBeLessThanOrEqual(60)
  expect(await balanceOf(world, people.owner.id)).toBe(100)
  expect(outcome(await other.rpc('redeem_code', { p_code: code }))).toBe(1)
}

const miss = (world: World, caller: string) =>
  sqlOutcome(world.sql(`select private.check_invite_code('NO-SUCH-CODE', $1)`, [caller]))
const pass = (world: World, caller: string, time: string) =>
  world.sql('update private.attempts set at = at - $2::interval where caller = $1', [caller, time])
const stored = async (world: World, caller: string) =>
  (await world.sql('select from private.attempts where caller = $1', [caller])).length

/** D10: 50 misses a day, also while others miss and old rows are deleted. */
export async function limitsMissesPerDay(world: World): Promise<void> {
  const [caller, other] = [randomUUID(), randomUUID()]
  await world.sql(
    `insert into private.attempts (kind, caller, at)
     select 'invite_code', $1, now() - interval '23 hours 50 minutes' from generate_series(1, 49)`,
    [caller],
  )
  expect(await miss(world, other)).toBe('done')
  expect(await miss(world, caller)).toBe('done')
  expect(await miss(world, caller)).toBe('rate_limited')
  await pass(world, caller, '20 minutes')
  expect(await miss(world, caller)).toBe('done')
  expect(await stored(world, caller)).toBe(2)
}

/** Storage: a caller has at most 50 rows of a kind after any attempts, and rows older than a day are deleted. */
export async function rowsAreBounded(world: World): Promise<void> {
  const [caller, other] = [randomUUID(), randomUUID()]
  for (let minute = 0; minute < 7; minute++) {
    for (let n = 0; n < 12; n++) await miss(world, caller)
    expect(await stored(world, caller)).toBe(Math.min(10 * (minute + 1), 50))
    await pass(world, caller, '1 minute')
  }
  // Older than those of the caller, and too many for one sweep.
  await world.sql(
    `insert into private.attempts (kind, caller, at)
     select 'invite_code', 'old ' || n, now() - interval '9 days' from generate_series(1, 250) as n`,
  )
  await pass(world, caller, '1 day')
  expect(await miss(world, caller)).toBe('done')
  expect(await stored(world, caller)).toBe(1)
  for (let n = 0; n < 3; n++) await miss(world, other)
  expect(await world.sql(`select from private.attempts where at < now() - interval '1 day'`)).toEqual([])
}

/** D10: of the hops that a request went through, only the last is not the caller's own word. */
export async function callerIsTheLastHop(world: World): Promise<void> {
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
}
