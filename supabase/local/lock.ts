import { execFileSync } from 'node:child_process'
import { readFileSync, unlinkSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { createFile } from './files.ts'

// A backend that is stopping still holds its folder for a moment.
const TIMEOUT_MS = 3000

/** Takes the lock file for this process; returns the id of the process that keeps holding it instead. */
export async function takeLock(file: string): Promise<number | undefined> {
  const deadline = Date.now() + TIMEOUT_MS
  while (!tryLock(file)) {
    const [pid, birth] = readQuietly(file).split('\n')
    // The id alone may have been reused since.
    if (!pid || birthOf(Number(pid)) !== birth) releaseLock(file)
    else if (Date.now() > deadline) return Number(pid)
    else await wait(100)
  }
  return undefined
}

export function releaseLock(file: string): void {
  try {
    unlinkSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** True while a process with this id exists. */
export function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function tryLock(file: string): boolean {
  try {
    // Created with its content: another start would take an empty file for a stale lock.
    createFile(file, `${process.pid}\n${birthOf(process.pid)}`)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** When a running process was started, in the format of the system. */
function birthOf(pid: number): string | undefined {
  if (!isRunning(pid)) return undefined
  const stat = readQuietly(`/proc/${pid}/stat`)
  if (stat) return stat.slice(stat.lastIndexOf(')')).split(' ')[20]
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

function readQuietly(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
