import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Backend } from './backend.ts'
import { StartFailure } from './failure.ts'
import { supabase } from './official-cli.ts'
import { PROJECT_DIR } from './paths.ts'
import { runScript } from './script.ts'

type Generated = { file: string; text(backend: Backend): string | Promise<string> }

const GENERATED: Record<string, Generated> = {
  types: {
    file: 'src/lib/database.types.ts',
    text: ({ db_url }) => supabase(['gen', 'types', `--remote=${db_url}`, '--schema', 'public']),
  },
}

// generate.ts types [--check]: writes these files from the migrations, or checks that they are current.
const names = Object.keys(GENERATED).filter((name) => process.argv.includes(name))
const check = process.argv.includes('--check')

await runScript(async (backend) => {
  for (const name of names) {
    const { file, text } = GENERATED[name] as Generated
    const path = join(PROJECT_DIR, file)
    const current = await text(backend)
    if (!check) writeFileSync(path, current)
    else if (!existsSync(path) || readFileSync(path, 'utf8') !== current) {
      throw new StartFailure(`${file} does not match the migrations; run "npm run ${name}".`)
    }
  }
})
