import { spawnSync } from 'node:child_process'
import { writeAuthTemplates } from './auth/templates.ts'
import { type Backend, startBackend } from './backend.ts'
import { reason, StartFailure } from './failure.ts'
import { PROJECT_DIR } from './paths.ts'
import { readSettings } from './settings.ts'

/** Runs `work` against a fresh, empty backend and ends the process: 0, or 1 after one sentence on stderr. */
export async function runScript(work: (backend: Backend) => Promise<void> | void): Promise<never> {
  let backend: Backend | undefined
  try {
    // Without them the official CLI refuses config.toml.
    await writeAuthTemplates(readSettings())
    backend = await startBackend({ ephemeral: true, empty: true })
    await work(backend)
    await backend.stop()
    process.exit()
  } catch (error) {
    await backend?.stop()
    process.stderr.write(`${error instanceof StartFailure ? error.message : reason(error)}\n`)
    process.exit(1)
  }
}

// Fetched when needed: it weighs 140 MB and the app does not depend on it.
const PACKAGE = 'supabase@3.1.0'

/** Runs the official Supabase CLI; `echo` shows its output as it comes. Throws StartFailure with its last line of output. */
export function supabase(args: string[], { echo = false } = {}): string {
  const { status, stdout, stderr, error } = spawnSync('npx', ['--yes', PACKAGE, ...args], {
    cwd: PROJECT_DIR,
    encoding: 'utf8',
    env: { ...process.env, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1', PGSSLMODE: 'disable' },
    maxBuffer: 16 * 1024 * 1024,
    shell: process.platform === 'win32',
    stdio: ['ignore', echo ? 'inherit' : 'pipe', echo ? 'inherit' : 'pipe'],
  })
  if (status === 0) return stdout ?? ''
  const words = error ? reason(error) : stderr?.trim().split('\n').at(-1)
  throw new StartFailure(`"supabase ${args[0]} ${args[1]}" failed${words ? `: ${words}` : ''}`)
}
