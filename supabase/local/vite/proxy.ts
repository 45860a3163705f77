import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

const PREFIXES = ['/rest/v1/', '/auth/v1/', '/storage/v1/', '/realtime/v1/', '/inbox']

/** Hands the backend's paths on to it. Requests that come before it is ready wait for `backend`. */
export function createProxy(backend: Promise<URL>) {
  async function forward(req: IncomingMessage, onError: () => void) {
    const { hostname, port, host } = await backend
    const headers = { ...req.headers, host, 'x-forwarded-for': chain(req) }
    return request({ hostname, port, method: req.method, path: req.url, headers }).on('error', onError)
  }

  return {
    middleware(req: IncomingMessage, res: ServerResponse, next: () => void): void {
      if (!isBackendPath(req.url)) {
        next()
        return
      }
      const fail = () =>
        res.headersSent ? res.destroy() : res.writeHead(502).end('The backend does not answer.')
      forward(req, fail).then((upstream) => {
        upstream.on('response', (answer) => {
          res.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(res)
        })
        res.on('close', () => upstream.destroy())
        req.pipe(upstream)
      }, fail)
    },

    upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
      if (!isBackendPath(req.url)) return
      const fail = () => socket.destroy()
      socket.on('error', fail)
      forward(req, fail).then((upstream) => {
        upstream.on('response', fail)
        upstream.on('upgrade', (answer, other, first) => {
          const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`)
          socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
          socket.write(first)
          other.write(head)
          other.on('error', fail).on('close', fail)
          socket.on('close', () => other.destroy())
          other.pipe(socket).pipe(other)
        })
        upstream.end()
      }, fail)
    },
  }
}

function isBackendPath(url: string | undefined): boolean {
  return PREFIXES.some((prefix) => url?.startsWith(prefix))
}

function chain(req: IncomingMessage): string {
  return [req.headers['x-forwarded-for'], req.socket.remoteAddress].flat().filter(Boolean).join(', ')
}
