import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder `supabase/` of this repository. */
export const SUPABASE_DIR = dirname(dirname(fileURLToPath(import.meta.url)))
export const PROJECT_DIR = dirname(SUPABASE_DIR)
export const MIGRATIONS_DIR = join(SUPABASE_DIR, 'migrations')
export const SEED_FILES =
  'seed seed_deliveries seed_catalogue seed_log seed_notifications seed_referrals seed_invitations'
    .split(' ')
    .map((name) => join(SUPABASE_DIR, `${name}.sql`))
export const CONFIG_FILE = join(SUPABASE_DIR, 'config.toml')

/**
 * The folder for everything that lasts between two starts, in the account's folder for such data, because Vite could serve what is
 * inside the checkout. Each checkout has its own; one that was made anew at the same path starts afresh, as it lacks the earlier one's id.
 * Throws when neither the id can be read nor written.
 */
export function dataFolder(): string {
  const file = join(SUPABASE_DIR, '.checkout-id')
  if (!existsSync(file)) writeFileSync(file, randomUUID())
  const id = createHash('sha256').update(PROJECT_DIR).update(readFileSync(file)).digest('hex').slice(0, 8)
  return join(stateFolder(), 'guildhall', `${basename(PROJECT_DIR)}-${id}`)
}

function stateFolder(): string {
  const { XDG_STATE_HOME: chosen = '', LOCALAPPDATA: windows } = process.env
  // A relative one is to be ignored, by the XDG specification.
  return isAbsolute(chosen) ? chosen : (windows ?? join(homedir(), '.local', 'state'))
}
