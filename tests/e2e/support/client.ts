import { createClient, type Session } from '@supabase/supabase-js'
import ws from 'ws'
import type { Database } from '../../../src/lib/database.types.ts'
import { PUBLISHABLE_KEY } from '../../../supabase/local/keys.ts'
import { origin } from './address.ts'
import { admin } from './people.ts'

type Login = { email: string; password: string }

/** A client of the product that is not signed in. */
export function anonymousClient() {
  return createClient<Database>(origin, PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket of its own.
    realtime: { transport: ws as unknown as typeof WebSocket },
  })
}

/** A signed-in client; throws if the sign-in fails. */
export async function clientOf(who: Login) {
  const client = anonymousClient()
  const { data, error } = await client.auth.signInWithPassword(who)
  if (error) throw error
  return { client, id: data.user.id, session: data.session }
}

let ofAdmin: ReturnType<typeof clientOf> | undefined

/** The client of the demo admin, signed in once per worker. */
export function adminClient() {
  ofAdmin ??= clientOf(admin)
  return ofAdmin
}

/** The storage of a browser context whose pages are signed in. */
export function storageState(session: Session) {
  const localStorage = [{ name: 'guildhall-session', value: JSON.stringify(session) }]
  return { cookies: [], origins: [{ origin, localStorage }] }
}
