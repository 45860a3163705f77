import { connectionAwareFetch } from '@/lib/connection'

/** What the document requested before the app's code was loaded, by method, URL and body. */
export type Prefetched = {
  authorization: string
  responses: Map<string, Promise<Response>>
  /** Known before the app's code is loaded; the document then loads the code for admins (D11). */
  isAdmin?: boolean
}

declare global {
  interface Window {
    prefetched?: Prefetched
  }
}

/** Unused responses are stale after this. */
const maxAgeMs = 10_000

/** `fetch` that uses prefetched responses (P3): each once, and only with the same authorization. */
export function prefetchedFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const [input, init] = request
  const { prefetched } = window
  const key = `${init?.method ?? 'GET'}${String(input)}${typeof init?.body === 'string' ? init.body : ''}`
  const response = prefetched?.responses.get(key)
  if (!response || performance.now() > maxAgeMs) return connectionAwareFetch(...request)
  if (new Headers(init?.headers).get('authorization') !== prefetched?.authorization)
    return connectionAwareFetch(...request)
  prefetched?.responses.delete(key)
  return response.catch(() => connectionAwareFetch(...request))
}
