import type { Server } from 'node:http'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { reason, StartFailure } from './failure.ts'

export type Handler = (request: Request) => Promise<Response>

type Gateway = { server: Server; url: string; close(): Promise<void> }

/**
 * Serves `handler` on one address, as the gateway in front of a hosted project does. `close` ends every connection, and waits for
 * the requests under way. Throws StartFailure when the port is taken.
 */
export async function openGateway(port: number, handler: Handler): Promise<Gateway> {
  const pending = new Set<Promise<unknown>>()
  const trackRequest: Handler = async (request) => {
    const response = handler(request)
    pending.add(response)
    return response.finally(() => pending.delete(response))
  }
  const server = createAdaptorServer({
    fetch: (request: Request, env: unknown) => {
      const { incoming } = env as HttpBindings
      const { url = '', socket } = incoming
      if (!url.startsWith('/')) return new Response(null, { status: 400 })
      if (!METHODS.includes(request.method)) return new Response(null, { status: 405 })
      return withCors(request, (own) =>
        trackRequest(new Request(own, { headers: callerHeaders(own.headers, socket.remoteAddress ?? '') })),
      )
    },
  }) as Server
  // A request fails whose connection is ended, as idle, when a busy client uses it again.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new StartFailure(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is already in use; stop what runs there or choose another one with --port.`
            : `The backend cannot listen on port ${port}: ${reason(error)}.`,
        ),
      ),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    server,
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await Promise.allSettled(pending)
    },
  }
}

// lite responds to some preflights with 404, and has pages of its own.
const SERVED = /^\/((rest|auth|storage|functions)\/v1|inbox)(\/|$)/
// lite's REST treats any other method as a GET.
const METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE', 'OPTIONS']

/** Allows every origin, as hosted Supabase does. */
async function withCors(request: Request, handler: Handler): Promise<Response> {
  if (request.method === 'OPTIONS') {
    const wanted = request.headers.get('access-control-request-headers')
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': METHODS.join(','),
      'access-control-allow-headers': wanted ?? '*',
      'access-control-max-age': '86400',
    }
    return new Response(null, { status: 204, headers })
  }
  const { pathname } = new URL(request.url)
  if (!SERVED.test(pathname)) return new Response('There is nothing here.', { status: 404 })
  const response = await handler(request)
  const headers = new Headers(response.headers)
  // An uploaded picture is rendered as a picture or not at all.
  headers.set('x-content-type-options', 'nosniff')
  // The inbox needs no key, so no other page may read it.
  if (!pathname.startsWith('/inbox')) headers.set('access-control-allow-origin', '*')
  return new Response(response.body, { status: response.status, headers })
}

/** The caller's address as hosted Supabase passes it on: two headers that cannot be forged, and the last of a list. */
function callerHeaders(given: Headers, peer: string): Headers {
  const address = peer.replace(/^::ffff:/, '')
  const headers = new Headers(given)
  const written = headers.get('x-forwarded-for')
  headers.set('cf-connecting-ip', address)
  headers.set('x-real-ip', address)
  headers.set('x-forwarded-for', written ? `${written}, ${address}` : address)
  return headers
}
