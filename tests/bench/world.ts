import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startBackend } from '../../supabase/local/backend.ts'
import { columnOf } from '../db/support/ask'
import { fill, type Size } from '../db/support/fill'
import { createWorld, type World } from '../db/support/world'

/** A filled database, one of its admins, and one of its busier members. */
export type Fixture = { world: World; admin: string; member: string; stop(): Promise<void> }

/** Runs `work` on a database of its own, with fsync, beside a folder for its files. */
export async function onDisk<T>(work: (world: World, folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-bench-'))
  const backend = await startBackend({ data: join(folder, 'data'), empty: true, sendEmails: false })
  const world = createWorld(backend)
  try {
    return await work(world, folder)
  } finally {
    await world.close()
    await backend.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const CAUGHT_UP = `
  select bool_and(pg_current_wal_lsn() - confirmed_flush_lsn < 16e6) is not false as done from pg_replication_slots`

/** Waits for the live updates, which read every row of the fill in the process that serves HTTP. */
async function settle({ sql }: World): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if ((await sql(CAUGHT_UP))[0]?.done) return
    await wait(1000)
  }
  throw new Error('The live updates do not catch up')
}

/** Starts an embedded backend of its own and fills it. Throws when the result is inconsistent. */
export async function openFixture(size: Size): Promise<Fixture> {
  const backend = await startBackend({ ephemeral: true, empty: true, sendEmails: false })
  const world = createWorld(backend)
  const stop = async () => {
    await world.close()
    await backend.stop()
  }
  await fill(world, size)
  const [off] = await world.sql('select problem from private.reconcile() limit 1')
  if (off) throw new Error(`The data is inconsistent: ${off.problem}`)
  const [admin = '', member = ''] = await columnOf(
    world.sql,
    'select id from profiles order by created_at limit 2',
  )
  await settle(world)
  await world.sql(`update profiles set role = 'admin' where id = $1`, [admin])
  return { world, admin, member, stop }
}
