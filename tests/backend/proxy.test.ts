import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proxyTo } from '../../supabase/local/vite-plugin.ts'

const servers: Server[] = []
let app: ViteDevServer
let origin: string

async function listen(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  const backend = createServer()
  backend.on('upgrade', ({ url }, socket: Socket) => {
    socket.on('error', () => undefined)
    const status = url?.includes('closed') ? '401 Unauthorized' : '101 Switching Protocols'
    socket.end(`HTTP/1.1 ${status}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`)
  })
  const proxy = proxyTo(Promise.resolve(new URL(await listen(backend))))
  const server = { port: 0, ws: false as const, proxy }
  app = await createVite({ configFile: false, logLevel: 'silent', appType: 'custom', server })
  await app.listen()
  origin = app.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
})
afterAll(async () => {
  await app.close()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** The head of the response to an upgrade to a WebSocket; `resetAfter` resets the connection after so many ms. */
const upgrade = (path: string, resetAfter?: number) =>
  new Promise<string>((resolve) => {
    let response = ''
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
          'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      )
      if (resetAfter !== undefined) setTimeout(() => socket.resetAndDestroy(), resetAfter)
    })
    socket.setTimeout(20_000, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      response += chunk
      if (resetAfter === undefined && response.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(response))
  })

describe("Vite's proxy", () => {
  it('passes the rejection of an upgrade on', async () => {
    expect(await upgrade('/realtime/v1/closed')).toMatch(/^HTTP\/1\.1 401 /)
  })

  it.each(['/realtime/v1/websocket', '/realtime/v1/closed'])(
    'survives connections reset after an upgrade to %s',
    async (path) => {
      await Promise.all(Array.from({ length: 20 }, (_, after) => upgrade(path, after)))
      expect(await upgrade('/realtime/v1/websocket')).toMatch(/^HTTP\/1\.1 101 /)
    },
  )
})
