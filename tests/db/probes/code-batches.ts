import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { outcome } from '../support/outcome'
import { createCast, createDemoted } from '../support/people'
import { freshCode } from '../support/rows'
import type { World } from '../support/world'

const TABLES = { redeem_codes: { token_value: 5 }, invite_codes: {} }

const logged = (world: World, actor: string) =>
  world.sql(
    `select table_name, row_id, action, subject, after from private.audit_log where actor_id = $1 order by id`,
    [actor],
  )

/** A statement that makes 500 codes is one line of the log, whole (D29); codes made alone have each their own. */
export async function batchIsOneLine(world: World): Promise<void> {
  const { people, admin } = await createCast(world)
  const expected: unknown[] = []
  for (const [table, extra] of Object.entries(TABLES)) {
    const batch_id = randomUUID()
    const codes = Array.from({ length: 500 }, freshCode).sort()
    const rows = codes.map((code) => ({ code, note: 'Spring fair', batch_id, ...extra }))
    expect(outcome(await admin.from(table).insert(rows).select('id'))).toBe(500)
    const code = freshCode()
    const { data } = await admin
      .from(table)
      .insert({ code, ...extra })
      .select('id')
      .single()
      .throwOnError()
    const token_value = 'token_value' in extra ? extra.token_value : null
    const after = { batch_id, count: 500, token_value, note: 'Spring fair', codes }
    expected.push(
      { table_name: table, row_id: batch_id, action: 'insert', subject: 'Spring fair', after },
      {
        table_name: table,
        row_id: data.id,
        subject: code,
        after: { code, note: null, batch_id: null, ...extra },
      },
    )
  }
  const lines = await logged(world, people.admin.id)
  expect(lines).toMatchObject(expected)
  expect(lines).toHaveLength(4)
}

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

/** A note is trimmed, blank is none, over 200 is refused; members neither read nor write one. */
export async function notesAreTrimmed(world: World): Promise<void> {
  const cast = await createCast(world)
  const demoted = await createDemoted(world)
  for (const [table, extra] of Object.entries(TABLES)) {
    const insert = (client: typeof cast.admin, note: string | null) =>
      client
        .from(table)
        .insert({ code: freshCode(), note, batch_id: randomUUID(), ...extra })
        .select('note, batch_id')
    for (const [typed, kept] of [
      ['  For Ann ', 'For Ann'],
      ['   ', null],
      ['', null],
      [null, null],
      ['n'.repeat(200), 'n'.repeat(200)],
    ]) {
      expect((await insert(cast.admin, typed ?? null)).data).toMatchObject([{ note: kept }])
    }
    expect(outcome(await insert(cast.admin, 'n'.repeat(201)))).toBe('23514')
    for (const client of [cast.owner, cast.anonymous, demoted.client]) {
      expect(outcome(await insert(client, 'Mine'))).toBe('42501')
    }
    expect(outcome(await demoted.client.from(table).select('note').limit(5))).toBe(0)
    expect(outcome(await cast.admin.from(table).update({ note: 'Other' }).eq('note', 'For Ann'))).toBe(
      '42501',
    )
  }
}
