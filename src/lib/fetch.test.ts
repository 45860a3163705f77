import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isOffline, onConnectionChange } from './connection'
import { errorCode } from './errors'
import { backendFetch, refreshingFetch } from './fetch'

const url = 'http://localhost:3000/rest/v1/orders?select=id,benefit:benefits(name,price)'
const send = vi.fn<typeof fetch>()
const respond = (body: string | null, init?: ResponseInit) =>
  send.mockImplementation(async () => new Response(body, init))
const fail = () => send.mockRejectedValue(new TypeError('Failed to fetch'))
const respondJson = (body: object, status = 200) =>
  send.mockImplementation(async () => Response.json(body, { status }))

beforeEach(() => void vi.stubGlobal('fetch', send.mockReset()))

describe('prefetched responses', () => {
  const headers = { authorization: 'Bearer mine' }

  function prefetch(authorization = 'Bearer mine', response = Promise.resolve(Response.json('prefetched'))) {
    response.catch(() => undefined)
    window.prefetched = { authorization, responses: new Map([[`GET${url}`, response]]) }
  }
  const read = async (init?: RequestInit) => (await backendFetch(url, { headers, ...init })).json()

  beforeEach(() => {
    // A slow machine must not make every response stale.
    vi.spyOn(performance, 'now').mockReturnValue(9_999)
    respond('"fetched"')
  })
  afterEach(() => void delete window.prefetched)

  it('are returned once, but not with another authorization, after a failure, or when they are stale', async () => {
    prefetch()
    expect([await read(), await read()]).toEqual(['prefetched', 'fetched'])
    prefetch('Bearer theirs')
    expect(await read()).toBe('fetched')
    prefetch('Bearer mine', Promise.reject(new TypeError('Failed')))
    expect(await read()).toBe('fetched')
    prefetch()
    vi.spyOn(performance, 'now').mockReturnValue(30_001)
    expect(await read()).toBe('fetched')
  })

  it('are of the same body', async () => {
    prefetch()
    window.prefetched?.responses.set(`POST${url}{"a":1}`, Promise.resolve(Response.json('prefetched')))
    expect(await read({ method: 'POST', body: '{}' })).toBe('fetched')
    expect(await read({ method: 'POST', body: '{"a":1}' })).toBe('prefetched')
  })
})

describe('a response', () => {
  const portal = '<!doctype html><title>Welcome to the hotel</title>'
  const counted = { method: 'HEAD', headers: { prefer: 'count=exact' } }
  const post = { method: 'POST' }

  /** The body that the app gets, or the code of the error. */
  async function read(body: string, request: RequestInit = {}, init: ResponseInit = {}) {
    respond(body, init)
    return backendFetch(url, request).then(
      (response) => response.text(),
      (error: unknown) => errorCode(error),
    )
  }

  it.each<[string, string, RequestInit?, ResponseInit?]>([
    ['rows', '[{"id":"a","benefit":null}]'],
    ['a count', '', counted, { headers: { 'content-range': '*/7' } }],
    ['a number of a function', '7', post],
    ['nothing of a write', '', post, { status: 201 }],
    ['a refusal', '{"code":"PT409","message":"price_changed"}', post, { status: 409 }],
    ['a refusal of a count', '', counted, { status: 403 }],
  ])('may be %s', async (_what, body, request, init) => {
    expect(await read(body, request, init)).toBe(body)
  })

  it.each<[string, string, RequestInit?]>([
    ["a captive portal's page", portal],
    ["a captive portal's page for a write", portal, post],
    ['half a body', '[{"id":"a","bene'],
    ['nothing', ''],
    ['without a count', '', counted],
  ])('may not be %s', async (_what, body, request) => {
    expect(await read(body, request)).toBe('network')
  })

  it('of a gateway loses its text', async () => {
    expect(await read('error code: 1015', {}, { status: 429 })).toBe('{}')
    expect(await read(portal, {}, { status: 504 })).toBe('{"code":"unreachable"}')
  })
})

describe('the connection', () => {
  afterEach(() => void window.dispatchEvent(new Event('online')))

  const unplug = () => vi.stubGlobal('navigator', { onLine: false })

  it('follows the browser and notifies listeners', () => {
    const changes: boolean[] = []
    const stop = onConnectionChange(() => changes.push(isOffline()))
    for (const event of ['offline', 'offline', 'online']) window.dispatchEvent(new Event(event))
    stop()
    window.dispatchEvent(new Event('offline'))
    expect(changes).toEqual([true, false])
  })

  it('is lost when the browser starts offline and a request fails, and is back with a response', async () => {
    unplug()
    fail()
    expect(isOffline()).toBe(false)
    await expect(backendFetch(url)).rejects.toMatchObject({ name: 'NetworkError', code: 'ABORT_ERR' })
    expect(isOffline()).toBe(true)
    respond('[]')
    await backendFetch(url)
    expect(isOffline()).toBe(false)
  })

  it('is there when only the server is unreachable, a request was aborted, or the browser is online again', async () => {
    fail()
    await expect(backendFetch(url)).rejects.not.toMatchObject({ code: 'ABORT_ERR' })
    expect(isOffline()).toBe(false)
    unplug()
    const { reason } = AbortSignal.abort()
    send.mockRejectedValue(reason)
    await expect(backendFetch(url, { signal: AbortSignal.abort() })).rejects.toBe(reason)
    expect(isOffline()).toBe(false)
    send.mockImplementation(async () => {
      vi.stubGlobal('navigator', { onLine: true })
      throw new TypeError('Failed to fetch')
    })
    await expect(backendFetch(url)).rejects.not.toMatchObject({ code: 'ABORT_ERR' })
    expect(isOffline()).toBe(false)
  })
})

it('without a response in time is the failure of a network, which postgrest-js does not repeat', async () => {
  const timeout = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  send.mockImplementation(
    (_url, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  )
  const { signal } = new AbortController()
  const responses = [backendFetch(url), backendFetch(url, { signal })]
  timeout.abort(new DOMException('signal timed out', 'TimeoutError'))
  for (const response of responses)
    await expect(response).rejects.toMatchObject({ name: 'NetworkError', code: 'ABORT_ERR' })
})

describe('a refused token', () => {
  const token = (sub: string, signature: string) => `head.${btoa(JSON.stringify({ sub }))}.${signature}`
  const authUrl = 'http://localhost:3000/auth/v1/token'

  /** Accepts one token only. */
  const accept = (valid: string) =>
    send.mockImplementation(async (_url, init) =>
      new Headers(init?.headers).get('authorization') === `Bearer ${valid}`
        ? Response.json({ ok: true })
        : Response.json({ code: 'PGRST303', message: 'JWT expired' }, { status: 401 }),
    )

  type Renew = (refused: string) => Promise<string | undefined>
  function post(renew: Renew, sent: string, learnFactor = vi.fn()) {
    const headers = { authorization: `Bearer ${sent}` }
    return refreshingFetch(fetch, { renew, learnFactor })(url, { method: 'POST', body: 'an order', headers })
  }
  const askAuth = (query = '', renew = vi.fn()) =>
    refreshingFetch(fetch, { renew, learnFactor: vi.fn() })(authUrl + query, { method: 'POST' })

  it('is renewed, and the request repeated, unless auth is unreachable', async () => {
    accept(token('mia', 'new'))
    const renew = vi.fn(async () => token('mia', 'new'))
    expect(await (await post(renew, token('mia', 'old'))).json()).toEqual({ ok: true })
    expect(send.mock.calls.map(([, init]) => init?.body)).toEqual(['an order', 'an order'])
    expect(renew).toHaveBeenCalledExactlyOnceWith(token('mia', 'old'))
    await post(renew, token('mia', 'new'))
    expect(send).toHaveBeenCalledTimes(3)
    expect(renew).toHaveBeenCalledOnce()
    const error = new TypeError('Failed to fetch')
    await expect(post(() => Promise.reject(error), token('mia', 'old'))).rejects.toBe(error)
  })

  it.each([
    ['no one is signed in any more', token('mia', 'old'), undefined],
    ['another user has signed in', token('mia', 'old'), token('nora', 'valid')],
    ['it was sent without a session', 'the publishable key', token('nora', 'valid')],
  ])('ends the session when %s', async (_case, sent, renewed) => {
    accept(token('nora', 'valid'))
    const response = await post(async () => renewed, sent)
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ code: 'PT401', message: 'session_ended' })
    expect(send).toHaveBeenCalledOnce()
  })

  it('that lacks a second factor is reported, and not renewed (D54)', async () => {
    respondJson({ code: 'PT403', message: 'second_factor_required' }, 403)
    const [renew, learnFactor] = [vi.fn(), vi.fn()]
    expect((await post(renew, token('mia', 'old'), learnFactor)).status).toBe(403)
    expect(learnFactor).toHaveBeenCalledExactlyOnceWith(token('mia', 'old'))
    respondJson({ code: 'PT403', message: 'not_admin' }, 403)
    await post(renew, token('mia', 'old'), learnFactor)
    expect([learnFactor, renew].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  })

  it("is not renewed for auth, whose new one ends by this device's clock", async () => {
    respondJson({ code: 'bad_jwt' }, 401)
    const renew = vi.fn()
    expect(await (await askAuth('', renew)).json()).toEqual({ code: 'bad_jwt' })
    expect(renew).not.toHaveBeenCalled()
    vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
    respondJson({ access_token: 'a', expires_in: 3600, expires_at: 1 })
    expect(await (await askAuth()).json()).toMatchObject({ expires_at: 4600 })
  })

  it.each([
    ['a rate limit', 429, { code: 'over_request_rate_limit', message: 'Request rate limit reached' }, 503],
    ['a server error', 507, { code: 'unexpected_failure', message: 'full' }, 503],
    ['a proxy on the way', 403, {}, 503],
    ['the page of a network', 200, { message: 'Welcome to the hotel' }, 503],
    ['the end of the session', 400, { code: 'refresh_token_not_found', message: 'Not found' }, 400],
  ])(
    'meets %s (%i), so that auth-js keeps the session unless it is lost (D50)',
    async (_case, status, body, seen) => {
      respondJson(body, status)
      expect((await askAuth('?grant_type=refresh_token')).status).toBe(seen)
      expect((await askAuth('?grant_type=password')).status).toBe(status)
    },
  )
})
