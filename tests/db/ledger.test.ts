import { expect, it } from 'vitest'
import * as ledger from './probes/ledger'
import { outcome } from './support/outcome'
import { createCast } from './support/people'
import { balanceOf } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('rows are never changed or removed (D2)', () => ledger.ledgerOnlyGrows(world))
it('a balance set by hand fails at commit (D2)', () => ledger.balanceByHandFailsAtCommit(world))
it('a row that states a wrong balance fails at commit (D2)', () => ledger.ledgerRowsFollowEachOther(world))
it('the bonus is paid once (D5)', () => ledger.bonusIsPaidOnce(world))
it('a token code is credited once', () => ledger.codeIsCreditedOnce(world))
it('no balance goes below zero (D2)', () => ledger.balanceNeverGoesBelowZero(world))
it('grants alone do not open the ledger (D1)', () => ledger.grantsDoNotOpenTheLedger(world))

it('no client writes the ledger, admins included (D1)', async () => {
  const { people, owner, other, admin, anonymous, expired } = await createCast(world)
  const row = { user_id: people.owner.id, transaction_type: 'purchase', amount: 500, description: 'Gift' }
  for (const [client, refusal] of [
    [owner, '42501'],
    [other, '42501'],
    [admin, '42501'],
    [anonymous, '42501'],
    [expired, 'PGRST303'],
  ] as const) {
    const table = () => client.from('token_transactions')
    expect(outcome(await table().insert(row).select('id'))).toBe(refusal)
    expect(outcome(await table().update({ amount: 1 }).eq('user_id', people.owner.id).select('id'))).toBe(
      refusal,
    )
    expect(outcome(await table().delete().eq('user_id', people.owner.id).select('id'))).toBe(refusal)
  }
  expect(await balanceOf(world, people.owner.id)).toBe(100)
  expect(outcome(await owner.from('token_transactions').select('id').eq('user_id', people.owner.id))).toBe(2)
})

it('the order of `seq` and of the times is the order of the balances', async () => {
  const { people } = await createCast(world)
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      world.sql(`select private.post_tokens($1, 'purchase', $2, 'Race')`, [people.owner.id, n + 1]),
    ),
  )
  const rows = await world.sql<{ amount: number; balance_after: number; created_at: Date }>(
    'select amount, balance_after, created_at from token_transactions where account_id = $1 order by seq',
    [people.owner.id],
  )
  let balance = 0
  for (const row of rows) {
    balance += row.amount
    expect(row.balance_after).toBe(balance)
  }
  const times = rows.map((row) => row.created_at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})
