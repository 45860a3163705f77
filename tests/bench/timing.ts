import pg from 'pg'
import type { Listing } from '../db/support/listing'
import { tokenFor } from '../db/support/people'
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
export async function measureSql(fixture: Fixture, statement: string, as?: string): Promise<Timed> {
  const client = new pg.Client({ connectionString: fixture.world.address.db_url })
  await client.connect()
  try {
    await client.query('begin')
    if (as) {
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: as })])
      await client.query('set local role authenticated')
    }
    return await timed(async () => {
      const { rows } = await client.query<Explained>(
        `explain (analyze, timing off, format json) ${statement}`,
      )
      const plan = rows[0]?.['QUERY PLAN'][0]
      return plan ? plan['Planning Time'] + plan['Execution Time'] : Number.NaN
    })
  } finally {
    await client.end()
  }
}

/** The time of a REST request of an admin until its whole response is read. Throws on an error. */
export function measureHttp({ world, admin }: Fixture, { path, body }: Listing): Promise<Timed> {
  const headers = {
    apikey: world.address.publishable_key,
    authorization: `Bearer ${tokenFor(admin, 3600)}`,
    'content-type': 'application/json',
  }
  const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  return timed(async () => {
    const start = performance.now()
    const response = await fetch(world.address.url + path, request)
    const body = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`)
    return performance.now() - start
  })
}
