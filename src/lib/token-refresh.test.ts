import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { tokenRefreshFetch } from './token-refresh'

const token = (sub: string, mark: string) => `head.${btoa(JSON.stringify({ sub }))}.${mark}`
const address = 'http://localhost/rest/v1/orders'

/** A server that takes one token only, and notes what was asked of it. */
function serve(good: string) {
  const asked: string[] = []
  server.use(
    http.post(address, async ({ request }) => {
      asked.push(await request.text())
      return request.headers.get('authorization') === `Bearer ${good}`
        ? HttpResponse.json({ ok: true })
        : HttpResponse.json({ code: 'PGRST303', message: 'JWT expired' }, { status: 401 })
    }),
  )
  return asked
}

const send = (renew: (refused: string) => Promise<string | undefined>, sent: string) =>
  tokenRefreshFetch(fetch, renew)(address, {
    method: 'POST',
    body: 'an order',
    headers: { authorization: `Bearer ${sent}` },
  })

it('sends a refused request once more, with a renewed token', async () => {
  const fresh = token('mia', 'fresh')
  const asked = serve(fresh)
  const renew = vi.fn(async () => fresh)
  const answer = await send(renew, token('mia', 'old'))
  expect(await answer.json()).toEqual({ ok: true })
  expect(asked).toEqual(['an order', 'an order'])
  expect(renew).toHaveBeenCalledExactlyOnceWith(token('mia', 'old'))
})

it('asks once where the token is good', async () => {
  const asked = serve(token('mia', 'good'))
  const renew = vi.fn()
  await send(renew, token('mia', 'good'))
  expect(asked).toHaveLength(1)
  expect(renew).not.toHaveBeenCalled()
})

it.each([
  ['nobody is signed in any more', token('mia', 'old'), undefined],
  ['somebody else is signed in by now', token('mia', 'old'), token('nora', 'good')],
  ['it was sent without a session', 'the publishable key', token('nora', 'good')],
])('says that the session has ended where %s', async (_case, sent, renewed) => {
  const asked = serve(token('nora', 'good'))
  const answer = await send(async () => renewed, sent)
  expect(answer.status).toBe(401)
  expect(await answer.json()).toEqual({ code: 'PT401', message: 'session_ended' })
  expect(asked).toHaveLength(1)
})

it('fails as auth does where that is out of reach', async () => {
  serve('')
  const gone = new TypeError('Failed to fetch')
  await expect(send(() => Promise.reject(gone), token('mia', 'old'))).rejects.toBe(gone)
})

it("keeps a new session's end on the clock of this device", async () => {
  const now = Math.floor(Date.now() / 1000)
  server.use(
    http.post('http://localhost/auth/v1/token', () =>
      HttpResponse.json({ access_token: 'a', expires_in: 3600, expires_at: now - 3600 }),
    ),
  )
  const answer = await tokenRefreshFetch(fetch, vi.fn())('http://localhost/auth/v1/token', { method: 'POST' })
  const { expires_at } = await answer.json()
  expect(expires_at - now).toBeGreaterThanOrEqual(3600)
  expect(expires_at - now).toBeLessThan(3610)
})

it('leaves what auth refuses to auth', async () => {
  const refuse = () => HttpResponse.json({ code: 'bad_jwt' }, { status: 401 })
  server.use(http.post('http://localhost/auth/v1/logout', refuse))
  const renew = vi.fn()
  const answer = await tokenRefreshFetch(fetch, renew)('http://localhost/auth/v1/logout', { method: 'POST' })
  expect(await answer.json()).toEqual({ code: 'bad_jwt' })
  expect(renew).not.toHaveBeenCalled()
})
