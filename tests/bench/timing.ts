import { withClient } from '../../supabase/local/postgres/pool.ts'
import type { Fixture } from './world'

const ROUNDS = 9

/** Of several times in milliseconds the median, which is reported, and the best, which is judged as the machine may be busy. */
export type Timed = { median: number; best: number }

async function timed(measure: () => Promise<number>): Promise<Timed> {
  const times: number[] = []
  // The first one fills caches.
  await measure()
  for (let round = 0; round < ROUNDS; round++) times.push(await measure())
  times.sort((a, b) => a - b)
  return { median: times[Math.floor(ROUNDS / 2)] ?? 0, best: times[0] ?? 0 }
}

type Explained = { 'QUERY PLAN': [{ 'Planning Time': number; 'Execution Time': number }] }

/** The time of a statement in the database, including planning, as the owner or as a client. */
export function measureSql(fixture: Fixture, statement: string, as?: string): Promise<Timed> {
  return withClient(fixture.world.address.db_url, async (client) => {
    await client.query('begin')
    if (as) {
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: as })])
      await client.query('set local role authenticated')
    }
    return timed(async () => {
      const { rows } = await client.query<Explained>(
        `explain (analyze, timing off, format json) ${statement}`,
      )
      const plan = rows[0]?.['QUERY PLAN'][0]
      return plan ? plan['Planning Time'] + plan['Execution Time'] : Number.NaN
    })
  })
}
