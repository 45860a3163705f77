import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { outcome } from './support/outcome'
import { createAdmin, createMember, type Person } from './support/people'
import { balanceOf, createBenefit, freshCode, orderPayload, placeOrder, reconcile } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()
const ROUNDS = Array.from({ length: 20 }, (_, n) => n)

let ada: Person
let bea: Person
beforeAll(async () => {
  ada = await createAdmin(world, { name: 'Ada' })
  bea = await createAdmin(world, { name: 'Bea' })
})
afterEach(async () => expect(await reconcile(world)).toEqual([]))

/** The update of the admin screens: only what changed, on the condition that it still is what was opened. */
async function change(admin: Person, table: string, id: string, opened: Row, wanted: Row) {
  let update = admin.client.from(table).update(wanted).eq('id', id)
  for (const [column, value] of Object.entries(opened)) update = update.eq(column, value as string)
  return outcome(await update.select('id'))
}

const lines = (id: string) =>
  world.sql(
    `select actor_id, action, before - 'updated_at' as before, after - 'updated_at' as after
     from private.audit_log where row_id = $1 order by id`,
    [id],
  )

it('of two statuses for one order one is set, the other is told', async () => {
  const member = await createMember(world, { tokens: 1000 })
  const benefit = await createBenefit(world, { price: 10 })
  for (const _ of ROUNDS) {
    const id = await placeOrder(member, benefit)
    const opened = { status: 'pending' }
    const [first, second] = await Promise.all([
      change(ada, 'orders', id, opened, { status: 'delivered' }),
      change(bea, 'orders', id, opened, { status: 'cancelled' }),
    ])
    expect([first, second].toSorted()).toEqual([0, 1])
    const winner = first === 1 ? ada : bea
    const status = first === 1 ? 'delivered' : 'cancelled'
    expect(await world.sql('select status from orders where id = $1', [id])).toEqual([{ status }])
    expect(await lines(id)).toEqual([
      { actor_id: winner.id, action: 'update', before: opened, after: { status } },
    ])
    const moved = await world.sql('select amount from token_transactions where order_id = $1 order by seq', [
      id,
    ])
    expect(moved.map((row) => row.amount)).toEqual(status === 'cancelled' ? [-10, 10] : [-10])
  }
})

it('of two balances for one user each save counts or is told, while the member spends', async () => {
  const member = await createMember(world, { tokens: 500 })
  const benefit = await createBenefit(world, { price: 3 })
  const deltas: number[] = []
  let spent = 0
  let told = 0
  const edit = async (admin: Person, delta: number) => {
    const opened = await balanceOf(world, member.id)
    const answer = await change(
      admin,
      'profiles',
      member.id,
      { current_tokens: opened },
      { current_tokens: opened + delta, adjustment_reason: 'Test reason' },
    )
    if (answer === 1) deltas.push(delta)
    else {
      expect(answer).toBe(0)
      told++
    }
  }
  const spend = async () => {
    const answer = await member.client.from('orders').insert(orderPayload(member, benefit)).select('id')
    expect(outcome(answer)).toBe(1)
    spent += 3
  }
  for (const _ of ROUNDS) await Promise.all([edit(ada, 20), edit(bea, -11), spend(), spend()])
  expect(deltas.length + told).toBe(2 * ROUNDS.length)
  expect(told).toBeGreaterThan(0)
  expect(deltas.length).toBeGreaterThan(0)
  const gained = deltas.reduce((sum, delta) => sum + delta, 0)
  expect(await balanceOf(world, member.id)).toBe(500 + gained - spent)
  const logged = (await lines(member.id)) as { before: Row; after: Row }[]
  const steps = logged.map(
    ({ before, after }) => Number(after.current_tokens) - Number(before.current_tokens),
  )
  expect(steps.toSorted()).toEqual(deltas.toSorted())
})

it('one code that two make is made once; a batch that meets it is not made at all', async () => {
  for (const n of ROUNDS) {
    const [code, other] = [freshCode(), freshCode()]
    const table = n % 2 ? 'invite_codes' : 'redeem_codes'
    const value = n % 2 ? {} : { token_value: 5 }
    const make = async (admin: Person, ...codes: string[]) =>
      outcome(
        await admin.client
          .from(table)
          .insert(codes.map((made) => ({ code: made, batch_id: randomUUID(), ...value })))
          .select('id'),
      )
    const [alone, batch] = await Promise.all([make(ada, code), make(bea, code, other)])
    expect([alone, batch]).toEqual(alone === 1 ? [1, '23505'] : ['23505', 2])
    const found = await world.sql(`select created_by from ${table} where code = any ($1)`, [[code, other]])
    expect(found).toEqual(alone === 1 ? [{ created_by: ada.id }] : Array(2).fill({ created_by: bea.id }))
  }
})

it('a benefit that one edits and another deletes is gone, and the edit came first or is told', async () => {
  for (const _ of ROUNDS) {
    const { id } = await createBenefit(world, { price: 10 })
    const [edited, deleted] = await Promise.all([
      change(ada, 'benefits', id, { token_value: 10 }, { token_value: 12 }),
      bea.client.from('benefits').delete().eq('id', id).select('id').then(outcome),
    ])
    expect(deleted).toBe(1)
    expect(await world.sql('select from benefits where id = $1', [id])).toEqual([])
    const story = (await lines(id)).map((line) => [line.action, line.actor_id])
    expect(story).toEqual([...(edited === 1 ? [['update', ada.id]] : []), ['delete', bea.id]])
    if (edited !== 1) expect(edited).toBe(0)
  }
})

it('two who edit different fields of a benefit are both heard, of the same field the first', async () => {
  for (const _ of ROUNDS) {
    const { id } = await createBenefit(world, { price: 10, name: 'Opened' })
    const answers = await Promise.all([
      change(ada, 'benefits', id, { name: 'Opened' }, { name: 'By Ada' }),
      change(bea, 'benefits', id, { token_value: 10 }, { token_value: 12 }),
      change(bea, 'benefits', id, { name: 'Opened' }, { name: 'By Bea' }),
    ])
    expect(answers[1]).toBe(1)
    expect([answers[0], answers[2]].toSorted()).toEqual([0, 1])
    const name = answers[0] === 1 ? 'By Ada' : 'By Bea'
    expect(await world.sql('select name, token_value from benefits where id = $1', [id])).toEqual([
      { name, token_value: 12 },
    ])
    expect(await lines(id)).toHaveLength(2)
  }
})

it('a user whom one edits and another deletes leaves no edit, no login and no word behind', async () => {
  for (const n of ROUNDS.slice(0, 10)) {
    const member = await createMember(world, { tokens: 50 })
    const [edited, deleted] = await Promise.all([
      change(ada, 'profiles', member.id, { name: member.name }, { name: `Renamed ${n}` }),
      bea.client.from('profiles').delete().eq('id', member.id).select('id').then(outcome),
    ])
    expect(deleted).toBe(1)
    expect([0, 1]).toContain(edited)
    expect(await world.sql('select from auth.users where id = $1', [member.id])).toEqual([])
    expect(JSON.stringify(await lines(member.id))).not.toMatch(/Renamed|Mia/)
  }
})
