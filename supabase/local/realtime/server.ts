import type { Server } from 'node:http'
import type { Pool } from 'pg'
import { WebSocketServer } from 'ws'
import { type Change, followChanges } from './changes.ts'
import { createReader } from './reader.ts'
import { serveSocket } from './socket.ts'
import { claimsOfKey } from './token.ts'

const PATH = '/realtime/v1/websocket'
const PUBLICATION = 'supabase_realtime'

/** Live updates on `server`, which lite has none of. `url` is a connection that may replicate. Returns a stop function. */
export async function openRealtime(server: Server, url: string, pool: Pool): Promise<() => Promise<void>> {
  const sockets = new WebSocketServer({ noServer: true })
  const listeners = new Set<(change: Change) => Promise<void>>()
  const reader = await createReader(pool)
  const report = (error: Error) => console.error(`Live updates: ${error.message}`)
  const tellAll = async (change: Change) => {
    if (listeners.size === 0) return
    await reader.seen(change).catch(report)
    await Promise.all([...listeners].map((listener) => listener(change).catch(report)))
  }
  const stopFollowing = await followChanges(url, PUBLICATION, tellAll, report)

  server.on('upgrade', (request, stream, head) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const claims = claimsOfKey(searchParams.get('apikey'))
    if (pathname !== PATH || !claims) {
      stream.end(
        `HTTP/1.1 ${pathname === PATH ? '401 Unauthorized' : '404 Not Found'}\r\nconnection: close\r\n\r\n`,
      )
      return
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const listener = serveSocket(socket, claims, reader)
      listeners.add(listener)
      socket.once('close', () => listeners.delete(listener))
    })
  })

  return async () => {
    for (const socket of sockets.clients) socket.terminate()
    await stopFollowing()
  }
}
