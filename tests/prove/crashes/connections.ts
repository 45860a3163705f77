import { setTimeout as wait } from 'node:timers/promises'
import type { Query } from '../../db/support/world.ts'

// One that has written already if there is one: half an order must not stay.
const END_ONE = `
  select pg_terminate_backend(pid) as ended from (
    select pid from pg_stat_activity
    where backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()
    order by backend_xid is null, random() limit 1
  ) as busy`

/** Ends connections in mid-transaction, one every few milliseconds, until `wanted` are ended or it is `over`; answers how many. */
export async function killConnections(sql: Query, wanted: number, over: () => boolean): Promise<number> {
  let ended = 0
  while (ended < wanted && !over()) {
    const [row] = await sql<{ ended: boolean }>(END_ONE)
    if (row?.ended) ended += 1
    await wait(20)
  }
  return ended
}
