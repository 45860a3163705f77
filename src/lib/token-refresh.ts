import { readClaims } from '@/lib/claims'

/** Returns another token of the same user for a refused one; undefined if there is none. */
type Renew = (refused: string) => Promise<string | undefined>

/** The device's clock may be wrong: refreshes a refused token and repeats the request, also a write, as it did nothing. */
export function tokenRefreshFetch(ask: typeof fetch, renew: Renew): typeof fetch {
  return async (input, init) => {
    const answer = await ask(input, init)
    if (String(input).includes('/auth/v1/')) return byOwnClock(answer)
    if (answer.status !== 401) return answer
    const headers = new Headers(init?.headers)
    const refused = headers.get('authorization')?.replace('Bearer ', '') ?? ''
    const person = readClaims(refused)?.sub
    const token = person && (await renew(refused))
    if (!token || readClaims(token)?.sub !== person) {
      return Response.json({ code: 'PT401', message: 'session_ended' }, { status: 401 })
    }
    headers.set('authorization', `Bearer ${token}`)
    return ask(input, { ...init, headers })
  }
}

/** With the expiry by this device's clock, which it is compared with. */
async function byOwnClock(answer: Response): Promise<Response> {
  const session = await answer
    .clone()
    .json()
    .catch(() => undefined)
  if (!session?.expires_in) return answer
  session.expires_at = Math.floor(Date.now() / 1000) + session.expires_in
  return new Response(JSON.stringify(session), answer)
}
