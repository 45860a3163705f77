import { createClient, type Session } from '@supabase/supabase-js'
import ws from 'ws'
import type { Database } from '../../../src/lib/database.types.ts'
import { PUBLISHABLE_KEY } from '../../../supabase/local/keys.ts'
import { admin } from './people.ts'

type Login = { email: string; password: string }

/** A client that talks to the product as a browser would, signed in as nobody yet. */
export function anonymousClient(url: string) {
  return createClient<Database>(url, PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket of its own.
    realtime: { transport: ws as unknown as typeof WebSocket },
  })
}

/** A client that is signed in as somebody, beside the browser; throws if auth refuses. */
export async function clientOf(url: string, who: Login) {
  const client = anonymousClient(url)
  const { data, error } = await client.auth.signInWithPassword(who)
  if (error) throw error
  return { client, id: data.user.id, session: data.session }
}

const offices = new Map<string, ReturnType<typeof clientOf>>()

/** The client of an admin of the demo data, who signs in once for all that the tests of a worker prepare. */
export function officeOf(url: string) {
  const office = offices.get(url) ?? clientOf(url, admin)
  offices.set(url, office)
  return office
}

/** What a browser keeps of a session: open a context with it, and its pages are signed in. */
export function storageState(origin: string, session: Session) {
  const localStorage = [{ name: 'guildhall-session', value: JSON.stringify(session) }]
  return { cookies: [], origins: [{ origin, localStorage }] }
}
