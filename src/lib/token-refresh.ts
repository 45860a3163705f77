import { readClaims } from '@/lib/claims'

/** Returns another token of the same user for a refused one; undefined if there is none. */
type Renew = (refused: string) => Promise<string | undefined>

/** The device's clock may be wrong: refreshes a refused token and repeats the request, also a write, as it did nothing. */
export function tokenRefreshFetch(send: typeof fetch, renew: Renew): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    if (String(input).includes('/auth/v1/')) return withLocalExpiry(response)
    if (response.status !== 401) return response
    const headers = new Headers(init?.headers)
    const refused = headers.get('authorization')?.replace('Bearer ', '') ?? ''
    const userId = readClaims(refused)?.sub
    const token = userId && (await renew(refused))
    if (!token || readClaims(token)?.sub !== userId) {
      return Response.json({ code: 'PT401', message: 'session_ended' }, { status: 401 })
    }
    headers.set('authorization', `Bearer ${token}`)
    return send(input, { ...init, headers })
  }
}

/** Sets the expiry by this device's clock, which it is compared with. */
async function withLocalExpiry(response: Response): Promise<Response> {
  const session = await response
    .clone()
    .json()
    .catch(() => undefined)
  if (!session?.expires_in) return response
  session.expires_at = Math.floor(Date.now() / 1000) + session.expires_in
  return new Response(JSON.stringify(session), response)
}
