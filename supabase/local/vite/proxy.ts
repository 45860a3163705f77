import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type Duplex, pipeline } from 'node:stream'
import { refuseUpgrade } from '../origin.ts'

const PREFIXES = ['/rest/v1/', '/auth/v1/', '/storage/v1/', '/realtime/v1/', '/functions/v1/', '/inbox']

/** Proxies the backend's paths to it. Requests before it is ready wait for `backend`. */
export function createProxy(backend: Promise<URL>) {
  async function forward(req: IncomingMessage, onError: () => void) {
    const { hostname, port, host } = await backend
    const headers = { ...req.headers, host }
    // The page's own address, which the backend does not know when the app is served to a network.
    if (isOwnPage(req)) delete headers.origin
    return request({ hostname, port, method: req.method, path: req.url, headers }).on('error', onError)
  }

  return {
    middleware(req: IncomingMessage, res: ServerResponse, next: () => void): void {
      if (!isBackendPath(req.url)) {
        next()
        return
      }
      const fail = () =>
        res.headersSent ? res.destroy() : res.writeHead(502).end('The backend does not respond.')
      forward(req, fail).then((upstream) => {
        upstream.on('response', (given) => {
          res.writeHead(given.statusCode ?? 502, given.headers)
          pipeline(given, res, () => undefined)
        })
        res.on('close', () => upstream.destroy())
        req.on('error', () => upstream.destroy())
        req.pipe(upstream)
      }, fail)
    },

    upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
      const fail = () => socket.destroy()
      // Without a listener, a reset connection would end this process.
      socket.on('error', fail)
      // Others are Vite's.
      if (!isBackendPath(req.url)) return
      forward(req, fail).then((upstream) => {
        upstream.on('response', ({ statusCode = 502 }) => refuseUpgrade(socket, statusCode))
        upstream.on('upgrade', (given, other, first) => {
          const lines = Object.entries(given.headers).map(([name, value]) => `${name}: ${value}`)
          socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
          socket.write(first)
          other.write(head)
          other.on('error', fail).on('close', fail)
          socket.on('close', () => other.destroy())
          other.pipe(socket).pipe(other)
        })
        socket.on('close', () => upstream.destroy())
        upstream.end()
      }, fail)
    },
  }
}

function isBackendPath(url: string | undefined): boolean {
  return PREFIXES.some((prefix) => url?.startsWith(prefix))
}

function isOwnPage({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined && /^https?:\/\/(.*)$/.exec(headers.origin)?.[1] === headers.host
}
