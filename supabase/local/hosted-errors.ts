import { PUBLISHABLE_KEY, SECRET_KEY } from './keys.ts'

const TIMEOUT = 'canceling statement due to statement timeout'

/** The response of hosted REST where lite reports an internal error (code 'SUP', status 500). */
export async function toHostedError(response: Response): Promise<Response> {
  const { headers, status } = response
  if (status !== 500) return response
  const { code, message = '' } = await bodyOf(response.clone())
  if (code !== 'SUP') return response
  const constraint = /new row for relation .* violates check constraint .*/.exec(message)?.[0]
  if (constraint) return refusal('23514', constraint, 400, headers)
  if (message.endsWith(TIMEOUT)) return refusal('57014', TIMEOUT, 500, headers)
  // Too deeply nested to traverse.
  if (message.startsWith('RangeError')) return refusal('PGRST102', 'Empty or invalid json', 400, headers)
  return response
}

/** The refusal of a bearer that is neither a key nor a signed token, which lite's REST treats as anonymous. */
export function unsignedToken(request: Request): Response | undefined {
  const [, bearer] = /^bearer (.*)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (bearer === undefined || !new URL(request.url).pathname.startsWith('/rest/v1/')) return undefined
  if (bearer === PUBLISHABLE_KEY || bearer === SECRET_KEY) return undefined
  const parts = bearer.split('.').filter((part) => part !== '').length
  return parts === 3 ? undefined : refusal('PGRST301', `Expected 3 parts in JWT; got ${parts}`, 401)
}

async function bodyOf(response: Response): Promise<{ code?: string; message?: string }> {
  return response.json().catch(() => ({}))
}

function refusal(code: string, message: string, status = 400, headers = new Headers()): Response {
  const left = new Headers(headers)
  left.delete('content-length')
  return Response.json({ code, details: null, hint: null, message }, { status, headers: left })
}
