import type { Pool } from 'pg'

const PATH = '/inbox/due'

/** POST /inbox/due?minutes=11 does what will be due then, for tests, which cannot wait for it. */
export function openDue(pool: Pool) {
  return async (request: Request): Promise<Response | undefined> => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== PATH || request.method !== 'POST') return undefined
    const minutes = Number(searchParams.get('minutes'))
    // After one that is running, instead of not at all.
    await pool.query(
      `select private.run_due(now() + $1 * interval '1 minute')
      from pg_advisory_xact_lock(hashtextextended('private.run_due', 0))`,
      [minutes],
    )
    return new Response(null, { status: 204 })
  }
}
