import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Run, runBackend } from '../../backend/support/process.ts'
import type { Address, Query } from '../../db/support/world.ts'

/** What gets SIGKILL: all of Postgres, its first process alone, or the backend that serves it. */
export type Victim = 'postgres' | 'postmaster' | 'backend'

/** The embedded backend as a process of its own, on a folder that outlives it, with fsync on as in development. */
export type Host = {
  /** The gateway's address stays, the database's changes with each start. */
  address: Address & { jwt_secret: string }
  /** As superuser, who alone may terminate what the backend runs. */
  sql: Query
  /** Resolves once it is gone. */
  kill(victim: Victim): Promise<void>
  /** Kills one process of Postgres, which ends the others and recovers; resolves once it answers again. */
  crash(): Promise<void>
  /** Restarts it on the same folder and address; throws with its own message when it fails. */
  start(): Promise<void>
  close(): Promise<void>
}

const LONG = 'do $$ begin for i in 1..60000000 loop end loop; end $$'

// Not the query that ends only with the others, once Postgres has noticed.
const WAITING = 'select pg_sleep(60)'
const BUSY = `select pid from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid() and query <> '${WAITING}'
  order by backend_xid is null, xact_start is null, random() limit 1`

/** Starts a backend on a new folder. It sends no emails: there are hundreds of admins, and all are told of each report. */
export async function startHost(): Promise<Host> {
  const data = mkdtempSync(join(tmpdir(), 'guildhall-crashes-'))
  let running: { run: Run; address: Host['address']; pool: pg.Pool } | undefined
  let port = '0'
  const now = () => {
    if (!running) throw new Error('the backend is down')
    return running
  }

  async function start(): Promise<void> {
    const run = runBackend(['--empty', '--no-rate-limits', '--data', data, '--port', port, '--no-emails'])
    const line = await run.line
    if (line === undefined) throw new Error(run.stderr().trim())
    const address: Address = JSON.parse(line)
    const { jwt_secret, superuser_password } = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8'))
    port = new URL(address.url).port
    running = { run, address: { ...address, jwt_secret }, pool: superuser(address, superuser_password) }
  }

  async function kill(victim: Victim): Promise<void> {
    const { run, pool } = now()
    const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity')
    const postmaster = pidIn(join(data, 'database/postmaster.pid'))
    const victims = {
      postgres: [postmaster, ...rows.map(({ pid }) => pid)],
      postmaster: [postmaster],
      backend: [pidIn(join(data, 'lock'))],
    }
    if (victim === 'postmaster') {
      // Survives the first process for a moment, and holds the folder.
      pool.query(LONG).catch(() => undefined)
      await wait(100)
    }
    for (const pid of victims[victim]) killOutright(pid)
    await run.ended
    // Not awaited: the statement above may still run.
    void pool.end()
    running = undefined
  }

  async function crash(): Promise<void> {
    const { pool } = now()
    const ended = pool.query(WAITING).catch(() => undefined)
    const { rows } = await pool.query<{ pid: number }>(BUSY)
    killOutright(rows[0]?.pid ?? 0)
    await ended
    while (!(await pool.query('select').catch(() => undefined))) await wait(20)
  }

  await start()
  return {
    get address() {
      return now().address
    },
    sql: async <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => {
      const { pool, run } = now()
      try {
        return (await pool.query<T>(text, values)).rows
      } catch (error) {
        // Postgres ends with the backend, and fails first.
        await Promise.race([run.ended, wait(3000)])
        throw run.process.exitCode === null ? error : new Error(`the backend ended: ${run.stderr().trim()}`)
      }
    },
    kill,
    crash,
    start,
    close: async () => {
      if (running) {
        await running.pool.end()
        running.run.process.kill('SIGTERM')
        await running.run.ended
      }
      rmSync(data, { recursive: true, force: true })
    },
  }
}

function superuser({ db_url }: Address, password: string): pg.Pool {
  const url = new URL(db_url)
  url.username = 'supabase_admin'
  url.password = password
  const pool = new pg.Pool({ connectionString: url.href, max: 3 })
  // They are killed too.
  pool.on('error', () => undefined)
  pool.on('connect', (connection) => connection.on('error', () => undefined))
  return pool
}

function pidIn(file: string): number {
  return Number(readFileSync(file, 'utf8').split('\n')[0])
}

function killOutright(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
