import { readClaims } from '@/lib/claims'

/** Returns another token of the same user for a refused one; undefined if there is none. */
type Renew = (refused: string) => Promise<string | undefined>

/**
 * The device's clock may be wrong: refreshes a refused token and repeats the request, also a write, as it did nothing.
 * `learnFactor` is called with a token that is refused because its account has a second factor (D54).
 */
export function tokenRefreshFetch(
  send: typeof fetch,
  renew: Renew,
  learnFactor: (refused: string) => Promise<unknown>,
): typeof fetch {
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
