import { PostgrestClient } from '@supabase/postgrest-js'
import type { Session, SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '@/lib/database.types'
import { env } from '@/lib/env'
import { isTransient, toNetworkError } from '@/lib/errors'
import { backendFetch, refreshingFetch } from '@/lib/fetch'
import { browserStorage } from '@/lib/storage'
import { sessionStorageKey } from '@/lib/storage-keys'

// Supabase's official packages (C2): tables and functions at once, with the stored token; the whole client when first needed.

type Client = SupabaseClient<Database>

/** Tables and functions. Calls end in `throwOnError()` (C6). */
export const supabase = new PostgrestClient<Database>(`${env.supabaseUrl}/rest/v1`, {
  schema: 'public',
  fetch: withSession(backendFetch),
})

let loading: Promise<Client> | undefined
const watchers: ((client: Client) => void)[] = []

/** Auth, storage and the live channel: 45 kB that the first page does without. Auth calls throw. Throws NetworkError if it cannot be loaded. */
export function loadClient(): Promise<Client> {
  loading ??= import('@supabase/supabase-js').then(
    ({ createClient }) => {
      const client: Client = createClient<Database>(env.supabaseUrl, env.anonKey, {
        auth: {
          storage: browserStorage,
          storageKey: sessionStorageKey,
          throwOnError: true,
          flowType: 'implicit',
          // entities/session handles links, and never silently replaces another user's session (D15).
          detectSessionInUrl: false,
        },
        global: { fetch: withSession(backendFetch) },
      })
      for (const watch of watchers) watch(client)
      return client
    },
    (error: unknown) => {
      loading = undefined
      throw toNetworkError(error)
    },
  )
  return loading
}

/** Calls `watch` with the client once anything loads it. */
export function onClientLoaded(watch: (client: Client) => void) {
  watchers.push(watch)
}

/** As auth-js stored it; possibly expired. */
export function storedSession(): Session | undefined {
  try {
    const stored: Session | null = JSON.parse(browserStorage.getItem(sessionStorageKey) ?? 'null')
    return stored?.access_token && stored.user.id ? stored : undefined
  } catch {
    return undefined
  }
}

/** False if auth-js would refresh it: within 90 seconds of its end. */
export const isCurrent = ({ expires_at = 0 }: Session) => expires_at * 1000 - Date.now() > 90_000

/** The token of the session, or the publishable key. Throws if an expired session cannot be refreshed now. */
async function accessToken(): Promise<string> {
  const stored = storedSession()
  if (!stored || isCurrent(stored)) return stored?.access_token ?? env.anonKey
  const { auth } = await loadClient()
  // The second call reads what another tab stored meanwhile; without that it fails as the first did.
  const { data } = await auth.getSession().catch(() => auth.getSession())
  return data.session?.access_token ?? env.anonKey
}

/** Sends requests with the key and the session's token, and repeats one whose token was refused with a new one. */
export function withSession(send: typeof fetch): typeof fetch {
  const refreshing = refreshingFetch(send, { renew: renewToken, learnFactor })
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('apikey', env.anonKey)
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${await accessToken()}`)
    return refreshing(input, { ...init, headers })
  }
}

/** A token that replaces `refused`: already refreshed, or a new one. Throws if auth is unreachable. */
async function renewToken(refused: string): Promise<string | undefined> {
  const stored = storedSession()
  if (stored?.access_token !== refused) return stored?.access_token
  try {
    const { auth } = await loadClient()
    return (await auth.refreshSession()).data.session?.access_token
  } catch (error) {
    if (isTransient(error)) throw error
    return undefined
  }
}

/** Refreshes a session that began before its account had a second factor, so that the code is asked for at once (D54). */
async function learnFactor(refused: string): Promise<void> {
  const isKnown = storedSession()?.user.factors?.some(({ status }) => status === 'verified')
  // Without auth, the refusal is shown.
  if (!isKnown) await renewToken(refused).catch(() => undefined)
}
