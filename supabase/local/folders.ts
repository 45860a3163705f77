import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { reason, StartFailure } from './failure.ts'

/** Where one backend keeps its data; `remove` deletes that of an ephemeral one. */
export type Folders = {
  root: string
  database: string
  storage: string
  ephemeral: boolean
  remove(): void
}

/**
 * Makes the data folder; an ephemeral one begins as a copy of `template`, with its owners and rights.
 * Throws StartFailure when it cannot be written.
 */
export function openFolders(ephemeral: boolean, dataDir: string, template?: string): Folders {
  const root = ephemeral ? mkdtempSync(join(tmpdir(), 'guildhall-backend-')) : resolve(dataDir)
  if (ephemeral && template) execFileSync('cp', ['-a', `${template}/.`, root])
  const storage = join(root, 'storage')
  try {
    mkdirSync(storage, { recursive: true })
    // Under root, the account that Postgres runs as must be able to traverse it (account.ts).
    if (ephemeral) chmodSync(root, 0o755)
  } catch (error) {
    throw new StartFailure(
      `The data folder ${root} cannot be used: ${reason(error)}; XDG_STATE_HOME can name another place for it.`,
    )
  }
  const remove = () => ephemeral && rmSync(root, { recursive: true, force: true })
  return { root, database: join(root, 'database'), storage, ephemeral, remove }
}
