import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { LogicalReplicationService, type Pgoutput, PgoutputPlugin } from 'pg-logical-replication'

/** A committed change of one row. `row` holds the values as text, for a DELETE only the key. */
export type Change = {
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  schema: string
  table: string
  keys: string[]
  row: Record<string, string | null | undefined>
  at: string
  /** The number of the transaction that committed it. */
  transaction: number
}

/** Values stay text, and the slot is temporary: without the connection nothing retains the write-ahead log. */
class TemporarySlotPlugin extends PgoutputPlugin {
  override parse(buffer: Buffer): Pgoutput.Message {
    const message = super.parse(buffer)
    if (message.tag === 'relation')
      for (const column of message.columns) column.parser = (text: string) => text
    return message
  }

  override async start(client: Client, slot: string, lastLsn: string): Promise<unknown> {
    await client.query(`CREATE_REPLICATION_SLOT "${slot}" TEMPORARY LOGICAL pgoutput`)
    return super.start(client, slot, lastLsn)
  }
}

export type Follower = {
  onChange(change: Change): Promise<void>
  /** The connection was lost and restored; changes committed in between are not reported. */
  onGap(): void
  onError(error: Error): void
}

const RETRY_MS = [100, 500, 1000, 2000, 5000]

/**
 * Reports every change of the publication in commit order, one at a time, and reconnects when the connection is lost.
 * Returns a stop function. Throws when the first connection cannot be made.
 */
export async function followChanges(
  url: string,
  publication: string,
  follower: Follower,
): Promise<() => Promise<void>> {
  let stopped = false
  let current = await connect(url, publication, follower, retry)

  async function retry(): Promise<void> {
    for (let attempt = 0; !stopped; attempt++) {
      await wait(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)])
      if (stopped) return
      try {
        current = await connect(url, publication, follower, retry)
        return follower.onGap()
      } catch (error) {
        if (!stopped) follower.onError(error as Error)
      }
    }
  }

  return async () => {
    stopped = true
    await current.destroy()
  }
}

/** Follows the log on one connection; `onLost` is called once when that ends by itself. */
async function connect(
  url: string,
  publication: string,
  { onChange, onError }: Follower,
  onLost: () => Promise<void>,
): Promise<LogicalReplicationService> {
  const service = new LogicalReplicationService(
    { connectionString: url },
    { acknowledge: { auto: true, timeoutSeconds: 10 }, flowControl: { enabled: true } },
  )
  let commit: Commit = { at: new Date(0).toISOString(), transaction: 0 }
  service.on('data', async (_lsn: string, message: Pgoutput.Message) => {
    if (message.tag === 'begin') {
      const at = new Date(Number(message.commitTime.valueOf()) / 1000).toISOString()
      commit = { at, transaction: message.xid }
    }
    const change = toChange(message, commit)
    if (change) await onChange(change)
  })
  const plugin = new TemporarySlotPlugin({ protoVersion: 1, publicationNames: [publication] })
  const slot = `realtime_${randomUUID().replaceAll('-', '')}`
  service.on('error', (error: Error) => {
    if (!service.isStop()) onError(error)
  })
  await new Promise<void>((resolve, reject) => {
    let started = false
    service.once('start', () => {
      started = true
      resolve()
    })
    const ended = (error: unknown) => {
      if (started) service.destroy().then(onLost, onLost)
      else reject(error)
    }
    // Settles when the connection ends.
    service.subscribe(plugin, slot).then(ended, ended)
  })
  return service
}

type Commit = Pick<Change, 'at' | 'transaction'>

function toChange(message: Pgoutput.Message, commit: Commit): Change | undefined {
  if (message.tag !== 'insert' && message.tag !== 'update' && message.tag !== 'delete') return undefined
  const { schema, name: table, keyColumns: keys } = message.relation
  const common = { schema, table, keys, ...commit }
  if (message.tag === 'insert') return { ...common, type: 'INSERT', row: message.new }
  if (message.tag === 'update') return { ...common, type: 'UPDATE', row: message.new }
  const old = message.key ?? message.old ?? {}
  return { ...common, type: 'DELETE', row: Object.fromEntries(keys.map((key) => [key, old[key]])) }
}
