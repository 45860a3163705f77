import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '@/lib/database.types'
import { env } from '@/lib/env'
import { isTransient } from '@/lib/errors'
import { browserStorage } from '@/lib/storage'
import { sessionStorageKey } from '@/lib/storage-keys'
import { tokenRefreshFetch } from '@/lib/token-refresh'
import { validatedFetch } from '@/lib/validated-fetch'

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

/** What the app uses of the client, which is what the stand-ins of lib/supabase-lazy offer (decision 10). */
type Used = Pick<Client, 'from' | 'rpc' | 'channel' | 'removeChannel'> & {
  auth: Pick<Client['auth'], AuthCalls>
  storage: { from(name: string): Pick<Bucket, 'upload' | 'remove' | 'getPublicUrl'> }
}

/** The one client of the app (C2). Auth calls throw their errors; table calls end in `throwOnError()` (C6). */
export const supabase: Used = createClient<Database>(env.supabaseUrl, env.anonKey, {
  auth: {
    storage: browserStorage,
    storageKey: sessionStorageKey,
    throwOnError: true,
    flowType: 'implicit',
    // A link's session is taken by entities/mail-link, which never replaces somebody else's unasked (D15).
    detectSessionInUrl: false,
  },
  global: { fetch: tokenRefreshFetch(validatedFetch, renew) },
})

/** A token in place of `refused`: one that was renewed meanwhile, or a new one. Throws where auth is out of reach. */
async function renew(refused: string): Promise<string | undefined> {
  try {
    const { session } = (await supabase.auth.getSession()).data
    if (session?.access_token !== refused) return session?.access_token
    // Auth believes this device's clock: noted as ended, the session is renewed, or dropped where it cannot be.
    browserStorage.setItem(sessionStorageKey, JSON.stringify({ ...session, expires_at: 1 }))
    return (await supabase.auth.getSession()).data.session?.access_token
  } catch (error) {
    if (isTransient(error)) throw error
    return undefined
  }
}
