import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createProxy } from '../../supabase/local/vite/proxy.ts'
import { sendLines, sendRaw, upgradeLines } from './support/raw.ts'

/** The headers of the requests that reached the backend. */
const seen: IncomingHttpHeaders[] = []
const servers: Server[] = []
let origin: string

async function listen(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  const backend = createServer((request, response) => {
    seen.push(request.headers)
    if (request.url !== '/rest/v1/half') return void response.end('done')
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setTimeout(() => response.destroy(), 20)
  })
  backend.on('upgrade', ({ headers, url }, socket: Socket) => {
    seen.push(headers)
    socket.on('error', () => undefined)
    const status = url?.includes('closed') ? '401 Unauthorized' : '101 Switching Protocols'
    socket.end(`HTTP/1.1 ${status}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`)
  })
  const proxy = createProxy(Promise.resolve(new URL(await listen(backend))))
  const app = createServer((request, response) =>
    proxy.middleware(request, response, () => response.end('the app')),
  )
  app.on('upgrade', proxy.upgrade)
  // Vite's own.
  app.on('upgrade', ({ url }, socket) => {
    if (!url?.startsWith('/realtime/')) socket.end('HTTP/1.1 426 Of Vite\r\n\r\n')
  })
  origin = await listen(app)
})
beforeEach(() => {
  seen.length = 0
})
afterAll(() => {
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

  it('passes the rejection of an upgrade on, and leaves upgrades to other paths to Vite', async () => {
    const head = (path: string) => sendLines(origin, upgradeLines(path, { host: 'localhost' }))
    expect(await head('/realtime/v1/closed')).toMatch(/^HTTP\/1\.1 401 /)
    expect(await head('/other')).toMatch(/^HTTP\/1\.1 426 /)
  })

  it('cuts off a response that the backend does not finish', async () => {
    await expect(sendRaw(origin, { path: '/rest/v1/half', headers: { host: 'localhost' } })).rejects.toThrow()
  })

  it.each(['//', '/', '/realtime/v1/websocket', '/realtime/v1/closed'])(
    'survives connections reset after an upgrade to %s',
    async (path) => {
      const lines = upgradeLines(path, { host: 'localhost' })
      await Promise.all(Array.from({ length: 20 }, (_, after) => sendLines(origin, lines, after)))
      expect(await statuses({ host: 'localhost' })).toEqual([200, 101])
    },
  )
})
