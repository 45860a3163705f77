import { PostgrestClient } from '@supabase/postgrest-js'
import { placeholders } from './placeholders.ts'

// Replaces session, client and connection at build time.

/** Without anything that identifies the user. */
export type FirstRequest = { path: string; method: string; body?: string; headers: Record<string, string> }

const origin = 'http://origin.invalid'

export const env = { supabaseUrl: origin, anonKey: '' }

let requests: FirstRequest[] = []

/** Since the last call. */
export function takeRequests(): FirstRequest[] {
  const taken = requests
  requests = []
  return taken
}

export const supabase = new PostgrestClient(`${origin}/rest/v1`, {
  fetch: async (input, init) => {
    requests.push({
      path: String(input).slice(origin.length),
      method: init?.method ?? 'GET',
      ...(typeof init?.body === 'string' ? { body: init.body } : {}),
      headers: Object.fromEntries(new Headers(init?.headers)),
    })
    // Requests after a response depend on it.
    return new Response('{}', { status: 400 })
  },
})

export const storedSession = () => undefined

export const withSession = (send: typeof fetch) => send

let signedIn = false
export function setSignedIn(value: boolean) {
  signedIn = value
}
const user = { id: placeholders.user, email: '' }
export const useUser = () => user
export const useSession = () =>
  signedIn
    ? { status: 'signed-in', user, recovering: false, needsSecondFactor: false }
    : { status: 'signed-out', signedOutHere: false }
export const useSignOut = () => ({ mutateAsync: async () => undefined, isPending: false })
export const isOffline = () => false
export const onConnectionChange = () => () => undefined
