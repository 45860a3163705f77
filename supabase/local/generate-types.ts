import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartFailure } from './failure.ts'
import { supabase } from './official-cli.ts'
import { PROJECT_DIR } from './paths.ts'
import { runScript } from './script.ts'

const FILE = join(PROJECT_DIR, 'src/lib/database.types.ts')

// Writes the types that the app reads the database with; with --check only says whether they are current.
await runScript(({ db_url }) => {
  const types = supabase(['gen', 'types', `--remote=${db_url}`, '--schema', 'public'])
  if (!process.argv.includes('--check')) writeFileSync(FILE, types)
  else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== types) {
    throw new StartFailure('src/lib/database.types.ts is not what the migrations make; run "npm run types".')
  }
})
