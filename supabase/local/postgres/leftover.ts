import { existsSync, readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const WAIT_MS = 10_000

/**
 * Waits for a Postgres whose backend was killed to end, and removes the pid file of one that has ended:
 * after a restart of a container its id often belongs to another process, and Postgres would refuse to start.
 */
export async function clearLeftover(database: string): Promise<void> {
  const pidFile = join(database, 'postmaster.pid')
  if (!existsSync(pidFile) || !existsSync('/proc/self/cmdline')) return
  const pid = readFileSync(pidFile, 'utf8').split('\n')[0]
  const deadline = Date.now() + WAIT_MS
  while (isPostgresOn(database, pid)) {
    if (Date.now() > deadline) return
    await wait(50)
  }
  if (existsSync(pidFile)) unlinkSync(pidFile)
}

function isPostgresOn(database: string, pid: string | undefined): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(database)
  } catch {
    return false
  }
}
