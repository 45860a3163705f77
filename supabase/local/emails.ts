import { writeAuthTemplates } from './auth/templates.ts'
import { readSettings } from './settings.ts'

// npm run emails: writes the two templates of auth, which `supabase config push` uploads.
await writeAuthTemplates(readSettings())
