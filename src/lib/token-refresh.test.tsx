import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { tokenRefreshFetch } from './token-refresh'

const token = (sub: string, signature: string) => `head.${btoa(JSON.stringify({ sub }))}.${signature}`
const url = 'http://localhost/rest/v1/orders'
const authUrl = 'http://localhost/auth/v1/token'

/** Serves a table that accepts one token only; records the bodies. */
function serve(valid: string) {
  const bodies: string[] = []
  server.use(
    http.post(url, async ({ request }) => {
      bodies.push(await request.text())
      return request.headers.get('authorization') === `Bearer ${valid}`
        ? HttpResponse.json({ ok: true })
        : HttpResponse.json({ code: 'PGRST303', message: 'JWT expired' }, { status: 401 })
    }),
  )
  return bodies
}

const send = (renew: (refused: string) => Promise<string | undefined>, sent: string) => {
  const headers = { authorization: `Bearer ${sent}` }
  return tokenRefreshFetch(fetch, renew, vi.fn())(url, { method: 'POST', body: 'an order', headers })
}

it('repeats a refused request with a renewed token', async () => {
  const bodies = serve(token('mia', 'new'))
  const renew = vi.fn(async () => token('mia', 'new'))
  const response = await send(renew, token('mia', 'old'))
  expect(await response.json()).toEqual({ ok: true })
  expect(bodies).toEqual(['an order', 'an order'])
  expect(renew).toHaveBeenCalledExactlyOnceWith(token('mia', 'old'))
})

it('sends a request with a valid token once', async () => {
  const bodies = serve(token('mia', 'valid'))
  const renew = vi.fn()
  await send(renew, token('mia', 'valid'))
  expect(bodies).toHaveLength(1)
  expect(renew).not.toHaveBeenCalled()
})

it.each([
  ['no one is signed in any more', token('mia', 'old'), undefined],
  ['another user has signed in', token('mia', 'old'), token('nora', 'valid')],
  ['it was sent without a session', 'the publishable key', token('nora', 'valid')],
])('reports that the session has ended when %s', async (_case, sent, renewed) => {
  const bodies = serve(token('nora', 'valid'))
  const response = await send(async () => renewed, sent)
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual({ code: 'PT401', message: 'session_ended' })
  expect(bodies).toHaveLength(1)
})

it('throws what auth throws when it is unreachable', async () => {
  serve('')
  const error = new TypeError('Failed to fetch')
  await expect(send(() => Promise.reject(error), token('mia', 'old'))).rejects.toBe(error)
})

it("sets the expiry of a new session by this device's clock", async () => {
  const now = Math.floor(Date.now() / 1000)
  const session = { access_token: 'a', expires_in: 3600, expires_at: now - 3600 }
  server.use(http.post(authUrl, () => HttpResponse.json(session)))
  const response = await tokenRefreshFetch(fetch, vi.fn(), vi.fn())(authUrl, { method: 'POST' })
  const { expires_at } = await response.json()
  expect(expires_at - now).toBeGreaterThanOrEqual(3600)
  expect(expires_at - now).toBeLessThan(3610)
})

it('does not renew a token for auth', async () => {
  server.use(http.post(authUrl, () => HttpResponse.json({ code: 'bad_jwt' }, { status: 401 })))
  const renew = vi.fn()
  const response = await tokenRefreshFetch(fetch, renew, vi.fn())(authUrl, { method: 'POST' })
  expect(await response.json()).toEqual({ code: 'bad_jwt' })
  expect(renew).not.toHaveBeenCalled()
})

it.each([
  ['a rate limit', 429, { code: 'over_request_rate_limit', message: 'Request rate limit reached' }, 503],
  ['a server error', 507, { code: 'unexpected_failure', message: 'full' }, 503],
  ['a proxy on the way', 403, {}, 503],
  ['the page of a network', 200, { message: 'Welcome to the hotel' }, 503],
  ['the end of the session', 400, { code: 'refresh_token_not_found', message: 'Not found' }, 400],
])(
  'answers a refresh that meets %s (%i) so that auth-js keeps the session unless it is lost (D50)',
  async (_case, status, body, seen) => {
    server.use(http.post(authUrl, () => HttpResponse.json(body, { status })))
    const request = (grant: string) =>
      tokenRefreshFetch(fetch, vi.fn(), vi.fn())(`${authUrl}?grant_type=${grant}`, { method: 'POST' })
    expect((await request('refresh_token')).status).toBe(seen)
    expect((await request('password')).status).toBe(status)
  },
)
