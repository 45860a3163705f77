import { spawn } from 'node:child_process'
import { platform } from 'node:os'

// Reads until the other end is closed, which also happens when this process is killed outright.
const SCRIPT = `
cat > /dev/null
kill -INT "$1" 2> /dev/null
while kill -0 "$1" 2> /dev/null; do sleep 0.1; done
[ -z "$2" ] || rm -rf "$2"
`

/**
 * Makes sure Postgres never outlives this process, not even after SIGKILL.
 * `remove` is deleted afterwards. Returns a function that calls the watchdog off.
 */
export function watch(postgresPid: number, remove: string | undefined): () => void {
  if (platform() === 'win32') return () => undefined
  const dog = spawn('sh', ['-c', SCRIPT, 'watchdog', String(postgresPid), remove ?? ''], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  dog.unref()
  return () => void dog.kill('SIGKILL')
}
