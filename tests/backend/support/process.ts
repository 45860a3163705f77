import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { PROJECT_DIR } from '../../../supabase/local/paths.ts'

export type Run = {
  process: ChildProcess
  /** The first line on stdout, or undefined when the process ended without one. */
  line: Promise<string | undefined>
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  stdout(): string
  stderr(): string
}

/** Runs `npm run backend` with these arguments, and with `env` besides the usual environment. */
export function runBackend(args: string[], env: NodeJS.ProcessEnv = {}): Run {
  const process = spawn('npm', ['run', '--silent', 'backend', '--', ...args], {
    cwd: PROJECT_DIR,
    env: { ...globalThis.process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  process.stderr?.on('data', (chunk: Buffer) => {
    // npm's warnings about its own configuration are not the backend's.
    stderr += chunk.toString().replace(/^npm warn .*\n/gm, '')
  })
  const ended = new Promise<Awaited<Run['ended']>>((resolve) => {
    process.once('close', (code, signal) => resolve({ code, signal }))
  })
  const line = new Promise<string | undefined>((resolve) => {
    process.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      if (stdout.includes('\n')) resolve(stdout.split('\n')[0])
    })
    ended.then(() => resolve(undefined))
  })
  return { process, line, ended, stdout: () => stdout, stderr: () => stderr }
}

/** True while a process with this id exists. */
export function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The backend that started this Postgres. */
export function parentOf(postgres: number): number {
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(postgres)], { encoding: 'utf8' }))
}
