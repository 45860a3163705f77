import { z } from 'zod'
import { runScript, supabase } from './script.ts'

const advice = z.array(z.object({ level: z.string(), name: z.string(), detail: z.string() }))

// These have no search_path, so that Postgres can inline them (P7); they run as their caller and qualify or bind every name.
const accepted =
  /^Function `(public\.(customer|benefit|related_order|redeemer)|private\.is_(open|fulfilled))` has a role mutable search_path/

// Supabase's own security and performance lints on the migrations; a warning fails.
await runScript(({ db_url }) => {
  const text = supabase(['db', 'advisors', `--remote=${db_url}`, '--level', 'info', '--fail-on', 'none'])
  const found = advice.parse(JSON.parse(text)).filter(({ detail }) => !accepted.test(detail))
  for (const { level, name, detail } of found) console.log(`${level} ${name}: ${detail}`)
  const count = (wanted: string) => found.filter(({ level }) => level === wanted).length
  console.log(`${count('ERROR')} errors, ${count('WARN')} warnings, ${count('INFO')} notes`)
  if (count('ERROR') + count('WARN') > 0) process.exitCode = 1
})
