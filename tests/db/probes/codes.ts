import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { outcome, tried } from '../support/outcome'
import { createActors } from '../support/people'
import { balanceOf, createInviteCode, createTokenCode } from '../support/rows'
import type { World } from '../support/world'

/** D41: one request id is one redemption, however often it is sent; it is private to its member and never a miss. */
export async function redemptionIsIdempotent(world: World): Promise<void> {
  const { people, owner, other } = await createActors(world)
  const [{ code }, { code: second }] = [await createTokenCode(world, 50), await createTokenCode(world, 5)]
  const p_request_id = randomUUID()
  const redeem = async (client: typeof owner, p_code: string) => {
    const { data, error } = await client.rpc('redeem_code', { p_code, p_request_id })
    return error?.message ?? data
  }
  const success = [{ ok: true, token_value: 50, balance: 150 }]
  let retry: ReturnType<typeof redeem> | undefined
  await world.commits(async (sql) => {
    await sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: people.owner.id })])
    await sql('select redeem_code($1, $2)', [code, p_request_id])
    const [session] = await sql('select pg_backend_pid() as pid')
    retry = redeem(owner, code)
    const waiting = 'select from pg_stat_activity where $1::int = any (pg_blocking_pids(pid))'
    while ((await world.sql(waiting, [session?.pid])).length === 0) await setTimeout(20)
  })
  expect(await retry).toEqual(success)
  expect(await redeem(owner, ` ${code.toLowerCase()} `)).toEqual(success)
  expect(await redeem(owner, second)).toBe('request_id_reused')
  expect(await redeem(other, code)).toEqual([{ ok: null, token_value: null, balance: null }])
  expect(await redeem(other, second)).toEqual([{ ok: true, token_value: 5, balance: 105 }])
  expect(await balanceOf(world, people.owner.id)).toBe(150)
  const misses = `select from private.attempts where caller = $1`
  expect(await world.sql(misses, [people.owner.id])).toHaveLength(0)
  expect(await world.sql(misses, [people.other.id])).toHaveLength(1)
}

/** D10: a guess that leaves no count behind learns nothing: not by GET, not by a request that fails on a miss. */
export async function missesCannotBeUndone(world: World): Promise<void> {
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
}
