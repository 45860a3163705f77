import { expect, it } from 'vitest'
import { createMember } from './support/people'
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
