import { expect, it } from 'vitest'
import { createAdmin, createMember } from './support/people'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('orders concurrent entries alike by sequence, time and running balance', async () => {
  const { id } = await createMember(world)
  const post = `select private.post_tokens($1, 'purchase', $2, 'Race')`
  await Promise.all(Array.from({ length: 20 }, (_, n) => world.sql(post, [id, n + 1])))
  const rows = await world.sql<{ amount: number; balance_after: number; created_at: Date }>(
    'select amount, balance_after, created_at from token_transactions where account_id = $1 order by seq',
    [id],
  )
  let balance = 0
  for (const { amount, balance_after } of rows) {
    balance += amount
    expect(balance_after).toBe(balance)
  }
  const times = rows.map((row) => row.created_at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

it("records an admin's new balance without type and reason, under D7's condition, and names nobody (D47, D60)", async () => {
  const admin = await createAdmin(world)
  const member = await createMember(world, { tokens: 40 })
  const set = (opened: number, current_tokens: number) =>
    admin.client
      .from('profiles')
      .update({ current_tokens })
      .eq('id', member.id)
      .eq('current_tokens', opened)
      .select('id')
  expect((await set(39, 50)).data).toEqual([])
  expect((await set(40, 50)).data).toEqual([{ id: member.id }])
  expect((await set(50, 45)).data).toEqual([{ id: member.id }])
  const { data } = await member.client
    .from('token_transactions')
    .select('transaction_type, amount, description, reason, actor_id')
    .order('seq', { ascending: false })
    .limit(2)
    .throwOnError()
  const corrected = {
    transaction_type: 'adjustment',
    description: 'From Guildhall',
    reason: null,
    actor_id: admin.id,
  }
  expect(data).toEqual([
    { ...corrected, amount: -5 },
    { ...corrected, amount: 10 },
  ])
})
