import type { Server } from 'node:http'
import type { Pool } from 'pg'
import { WebSocketServer } from 'ws'
import { type Change, followChanges } from './changes.ts'
import { readChange, untilVisible } from './reader.ts'
import { serveSocket } from './socket.ts'
import { claimsOfKey } from './token.ts'

const PATH = '/realtime/v1/websocket'
const PUBLICATION = 'supabase_realtime'

/**
 * Serves live updates, which lite lacks, on `server`. `url` is a connection that may replicate. Returns a stop function.
 */
export async function openRealtime(server: Server, url: string, pool: Pool): Promise<() => Promise<void>> {
  const sockets = new WebSocketServer({ noServer: true })
  const listeners = new Set<(change: Change) => Promise<void>>()
  const report = (error: Error) => console.error(`Live updates: ${error.message}`)
  let visible: number | undefined
  const notifyListeners = async (change: Change) => {
    if (listeners.size === 0) return
    if (change.transaction !== visible) await untilVisible(pool, change).catch(report)
    visible = change.transaction
    await Promise.all([...listeners].map((listener) => listener(change).catch(report)))
  }
  const stopFollowing = await followChanges(url, PUBLICATION, notifyListeners, report)

  server.on('upgrade', (request, stream, head) => {
    // Without a listener, a reset connection would end this process.
    stream.on('error', () => stream.destroy())
    const [path = '', query] = request.url?.split('?', 2) ?? []
    const claims = claimsOfKey(new URLSearchParams(query).get('apikey'))
    if (path !== PATH || !claims) return stream.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n')
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const listener = serveSocket(socket, claims, (change, by) => readChange(pool, change, by))
      listeners.add(listener)
      socket.once('close', () => listeners.delete(listener))
    })
  })

  return async () => {
    for (const socket of sockets.clients) socket.terminate()
    await stopFollowing()
  }
}
