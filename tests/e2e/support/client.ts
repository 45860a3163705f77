import { createClient, type Session } from '@supabase/supabase-js'
import ws from 'ws'
import type { Database } from '../../../src/lib/database.types.ts'
import { PUBLISHABLE_KEY } from '../../../supabase/local/keys.ts'
import { admin } from './people.ts'

type Login = { email: string; password: string }

/** A client of the product that is not signed in. */
export function anonymousClient(url: string) {
  return createClient<Database>(url, PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket of its own.
    realtime: { transport: ws as unknown as typeof WebSocket },
  })
}

/** A signed-in client; throws if the sign-in fails. */
export async function clientOf(url: string, who: Login) {
  const client = anonymousClient(url)
  const { data, error } = await client.auth.signInWithPassword(who)
  if (error) throw error
  return { client, id: data.user.id, session: data.session }
}

const adminClients = new Map<string, ReturnType<typeof clientOf>>()

/** The client of the demo admin, signed in once per worker. */
export function adminClient(url: string) {
  const client = adminClients.get(url) ?? clientOf(url, admin)
  adminClients.set(url, client)
  return client
}

/** The storage of a browser context whose pages are signed in. */
export function storageState(origin: string, session: Session) {
  const localStorage = [{ name: 'guildhall-session', value: JSON.stringify(session) }]
  return { cookies: [], origins: [{ origin, localStorage }] }
}
