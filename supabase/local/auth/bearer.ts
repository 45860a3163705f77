import { PUBLISHABLE_KEY } from '../keys.ts'
import type { Secrets } from '../secrets.ts'

/** The refusal of a bearer that is neither a key nor a signed token, which lite's REST treats as anonymous. */
export function unsignedToken(request: Request, { secret_key }: Secrets): Response | undefined {
  const [, bearer] = /^bearer (.*)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (bearer === undefined || !new URL(request.url).pathname.startsWith('/rest/v1/')) return undefined
  if (bearer === PUBLISHABLE_KEY || bearer === secret_key) return undefined
  const parts = bearer.split('.').filter((part) => part !== '').length
  if (parts === 3) return undefined
  const message = `Expected 3 parts in JWT; got ${parts}`
  return Response.json({ code: 'PGRST301', details: null, hint: null, message }, { status: 401 })
}
