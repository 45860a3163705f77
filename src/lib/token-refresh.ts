import { readClaims } from '@/lib/claims'

/** Answers another token of the same session's person in place of one that the server refused; nothing where there is none. */
type Renew = (refused: string) => Promise<string | undefined>

/**
 * `ask` for a session whose end only the server knows: this device's clock may be wrong. A refused token is renewed and
 * the request sent once more, which is safe for writes as well, because a refused one did nothing. Where there is no
 * session any more, the answer says so by its code (C7).
 */
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

/** A session that auth gave just now, with its end on the clock of this device, which is what it is compared with. */
async function byOwnClock(answer: Response): Promise<Response> {
  const session = await answer
    .clone()
    .json()
    .catch(() => undefined)
  if (!session?.expires_in) return answer
  session.expires_at = Math.floor(Date.now() / 1000) + session.expires_in
  return new Response(JSON.stringify(session), answer)
}
