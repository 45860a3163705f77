import type { Server } from 'node:http'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { reason, StartFailure } from './failure.ts'

export type Handler = (request: Request) => Promise<Response>

/**
 * Serves `handler` on one address, as the gateway in front of a hosted project does.
 * Throws StartFailure when the port is taken.
 */
export async function openGateway(port: number, handler: Handler): Promise<{ server: Server; url: string }> {
  const server = createAdaptorServer({
    fetch: (request: Request, env: unknown) => {
      const { incoming } = env as HttpBindings
      return handler(withCaller(request, incoming.socket.remoteAddress ?? ''))
    },
  }) as Server
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
  return { server, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}` }
}

/** The caller's address as hosted Supabase passes it on: two headers nobody can forge, and the last of a list. */
function withCaller(request: Request, peer: string): Request {
  const address = peer.replace(/^::ffff:/, '')
  const headers = new Headers(request.headers)
  const written = headers.get('x-forwarded-for')
  headers.set('cf-connecting-ip', address)
  headers.set('x-real-ip', address)
  headers.set('x-forwarded-for', written ? `${written}, ${address}` : address)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return new Request(request.url, {
    method: request.method,
    headers,
    signal: request.signal,
    ...(hasBody ? { body: request.body, duplex: 'half' } : {}),
  })
}

/** Ends every connection, so that stopping does not wait for keep-alive. */
export async function closeGateway(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
