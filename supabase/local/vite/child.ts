import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PROJECT_DIR, SUPABASE_DIR } from '../paths.ts'

export type BackendChild = { ready: Promise<URL>; stop(): Promise<void> }

/**
 * Runs the backend in a process of its own, which ends when this one does, however that happens.
 * `onFailure` is called when it ends by itself; its one sentence has then been printed.
 */
export function startBackendChild(siteUrl: string, data: string, onFailure: () => void): BackendChild {
  const cli = join(SUPABASE_DIR, 'local', 'cli.ts')
  // Set by the browser tests, which start fresh and leave nothing behind.
  const lasting = process.env.GUILDHALL_BACKEND === 'ephemeral' ? ['--ephemeral'] : []
  const flags = ['--port', '0', '--site-url', siteUrl, ...lasting, '--data', data]
  const child = spawn(process.execPath, ['--import', 'tsx', cli, ...flags], {
    cwd: PROJECT_DIR,
    // The channel closes when this process ends.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let stopping = false
  child.once('exit', () => {
    if (!stopping) onFailure()
  })
  return {
    ready: firstLine(child).then((line) => new URL(JSON.parse(line).url)),
    stop: () =>
      new Promise((resolve) => {
        stopping = true
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    if (child.stdout) createInterface({ input: child.stdout }).once('line', resolve)
  })
}
