import { writeAuthTemplates } from './auth/templates.ts'
import { type Backend, startBackend } from './backend.ts'
import { reason, StartFailure } from './failure.ts'
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
