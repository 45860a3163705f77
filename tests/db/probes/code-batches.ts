import { expect } from 'vitest'
import { outcome } from '../support/outcome'
import { createCast } from '../support/people'
import { freshCode } from '../support/rows'
import type { World } from '../support/world'

const TABLES = { redeem_codes: { token_value: 5 }, invite_codes: {} }

const logged = (world: World, actor: string) =>
  world.sql(
    `select table_name, row_id, action, subject, after from private.audit_log where actor_id = $1 order by id`,
    [actor],
  )

/** One bad code and none is made, and nothing is said to have been made. */
export async function batchIsAllOrNothing(world: World): Promise<void> {
  const { people, admin } = await createCast(world)
  for (const [table, extra] of Object.entries(TABLES)) {
    const taken = freshCode()
    const insert = async (codes: string[]) =>
      outcome(
        await admin
          .from(table)
          .insert(codes.map((code) => ({ code, ...extra })))
          .select('id'),
      )
    expect(await insert([taken])).toBe(1)
    const [first, second] = [freshCode(), freshCode()]
    expect(await insert([first, taken])).toBe('23505')
    expect(await insert([first, first])).toBe('23505')
    expect(await insert([first, 'a\u200bb'])).toBe('23514')
    expect(await insert([first, second])).toBe(2)
  }
  const counts = (await logged(world, people.admin.id)).map((line) => line.after as { count?: number })
  expect(counts.map(({ count }) => count ?? 1)).toEqual([1, 2, 1, 2])
}
