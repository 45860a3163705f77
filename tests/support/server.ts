import { setupServer } from 'msw/node'

/** The HTTP edge of every screen test (C16); a request that no handler answers fails the test. */
export const server = setupServer()

const unexpected: string[] = []

/**
 * Starts the server. A request without a handler, and a handler that throws, reject the request, and are recorded:
 * a screen may catch the rejection, and then only `failOnUnexpectedRequests` shows it.
 */
export function startServer() {
  server.events.on('unhandledException', ({ request, error }) => {
    unexpected.push(`${request.method} ${request.url}: its handler threw ${error}`)
  })
  server.listen({
    onUnhandledRequest(request, print) {
      unexpected.push(`${request.method} ${request.url}: no handler`)
      print.error()
    },
  })
}

/** Throws if there were unexpected requests since the last call. */
export function failOnUnexpectedRequests() {
  const requests = unexpected.splice(0)
  if (requests.length > 0) throw new Error(`Unexpected requests:\n${requests.join('\n')}`)
}
