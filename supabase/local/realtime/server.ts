import type { IncomingMessage, Server } from 'node:http'
import type { Pool } from 'pg'
import { WebSocketServer } from 'ws'
import { isForeign, refuseUpgrade } from '../origin.ts'
import type { Secrets } from '../secrets.ts'
import { type Change, followChanges } from './changes.ts'
import { readChange, untilVisible } from './reader.ts'
import { serveSocket } from './socket.ts'
import { type Claims, readTokens, type Tokens } from './token.ts'

const PATH = '/realtime/v1/websocket'
const PUBLICATION = 'supabase_realtime'
const SERVICE_RESTART = 1012

/**
 * Serves live updates, which lite lacks, on `server` to pages of this machine and of `siteUrl`.
 * `url` is a connection that may replicate. Returns a stop function.
 */
export async function openRealtime(
  server: Server,
  siteUrl: string,
  secrets: Secrets,
  url: string,
  pool: Pool,
): Promise<() => Promise<void>> {
  const sockets = new WebSocketServer({ noServer: true })
  const listeners = new Set<(change: Change) => Promise<void>>()
  const tokens = readTokens(secrets)
  const report = (error: Error) => console.error(`Live updates: ${error.message}`)
  let visible: number | undefined
  const stopFollowing = await followChanges(url, PUBLICATION, {
    onChange: async (change) => {
      if (listeners.size === 0) return
      if (change.transaction !== visible) await untilVisible(pool, change).catch(report)
      visible = change.transaction
      await Promise.all([...listeners].map((listener) => listener(change).catch(report)))
    },
    onError: report,
    // Clients read again whenever they have connected, so nothing is missed for good.
    onGap: () => {
      for (const socket of sockets.clients) socket.close(SERVICE_RESTART)
    },
  })

  server.on('upgrade', (request, stream, head) => {
    // Without a listener, a reset connection would end this process.
    stream.on('error', () => stream.destroy())
    const claims = admit(request, siteUrl, tokens)
    if (typeof claims === 'number') return refuseUpgrade(stream, claims)
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const listener = serveSocket(socket, claims, tokens, (change, by) => readChange(pool, change, by))
      listeners.add(listener)
      socket.once('close', () => listeners.delete(listener))
    })
  })

  return async () => {
    for (const socket of sockets.clients) socket.terminate()
    await stopFollowing()
  }
}

/** The claims of an upgrade's key, or the status of its refusal. */
function admit(request: IncomingMessage, siteUrl: string, tokens: Tokens): Claims | number {
  if (isForeign(request, siteUrl)) return 403
  const [path = '', query] = request.url?.split('?', 2) ?? []
  if (path !== PATH) return 404
  return tokens.ofKey(new URLSearchParams(query).get('apikey')) ?? 401
}
