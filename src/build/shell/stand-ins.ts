import { PostgrestClient } from '@supabase/postgrest-js'

// What the dashboard imports of a browser, for drawing its first state where there is none.

/** One request of the page, without what tells who asks. */
export type FirstRequest = { path: string; method: string; body?: string; headers: Record<string, string> }

const origin = 'http://origin.invalid'

/** Stands where the id of whoever is signed in belongs. */
export const anybody = '00000000-0000-0000-0000-000000000000'

/** What was asked of the server. */
export const requests: FirstRequest[] = []

export const supabase = new PostgrestClient(`${origin}/rest/v1`, {
  fetch: async (input, init) => {
    requests.push({
      path: String(input).slice(origin.length),
      method: init?.method ?? 'GET',
      ...(typeof init?.body === 'string' ? { body: init.body } : {}),
      headers: Object.fromEntries(new Headers(init?.headers)),
    })
    return new Response('[]', { headers: { 'content-type': 'application/json' } })
  },
})

export const useUser = () => ({ id: anybody, email: '' })
export const useSignOut = () => ({ mutateAsync: async () => undefined, isPending: false })
export const isOffline = () => false
export const onConnectionChange = () => () => undefined
