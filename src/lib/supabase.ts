import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '@/lib/database.types'
import { earlyFetch } from '@/lib/early'
import { env } from '@/lib/env'
import { sessionStorageKey } from '@/lib/storage-keys'

type Client = SupabaseClient<Database>
type Bucket = ReturnType<Client['storage']['from']>
type AuthCalls =
  | 'getSession'
  | 'getUser'
  | 'onAuthStateChange'
  | 'signInWithPassword'
  | 'signUp'
  | 'signOut'
  | 'setSession'
  | 'verifyOtp'
  | 'resend'
  | 'updateUser'
  | 'resetPasswordForEmail'

/** What the app uses of the client, which is what the stand-ins of lib/supabase-later offer (decision 10). */
type Used = Pick<Client, 'from' | 'rpc' | 'channel' | 'removeChannel'> & {
  auth: Pick<Client['auth'], AuthCalls>
  storage: { from(name: string): Pick<Bucket, 'upload' | 'remove' | 'getPublicUrl'> }
}

/** The one client of the app (C2). Auth calls throw their errors; table calls end in `throwOnError()` (C6). */
export const supabase: Used = createClient<Database>(env.supabaseUrl, env.anonKey, {
  auth: {
    storageKey: sessionStorageKey,
    throwOnError: true,
    flowType: 'implicit',
    // A link's session is taken by entities/mail-link, which never replaces somebody else's unasked (D15).
    detectSessionInUrl: false,
  },
  global: { fetch: earlyFetch },
})
