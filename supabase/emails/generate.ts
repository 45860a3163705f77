import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SUPABASE_DIR } from '../local/paths.ts'
import { emailFiles } from './files.tsx'

// npm run emails [-- --check]: writes the emails of auth and of the function send-mail, or checks that they are current.
for (const [path, text] of Object.entries(emailFiles())) {
  const file = join(SUPABASE_DIR, path)
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`supabase/${path} does not match supabase/emails; run "npm run emails".`)
    process.exitCode = 1
  }
}
