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

/** What the replacements in lib/supabase-lazy implement. */
type Used = Pick<Client, 'from' | 'rpc' | 'channel' | 'removeChannel'> & {
  auth: Pick<Client['auth'], AuthCalls>
  storage: { from(name: string): Pick<Bucket, 'upload' | 'remove' | 'getPublicUrl'> }
}

/** The only client (C2). Auth calls throw; table calls end in `throwOnError()` (C6). */
export const supabase: Used = createClient<Database>(env.supabaseUrl, env.anonKey, {
  auth: {
    storage: browserStorage,
    storageKey: sessionStorageKey,
    throwOnError: true,
    flowType: 'implicit',
    // entities/session handles links, and never silently replaces another user's session (D15).
    detectSessionInUrl: false,
  },
  global: { fetch: withTokenRefresh(validatedFetch) },
})

/** For requests outside the client: repeats a request whose token was refused, with a new one. */
export function withTokenRefresh(send: typeof fetch): typeof fetch {
  return tokenRefreshFetch(send, renew, learnFactor)
}

/** A token that replaces `refused`: already refreshed, or a new one. Throws if auth is unreachable. */
async function renew(refused: string): Promise<string | undefined> {
  try {
    const { session } = (await supabase.auth.getSession()).data
    if (session?.access_token !== refused) return session?.access_token
    // auth-js trusts the device's clock: marked as expired, the session is refreshed or dropped.
    browserStorage.setItem(sessionStorageKey, JSON.stringify({ ...session, expires_at: 1 }))
    return (await supabase.auth.getSession()).data.session?.access_token
  } catch (error) {
    if (isTransient(error)) throw error
    return undefined
  }
}

/** Refreshes a session that began before its account had a second factor, so that the code is asked for at once (D54). */
async function learnFactor(refused: string): Promise<void> {
  const { session } = (await supabase.auth.getSession()).data
  const isKnown = session?.user.factors?.some(({ status }) => status === 'verified')
  // Without auth, the refusal is shown.
  if (!isKnown) await renew(refused).catch(() => undefined)
}
