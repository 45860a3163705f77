import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { proxyTo } from '../../supabase/local/vite/proxy.ts'
import { sendLines, sendRaw, upgradeLines } from './support/raw.ts'

/** The headers of the requests that reached the backend. */
const seen: IncomingHttpHeaders[] = []
const servers: Server[] = []
let app: ViteDevServer
let origin: string

async function listen(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  const backend = createServer((request, response) => {
    seen.push(request.headers)
    response.end('done')
  })
  backend.on('upgrade', ({ headers, url }, socket: Socket) => {
    seen.push(headers)
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
beforeEach(() => {
  seen.length = 0
})
afterAll(async () => {
  await app.close()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

async function statuses(headers: Record<string, string>) {
  const { status } = await sendRaw(origin, { path: '/rest/v1/profiles', headers })
  const response = await sendLines(origin, upgradeLines('/realtime/v1/websocket', headers))
  return [status, Number(response.split(' ')[1])]
}

describe("Vite's proxy", () => {
  it.each(['localhost:5173', '[::1]:1', '192.168.1.20:5173'])(
    'serves the app as %s, and removes its own origin from requests',
    async (host) => {
      expect(await statuses({ host, origin: `http://${host}` })).toEqual([200, 101])
      const { host: backendHost } = seen[0] ?? {}
      expect(seen).toMatchObject([{ host: backendHost }, { host: backendHost }])
      expect(backendHost).not.toBe(host)
      expect(seen.map((headers) => headers.origin)).toEqual([undefined, undefined])
    },
  )

  it('passes the origin of any other page on', async () => {
    await statuses({ host: 'localhost:5173', origin: 'https://evil.test' })
    await statuses({ host: '192.168.1.20:5173', origin: 'http://192.168.1.20:8080' })
    expect(seen.map((headers) => headers.origin)).toEqual([
      'https://evil.test',
      'https://evil.test',
      'http://192.168.1.20:8080',
      'http://192.168.1.20:8080',
    ])
  })

  it('passes the rejection of an upgrade on', async () => {
    const lines = upgradeLines('/realtime/v1/closed', { host: 'localhost' })
    expect(await sendLines(origin, lines)).toMatch(/^HTTP\/1\.1 401 /)
  })

  it.each(['/realtime/v1/websocket', '/realtime/v1/closed'])(
    'survives connections reset after an upgrade to %s',
    async (path) => {
      const lines = upgradeLines(path, { host: 'localhost' })
      await Promise.all(Array.from({ length: 20 }, (_, after) => sendLines(origin, lines, after)))
      expect(await statuses({ host: 'localhost' })).toEqual([200, 101])
    },
  )
})
