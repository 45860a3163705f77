import pg from 'pg'

/** Opens a pool. A session that ends, idle or in use, fails only the next statement on it. */
export function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options)
  pool.on('error', () => undefined)
  // Without a listener it would end this process.
  pool.on('connect', (session) => session.on('error', () => undefined))
  return pool
}
