import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { reason, StartFailure } from './failure.ts'
import { releaseLock, takeLock } from './lock.ts'

/** Where one backend keeps its data, taken by `claimFolders` and released by `release`. */
export type Folders = {
  root: string
  database: string
  storage: string
  ephemeral: boolean
  release(): void
}

/**
 * Takes the data folder for this process; an ephemeral one begins as a copy of `template`, with its owners and rights.
 * Throws StartFailure when another backend holds it or it cannot be written.
 */
export async function claimFolders(ephemeral: boolean, dataDir: string, template?: string): Promise<Folders> {
  const root = ephemeral ? mkdtempSync(join(tmpdir(), 'guildhall-backend-')) : resolve(dataDir)
  if (ephemeral && template) execFileSync('cp', ['-a', `${template}/.`, root])
  const lock = join(root, 'lock')
  const storage = join(root, 'storage')
  const holder = await prepare(root, lock, storage, ephemeral)
  if (holder !== undefined) {
    throw new StartFailure(
      `Another backend (process ${holder}) already uses the data folder ${root}; stop it, or start this one with --ephemeral.`,
    )
  }
  const release = () => (ephemeral ? rmSync(root, { recursive: true, force: true }) : releaseLock(lock))
  return { root, database: join(root, 'database'), storage, ephemeral, release }
}

async function prepare(
  root: string,
  lock: string,
  storage: string,
  ephemeral: boolean,
): Promise<number | undefined> {
  try {
    mkdirSync(root, { recursive: true })
    // Under root, the account that Postgres runs as must be able to traverse it (account.ts).
    if (ephemeral) chmodSync(root, 0o755)
    const holder = await takeLock(lock)
    if (holder !== undefined) return holder
    mkdirSync(storage, { recursive: true })
    return undefined
  } catch (error) {
    throw new StartFailure(
      `The data folder ${root} cannot be used: ${reason(error)}; XDG_STATE_HOME can name another place for it.`,
    )
  }
}
