import type { WebSocket } from 'ws'
import { z } from 'zod'
import type { Change } from './changes.ts'
import { type Channel, isOpen, type Join, matchingBindings, message, openChannel, renew } from './channel.ts'
import type { Reader } from './reader.ts'
import type { Claims, Tokens } from './token.ts'

/** Version 2 of Phoenix' wire format. */
const frame = z.tuple([z.string().nullish(), z.string().nullish(), z.string(), z.string(), message])

/** Shared by all sockets. */
export type Context = { tokens: Tokens; reader: Reader }

/** Serves one client; the returned function sends it a change. */
export function serveSocket(
  socket: WebSocket,
  claims: Claims,
  { tokens, reader }: Context,
): (change: Change) => Promise<void> {
  const channels = new Map<string, Channel>()

  function send(
    channel: Channel | undefined,
    topic: string,
    event: string,
    payload: unknown,
    ref: string | null = null,
  ) {
    if (socket.readyState === socket.OPEN)
      socket.send(JSON.stringify([channel?.joinRef ?? null, ref, topic, event, payload]))
  }

  function close(channel: Channel, why?: string) {
    drop(channel)
    if (why) notify(channel, 'error', why)
    send(channel, channel.topic, 'phx_close', {}, channel.joinRef)
  }

  function notify(channel: Channel, status: 'ok' | 'error', message: string) {
    const payload = {
      extension: 'postgres_changes',
      status,
      message,
      channel: channel.topic.replace('realtime:', ''),
    }
    send(channel, channel.topic, 'system', payload)
  }

  function join(topic: string, joinRef: string | null, ref: string | null, payload: Join) {
    const channel = openChannel(topic, joinRef, payload, claims, tokens)
    if (typeof channel === 'string') {
      const refusal = { status: 'error', response: { reason: channel } }
      return socket.send(JSON.stringify([joinRef, ref, topic, 'phx_reply', refusal]))
    }
    channels.set(topic, channel)
    const reply = { status: 'ok', response: { postgres_changes: channel.bindings } }
    send(channel, topic, 'phx_reply', reply, ref)
    if (channel.bindings.length > 0) notify(channel, 'ok', 'Subscribed to PostgreSQL')
  }

  socket.on('message', (data, isBinary) => {
    const parsed = frame.safeParse(isBinary ? undefined : parse(String(data)))
    if (!parsed.success) return
    const [joinRef = null, ref = null, topic, event, payload] = parsed.data
    const channel = channels.get(topic)
    if (event === 'phx_join') return join(topic, joinRef, ref, payload)
    if (event === 'access_token' && channel) {
      if (!renew(channel, payload.access_token ?? '', tokens)) close(channel, 'The token is not valid')
      return
    }
    if (event === 'heartbeat') for (const open of channels.values()) if (!isOpen(open)) expire(open)
    if (ref) send(channel, topic, 'phx_reply', { status: 'ok', response: {} }, ref)
    if (event === 'phx_leave' && channel) close(channel)
  })
  // A reset connection is not an error.
  socket.on('error', () => socket.terminate())
  socket.on('close', () => channels.clear())

  function drop(channel: Channel) {
    if (channels.get(channel.topic) === channel) channels.delete(channel.topic)
  }

  function expire(channel: Channel) {
    close(channel, 'Access token has expired')
  }

  return async (change) => {
    for (const channel of [...channels.values()]) {
      const ids = matchingBindings(channel, change)
      if (ids.length === 0) continue
      if (!isOpen(channel)) expire(channel)
      else {
        const record = await reader.read(change, channel.claims)
        if (record && channels.get(channel.topic) === channel)
          send(channel, channel.topic, 'postgres_changes', { ids, data: eventOf(change, record, reader) })
      }
    }
  }
}

function eventOf(change: Change, record: Record<string, unknown>, reader: Reader) {
  const columns = change.columns.map(({ name, oid }) => ({ name, type: reader.typeName(oid) }))
  const { schema, table, type, at: commit_timestamp, keys } = change
  const key = Object.fromEntries(keys.map((name) => [name, record[name]]))
  const rows =
    type === 'DELETE' ? { old_record: record } : type === 'UPDATE' ? { record, old_record: key } : { record }
  return { schema, table, type, commit_timestamp, columns, errors: null, ...rows }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
