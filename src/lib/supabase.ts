import { createClient } from '@supabase/supabase-js'
import type { Database } from '@/lib/database.types'
import { env } from '@/lib/env'

/** The key under which this browser keeps the session. */
export const sessionStorageKey = 'guildhall-session'

/** The one client of the app (C2). Auth calls throw their errors; table calls end in `throwOnError()` (C6). */
export const supabase = createClient<Database>(env.supabaseUrl, env.anonKey, {
  auth: {
    storageKey: sessionStorageKey,
    throwOnError: true,
    flowType: 'implicit',
    // A link's session is taken by entities/mail-link, which never replaces somebody else's unasked (D15).
    detectSessionInUrl: false,
  },
})
