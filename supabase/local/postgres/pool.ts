import pg from 'pg'

/** Sessions for whoever asks. One that ends, idle or in use, is told to the next statement on it and to nobody else. */
export function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options)
  pool.on('error', () => undefined)
  // Unheard, it would end this process.
  pool.on('connect', (session) => session.on('error', () => undefined))
  return pool
}
