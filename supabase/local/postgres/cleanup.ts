import { spawn } from 'node:child_process'
import { existsSync, readFileSync, unlinkSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

// Reads until the other end is closed, which also happens when this process is killed outright.
const SCRIPT = `
cat > /dev/null
kill -INT "$1" 2> /dev/null
while kill -0 "$1" 2> /dev/null; do sleep 0.1; done
[ -z "$2" ] || rm -rf "$2"
`

/**
 * Makes sure Postgres never outlives this process, not even after SIGKILL.
 * `remove` is deleted afterwards. Returns a function that ends the watchdog.
 */
export function watchPostgres(postgresPid: number, remove: string | undefined): () => void {
  if (platform() === 'win32') return () => undefined
  const watchdog = spawn('sh', ['-c', SCRIPT, 'watchdog', String(postgresPid), remove ?? ''], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.unref()
  return () => void watchdog.kill('SIGKILL')
}

const WAIT_MS = 5000

/**
 * Waits for a Postgres whose backend is stopping or was killed, and removes the pid file of one that has ended:
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
