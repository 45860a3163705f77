import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Host, startHost } from './crashes/host.ts'
import { interrupt } from './crashes/prove.ts'
import { benefitOf, living } from './model/model'
import { placing } from './operations/orders.ts'

let host: Host
let proof: Awaited<ReturnType<typeof interrupt>>
beforeAll(async () => {
  host = await startHost()
  proof = await interrupt(host, {
    victims: ['postgres'],
    writes: 100,
    connections: 5,
    writers: 6,
    groups: 40,
  })
}, 240_000)
afterAll(() => host.close())

it('loses nothing that was acknowledged when connections and the database are killed', () => {
  expect(proof.tally.failures).toEqual([])
  expect(proof.tally.tried).toBeGreaterThanOrEqual(100)
  expect(proof.tally.words).toEqual(['kills 6, acknowledged', 'lost'])
})

it('commits to disk before it responds', async () => {
  const settings = await host.sql(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by 1`,
  )
  expect(settings.map(({ setting }) => setting)).toEqual(['on', 'on', 'on'])
})

describe('detects', () => {
  it('an order that was acknowledged and is not there', async () => {
    const group = proof.journal.groups[0]!
    const { model } = group
    const buyer = living(model)[0]!
    const benefit = benefitOf({ id: 'none', name: 'None', price: 0, active: true })
    const after = structuredClone(model)
    Object.assign(group, { model: after })
    after.benefits.set('none', benefit)
    const wanted = { id: crypto.randomUUID(), owner: buyer.id, benefit: 'none', price: 0, email: 'a@b.test' }
    expect(placing(buyer.id, wanted).does(after)).toBe('rows 1')
    after.benefits.delete('none')
    after.sent.set(wanted.id, { kind: 'order', words: 'the order' })
    expect(await proof.again()).toContainEqual(
      'in round 1, orders, the order: it is not there, and by the model it is',
    )
    group.model = model
    expect(await proof.again()).toEqual([])
  })

  it('an order without its debit, and one without a request', async () => {
    const asReplica = (text: string) => host.sql(`set session_replication_role = replica; ${text}`)
    await asReplica(`update token_transactions set order_id = null where order_id = (
      select order_id from token_transactions where amount < 0 and order_id is not null limit 1)`)
    await asReplica(`insert into orders (account_id, benefit_name, benefit_token_value, redemption_email, order_number, due_at)
      select account_id, 'x', 1, 'a@b.test', 'ORD-999999', now() from orders limit 1`)
    const failures = await proof.again()
    expect(failures).toContainEqual(
      expect.stringMatching(/ledger, .* entry \d+: order is null, and by the model/),
    )
    expect(failures).toContainEqual('in round 1 there were 1 orders that no write explains')
  })
})
