import { HttpResponse, http, type JsonBodyType, ws } from 'msw'
import { setupServer } from 'msw/node'
import { vi } from 'vitest'

/** Takes the connection that every layout opens once it has settled, in whichever test that is, and says nothing. */
const realtime = ws.link('*/realtime/v1/websocket*').addEventListener('connection', () => undefined)

/** What the bar of each admin list asks for; the tests of operations have some. */
const noOperations = http.get('*/rest/v1/operations', () => HttpResponse.json([]))

/** While payments are off (D61); the tests of payments serve another response. */
const noPayments = http.post('*/rest/v1/rpc/my_membership', () =>
  HttpResponse.json({ payments: 'off', state: 'active' }),
)

/** Serves the requests of screen tests (C16); one without a handler fails the test. */
export const server = setupServer(realtime, noOperations, noPayments)

/**
 * Serves a function of the database with what `respond` returns: a response, JSON, or nothing. Returns what the function is called
 * with.
 */
export function serveCall<Body extends object>(name: string, respond: (body: Body) => unknown): Body[] {
  const calls: Body[] = []
  server.use(
    http.post<never, Body>(`*/rest/v1/rpc/${name}`, async ({ request }) => {
      const body = await request.json()
      calls.push(body)
      const answer = await respond(body)
      if (answer instanceof Response) return answer
      if (answer === undefined) return new HttpResponse(null, { status: 204 })
      return HttpResponse.json(answer as JsonBodyType)
    }),
  )
  return calls
}

const unexpected: string[] = []
const pending = new Map<AbortController, string>()

/**
 * Starts the server. Requests without a handler and handlers that throw are recorded, because a screen may catch the
 * rejection.
 */
export function startServer() {
  server.events.on('unhandledException', ({ request, error }) => {
    unexpected.push(`${request.method} ${request.url}: its handler threw ${error}`)
  })
  server.listen({
    onUnhandledRequest({ method, url }) {
      unexpected.push(`${method} ${url}: no handler`)
    },
  })
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const end = new AbortController()
    const request = input instanceof Request ? input : undefined
    pending.set(end, `${init?.method ?? request?.method ?? 'GET'} ${request?.url ?? input}`)
    const own = init?.signal ?? request?.signal
    try {
      return await send(input, { ...init, signal: own ? AbortSignal.any([own, end.signal]) : end.signal })
    } finally {
      pending.delete(end)
    }
  }
}

/** The method and URL of each request without a response so far. */
export const pendingRequests = () => [...pending.values()]

/** Waits for the responses that are on their way, and aborts the other requests; returns what was wrong with requests since the last call. */
export async function endRequests(): Promise<string[]> {
  const wait = { timeout: 30_000, interval: 5 }
  await vi.waitUntil(() => pending.size === 0, wait).catch(() => undefined)
  const left = pendingRequests().map((request) => `${request}: pending when the test ended`)
  for (const end of pending.keys()) end.abort()
  return [...unexpected.splice(0), ...left]
}
