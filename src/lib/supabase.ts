import { createClient } from '@supabase/supabase-js'
import type { Database } from '@/lib/database.types'
import { env } from '@/lib/env'
import { paths } from '@/lib/paths'

/** The key under which this browser keeps the session. */
export const sessionStorageKey = 'guildhall-session'

/** Only the two landing places of the mails may take a session from the URL's fragment (D15). */
const landingPlaces: string[] = [paths.dashboard, paths.authCallback]

/** The one client of the app (C2). Auth calls throw their errors; table calls end in `throwOnError()` (C6). */
export const supabase = createClient<Database>(env.supabaseUrl, env.anonKey, {
  auth: {
    storageKey: sessionStorageKey,
    throwOnError: true,
    flowType: 'implicit',
    detectSessionInUrl: (url, params) =>
      landingPlaces.includes(url.pathname) && Boolean(params.access_token || params.error_description),
  },
})
