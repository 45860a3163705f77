import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartFailure } from './failure.ts'
import { PROJECT_DIR } from './paths.ts'
import { runScript, supabase } from './script.ts'

const FILE = 'src/lib/database.types.ts'

// types.ts [--check]: writes the types of the migrations' interface, or checks that they are current.
await runScript(({ db_url }) => {
  const generated = supabase(['gen', 'types', `--remote=${db_url}`, '--schema', 'public'])
  // Without the helpers below the schema, which nothing uses.
  const text = generated.slice(0, generated.indexOf('\ntype DatabaseWithoutInternals'))
  const path = join(PROJECT_DIR, FILE)
  if (!process.argv.includes('--check')) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text)
    throw new StartFailure(`${FILE} does not match the migrations; run "npm run types".`)
})
