import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { reason, StartFailure } from './failure.ts'

const WAIT_FOR_LOCK_MS = 3000

/** Where one backend keeps its data, taken by `claimFolders` and given back by `release`. */
export type Folders = {
  root: string
  database: string
  storage: string
  ephemeral: boolean
  release(): void
}

/**
 * Takes the data folder for this process.
 * Throws StartFailure when another backend holds it or it cannot be written.
 */
export async function claimFolders(ephemeral: boolean, dataDir: string): Promise<Folders> {
  const root = ephemeral ? mkdtempSync(join(tmpdir(), 'guildhall-backend-')) : resolve(dataDir)
  const lock = join(root, 'lock')
  try {
    mkdirSync(root, { recursive: true })
    // The account Postgres runs as must be able to walk through, see account.ts.
    if (ephemeral) chmodSync(root, 0o755)
    await takeLock(lock, root)
    mkdirSync(join(root, 'storage'), { recursive: true })
  } catch (error) {
    if (error instanceof StartFailure) throw error
    throw new StartFailure(`The data folder ${root} cannot be used: ${reason(error)}.`)
  }
  return {
    root,
    database: join(root, 'database'),
    storage: join(root, 'storage'),
    ephemeral,
    release: () => (ephemeral ? rmSync(root, { recursive: true, force: true }) : unlinkQuietly(lock)),
  }
}

async function takeLock(lock: string, root: string): Promise<void> {
  // A backend that was just told to stop still holds the folder for a moment.
  const patience = Date.now() + WAIT_FOR_LOCK_MS
  while (!tryLock(lock)) {
    const holder = Number(readQuietly(lock))
    if (!isRunning(holder)) unlinkQuietly(lock)
    else if (Date.now() < patience) await wait(100)
    else {
      throw new StartFailure(
        `Another backend (process ${holder}) already uses the data folder ${root}; stop it, or start this one with --ephemeral.`,
      )
    }
  }
}

function tryLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** True while a process with this id exists. */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function readQuietly(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function unlinkQuietly(file: string): void {
  try {
    unlinkSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
