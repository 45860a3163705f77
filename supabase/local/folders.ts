import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { reason, StartFailure } from './failure.ts'

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
export function claimFolders(ephemeral: boolean, dataDir: string): Folders {
  const root = ephemeral ? mkdtempSync(join(tmpdir(), 'guildhall-backend-')) : resolve(dataDir)
  const lock = join(root, 'lock')
  try {
    mkdirSync(root, { recursive: true })
    // The account Postgres runs as must be able to walk through, see account.ts.
    if (ephemeral) chmodSync(root, 0o755)
    takeLock(lock, root)
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

function takeLock(lock: string, root: string): void {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = Number(readFileSync(lock, 'utf8'))
    if (isRunning(holder)) {
      throw new StartFailure(
        `Another backend (process ${holder}) already uses the data folder ${root}; stop it, or start this one with --ephemeral.`,
      )
    }
    unlinkQuietly(lock)
    takeLock(lock, root)
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

function unlinkQuietly(file: string): void {
  try {
    unlinkSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
