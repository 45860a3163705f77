import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder `supabase/` of this repository. */
export const SUPABASE_DIR = dirname(dirname(fileURLToPath(import.meta.url)))
export const PROJECT_DIR = dirname(SUPABASE_DIR)
export const MIGRATIONS_DIR = join(SUPABASE_DIR, 'migrations')
export const SEED_FILES = [
  'seed.sql',
  'seed_deliveries.sql',
  'seed_catalogue.sql',
  'seed_log.sql',
  'seed_notifications.sql',
  'seed_referrals.sql',
  'seed_invitations.sql',
].map((file) => join(SUPABASE_DIR, file))
export const CONFIG_FILE = join(SUPABASE_DIR, 'config.toml')
/** Ignored by git; holds everything that lasts between two starts. */
export const DATA_DIR = join(SUPABASE_DIR, '.local')
