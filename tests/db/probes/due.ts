import { expect } from 'vitest'
import type { World } from '../support/world'

/** D40: a second run ends at once, and does nothing. */
export async function runsOneAtATime({ commits, undone }: World): Promise<void> {
  await undone(async (sql) => {
    await sql(`update private.due_items set done_until = '-infinity' where item = 'overdue'`)
    await sql('select private.run_due()')
    await commits(async (other) => {
      await other(`set local lock_timeout = '1s'`)
      expect(await other('select private.run_due() as failed')).toEqual([{ failed: [] }])
    })
  })
}
