import { randomUUID } from 'node:crypto'
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

/**
 * Reports every change of the publication in commit order, one at a time; `report` is called when the connection is lost.
 * Returns a stop function. Throws when the connection cannot be made.
 */
export async function followChanges(
  url: string,
  publication: string,
  onChange: (change: Change) => Promise<void>,
  report: (error: Error) => void,
): Promise<() => Promise<void>> {
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
  service.on('error', (error: Error) => {
    if (!service.isStop()) report(error)
  })
  const plugin = new TemporarySlotPlugin({ protoVersion: 1, publicationNames: [publication] })
  const slot = `realtime_${randomUUID().replaceAll('-', '')}`
  await new Promise<void>((resolve, reject) => {
    service.once('start', resolve)
    // Settles when the connection ends.
    service.subscribe(plugin, slot).catch(reject)
  })
  return async () => {
    await service.destroy()
  }
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
