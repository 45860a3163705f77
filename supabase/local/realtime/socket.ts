import type { WebSocket } from 'ws'
import * as z from 'zod'
import type { Change } from './changes.ts'
import type { Row } from './reader.ts'
import { type Claims, claimsOf, isCurrent } from './token.ts'

const binding = z.object({
  event: z.string(),
  schema: z.string(),
  table: z.string().optional(),
  filter: z.string().optional(),
})

/** What a client sends to join a topic, or later to renew its token. */
const message = z.object({
  access_token: z.string().nullish(),
  config: z.object({ postgres_changes: z.array(binding).optional() }).optional(),
})

/** Version 2 of Phoenix' wire format. */
const frame = z.tuple([z.string().nullish(), z.string().nullish(), z.string(), z.string(), message])

type Binding = z.infer<typeof binding> & { id: number }

/** One joined topic. A renewed token does not change its bindings. */
type Channel = { topic: string; joinRef: string | null; claims: Claims; bindings: Binding[] }

/** The change as this subscriber may see it. */
type Read = (change: Change, claims: Claims) => Promise<Row | undefined>

const FILTER = /^(\w+)=eq\.(.*)$/s
let lastId = 0

/** Serves one client; the returned function sends it a change. */
export function serveSocket(socket: WebSocket, claims: Claims, read: Read) {
  const channels = new Map<string, Channel>()

  function send(topic: string, event: string, payload: unknown, joinRef: string | null, ref?: string | null) {
    if (socket.readyState === socket.OPEN)
      socket.send(JSON.stringify([joinRef, ref ?? null, topic, event, payload]))
  }

  function notify({ topic, joinRef }: Channel, status: 'ok' | 'error', message: string) {
    const channel = topic.replace('realtime:', '')
    send(topic, 'system', { extension: 'postgres_changes', status, message, channel }, joinRef)
  }

  function close(channel: Channel, why?: string) {
    if (channels.get(channel.topic) === channel) channels.delete(channel.topic)
    if (why) notify(channel, 'error', why)
    send(channel.topic, 'phx_close', {}, channel.joinRef, channel.joinRef)
  }

  function join(topic: string, joinRef: string | null, ref: string | null, payload: z.infer<typeof message>) {
    const wanted = payload.config?.postgres_changes ?? []
    const given = payload.access_token ? claimsOf(payload.access_token) : claims
    const unknown = wanted.find(({ filter }) => filter && !FILTER.test(filter))
    const refuse = (reason: string) =>
      send(topic, 'phx_reply', { status: 'error', response: { reason } }, joinRef, ref)
    if (!given) return refuse('InvalidJWTToken: the token has expired or is not valid')
    if (unknown) return refuse(`The filter ${unknown.filter} is not supported here`)
    const bindings = wanted.map((binding) => ({ ...binding, id: ++lastId }))
    const channel = { topic, joinRef, claims: given, bindings }
    channels.set(topic, channel)
    send(topic, 'phx_reply', { status: 'ok', response: { postgres_changes: bindings } }, joinRef, ref)
    if (bindings.length > 0) notify(channel, 'ok', 'Subscribed to PostgreSQL')
  }

  socket.on('message', (data) => {
    const parsed = frame.safeParse(parse(String(data)))
    if (!parsed.success) return
    const [joinRef = null, ref = null, topic, event, payload] = parsed.data
    if (event === 'phx_join') return join(topic, joinRef, ref, payload)
    const channel = channels.get(topic)
    if (event === 'access_token' && channel) {
      const renewed = claimsOf(payload.access_token ?? '')
      if (renewed) channel.claims = renewed
      else close(channel, 'The token is not valid')
      return
    }
    if (ref) send(topic, 'phx_reply', { status: 'ok', response: {} }, channel?.joinRef ?? null, ref)
    if (event === 'phx_leave' && channel) close(channel)
  })
  // A reset connection is not an error.
  socket.on('error', () => socket.terminate())
  socket.on('close', () => channels.clear())

  return async (change: Change): Promise<void> => {
    for (const channel of [...channels.values()]) {
      const ids = channel.bindings.filter((binding) => matches(binding, change)).map(({ id }) => id)
      if (ids.length === 0) continue
      if (!isCurrent(channel.claims)) {
        close(channel, 'Access token has expired')
        continue
      }
      const record = await read(change, channel.claims)
      if (record && channels.get(channel.topic) === channel)
        send(channel.topic, 'postgres_changes', { ids, data: eventOf(change, record) }, channel.joinRef)
    }
  }
}

/** Whether the binding matches this change; a filter on a column that the event lacks never does. */
function matches({ event, schema, table, filter }: Binding, change: Change): boolean {
  if (event !== '*' && event !== change.type) return false
  if (schema !== '*' && schema !== change.schema) return false
  if (table && table !== '*' && table !== change.table) return false
  const [, column = '', value] = FILTER.exec(filter ?? '') ?? []
  return !filter || change.row[column] === value
}

function eventOf({ schema, table, type, at: commit_timestamp, keys }: Change, record: Row) {
  const key = Object.fromEntries(keys.map((name) => [name, record[name]]))
  const rows =
    type === 'DELETE' ? { old_record: record } : type === 'UPDATE' ? { record, old_record: key } : { record }
  // Without columns, the client takes the values as they are.
  return { schema, table, type, commit_timestamp, columns: [], errors: null, ...rows }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
