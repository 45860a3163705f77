import { existsSync, readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const WAIT_MS = 10_000

/**
 * Waits for a Postgres whose backend was killed to end, and removes the note of one that is long gone:
 * after a restart of a container its number often belongs to somebody else, and Postgres would refuse to start.
 */
export async function clearLeftover(database: string): Promise<void> {
  const note = join(database, 'postmaster.pid')
  if (!existsSync(note) || !existsSync('/proc/self/cmdline')) return
  const pid = readFileSync(note, 'utf8').split('\n')[0]
  const deadline = Date.now() + WAIT_MS
  while (isPostgresOn(database, pid)) {
    if (Date.now() > deadline) return
    await wait(50)
  }
  if (existsSync(note)) unlinkSync(note)
}

function isPostgresOn(database: string, pid: string | undefined): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(database)
  } catch {
    return false
  }
}
