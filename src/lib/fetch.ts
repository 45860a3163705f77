import { readClaims } from '@/lib/claims'
import { setOffline } from '@/lib/connection'
import { NetworkError, toNetworkError } from '@/lib/errors'

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

/** Unused prefetched responses are stale after this, as all that is read. */
const maxAgeMs = 30_000
const timeoutMs = 60_000

/** There is no response, or none that can be the backend's. Its code keeps postgrest-js from retrying for seven seconds. */
export class InvalidResponseError extends NetworkError {
  readonly code = 'ABORT_ERR'
}

/**
 * `fetch` for the backend. Uses prefetched responses (P3), tracks the connection, and takes a page of a captive portal, half a
 * body or a missing count for no response (D28). Rejects with NetworkError, or with the reason of an aborted signal.
 */
export async function backendFetch(...[input, init = {}]: Parameters<typeof fetch>): Promise<Response> {
  const prefetched = takePrefetched(input, init)
  const response = await (prefetched?.catch(() => request(input, init)) ?? request(input, init))
  const { status, statusText, headers, ok } = response
  const counts = new Headers(init.headers).get('prefer')?.includes('count=exact')
  if (ok && counts && !/\/\d+$/.test(headers.get('content-range') ?? ''))
    throw new InvalidResponseError('The response has no count')
  if (init.method === 'HEAD' || status === 204) return response
  const text = await response.text().catch((error: unknown) => {
    throw toNetworkError(error)
  })
  const same = { status, statusText, headers }
  if (isJson(text)) return new Response(text, same)
  // A failing gateway may have forwarded the request.
  if (!ok) return Response.json(status >= 500 ? { code: 'unreachable' } : {}, { status, statusText })
  if (text !== '' || (init.method ?? 'GET') === 'GET')
    throw new InvalidResponseError('The response is not that of the backend')
  return new Response(text, same)
}

/** Each is used once, and only with the same authorization. */
function takePrefetched(input: RequestInfo | URL, { method = 'GET', headers, body }: RequestInit) {
  const { authorization, responses } = window.prefetched ?? {}
  const key = `${method}${String(input)}${typeof body === 'string' ? body : ''}`
  if (performance.now() > maxAgeMs || new Headers(headers).get('authorization') !== authorization)
    return undefined
  const response = responses?.get(key)
  responses?.delete(key)
  return response
}

/** `navigator.onLine` is no proof: offline, a server on the same machine still responds. */
async function request(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const wasOffline = !navigator.onLine
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  try {
    const response = await fetch(input, { ...init, signal })
    if (wasOffline) setOffline(false)
    return response
  } catch (error) {
    if (init.signal?.aborted) throw error
    if (timeout.aborted) throw new InvalidResponseError('No response in time', { cause: error })
    if (!wasOffline || navigator.onLine) throw toNetworkError(error)
    setOffline(true)
    throw new InvalidResponseError('No network', { cause: error })
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

type Refresh = {
  /** Returns another token of the same user for a refused one; undefined if there is none. */
  renew: (refused: string) => Promise<string | undefined>
  /** Called with a token that is refused because its account has a second factor (D54). */
  learnFactor: (refused: string) => Promise<unknown>
}

/** The device's clock may be wrong: refreshes a refused token and repeats the request, also a write, as it did nothing. */
export function refreshingFetch(send: typeof fetch, { renew, learnFactor }: Refresh): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    const url = String(input)
    if (url.includes('/auth/v1/')) return forAuth(response, url.includes('grant_type=refresh_token'))
    if (response.status !== 401 && response.status !== 403) return response
    const headers = new Headers(init?.headers)
    const refused = headers.get('authorization')?.replace('Bearer ', '') ?? ''
    if (response.status === 403) {
      if ((await bodyOf(response))?.message === 'second_factor_required') await learnFactor(refused)
      return response
    }
    const userId = readClaims(refused)?.sub
    const token = userId && (await renew(refused))
    if (!token || readClaims(token)?.sub !== userId) {
      return Response.json({ code: 'PT401', message: 'session_ended' }, { status: 401 })
    }
    headers.set('authorization', `Bearer ${token}`)
    return send(input, { ...init, headers })
  }
}

/**
 * Sets the expiry by this device's clock, which it is compared with. auth-js ends the session after any 4xx of a refresh, and
 * retries after a 503: only a refusal with a code of auth ends it, and no rate limit, which colleagues share (D50).
 */
async function forAuth(response: Response, isRefresh: boolean): Promise<Response> {
  const body = await bodyOf(response)
  if (body?.expires_in) {
    body.expires_at = Math.floor(Date.now() / 1000) + body.expires_in
    return new Response(JSON.stringify(body), response)
  }
  const isFinal = /^4(?!29)/.test(String(response.status)) && (body?.error_code ?? body?.code)
  return !isRefresh || isFinal ? response : Response.json(body ?? {}, { status: 503 })
}

const bodyOf = (response: Response) =>
  response
    .clone()
    .json()
    .catch(() => undefined)
