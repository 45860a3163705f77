import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proxyTo } from '../../supabase/local/vite-plugin.ts'
import { sendLines, upgradeLines } from './support/raw.ts'

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

const upgrade = (path: string, resetAfter?: number) =>
  sendLines(origin, upgradeLines(path, { host: 'localhost' }), resetAfter)

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
