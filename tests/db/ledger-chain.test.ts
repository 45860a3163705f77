import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { chainHash } from '@/entities/history/chain'
import { hexOf } from '@/entities/history/hex'
import { emptyChain, extendChain, type StoredEntry } from '@/entities/history/verify'
import { createAdmin, createMember } from './support/people'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

/** The account's entries in the JSON that the REST layer returns. */
const entriesOf = async (account: string, sql = world.sql) =>
  (
    await sql(
      'select to_jsonb(t) as entry from token_transactions as t where account_id = $1 order by seq, amount',
      [account],
    )
  ).map(({ entry }) => entry as StoredEntry)

/** A member with an entry of every shape: bonus, grants with a reason, an order and its refund, a code. */
async function createHistory() {
  const admin = await createAdmin(world)
  const member = await createMember(world)
  const grant = { current_tokens: 90, adjustment_type: 'purchase', adjustment_reason: 'Räksmörgås | 50' }
  await admin.client.from('profiles').update(grant).eq('id', member.id).throwOnError()
  const order = await placeOrder(member, await createBenefit(world, { price: 5 }))
  await admin.client.from('orders').update({ status: 'cancelled' }).eq('id', order).throwOnError()
  await admin.client
    .from('redeem_codes')
    .insert({ code: `CHAIN-${member.id}`, token_value: 7 })
    .throwOnError()
  await member.client.rpc('redeem_code', { p_code: `CHAIN-${member.id}` }).throwOnError()
  await world.sql(
    `select private.post_tokens($1, 'purchase', 1, 'Old', p_at => '1999-12-31 23:59:59.000001+00')`,
    [member.id],
  )
  return { admin, member }
}

const problems = async (sql = world.sql) =>
  (await sql('select problem from private.reconcile()')).map((row) => String(row.problem))

it('chains each entry to the one before it, as a browser recomputes it (D47)', async () => {
  const { member } = await createHistory()
  const entries = await entriesOf(member.id)
  expect(entries.map((each) => each.transaction_type)).toEqual([
    'signup_bonus',
    'purchase',
    'redemption',
    'refund',
    'redemption',
    'purchase',
  ])
  let head = ''
  for (const entry of entries) {
    head = chainHash(head, entry)
    expect(hexOf(entry.hash)).toBe(head)
  }
  expect(extendChain(emptyChain, entries)).toEqual({ count: 6, head, balance: 98 })
})

it('names the entry that was changed, removed or inserted, in the browser and in reconcile()', async () => {
  const { member } = await createHistory()
  const other = await createMember(world)
  const at = (n: number) =>
    `(select id from token_transactions where account_id = '${member.id}' order by seq offset ${n - 1} limit 1)`
  const set = (change: string) => `update token_transactions set ${change} where id = ${at(2)}`
  const damages: [position: number, damage: string][] = [
    [2, set(`actor_id = '${other.id}'`)],
    [2, set(`transaction_type = 'adjustment'`)],
    [2, set('amount = 66')],
    [2, set('balance_after = 91')],
    [2, set('order_id = gen_random_uuid()')],
    [2, set('redeem_code_id = gen_random_uuid()')],
    [2, set(`reason = 'Another reason'`)],
    [2, set('reason = null, reason_salt = null')],
    [2, set(`reason_digest = sha256('x')`)],
    [2, set(`created_at = created_at + interval '1 microsecond'`)],
    [2, set(`created_at = 'infinity'`)],
    [2, set(`created_at = '-infinity'`)],
    [2, set(`created_at = '0044-03-15 BC'`)],
    [2, set(`created_at = '294276-12-31'`)],
    [6, `update token_transactions set reason = 'Added' where id = ${at(6)}`],
    [2, `delete from token_transactions where id = ${at(2)}`],
    [
      3,
      `insert into token_transactions (seq, account_id, user_id, transaction_type, amount, description, balance_after, created_at, hash)
      overriding system value select seq, account_id, user_id, 'purchase', -9, 'x', 81, created_at, hash
      from token_transactions where id = ${at(3)}`,
    ],
  ]
  for (const [position, damage] of damages) {
    await world.undone(async (sql) => {
      await sql('set local session_replication_role = replica')
      await sql('alter table token_transactions drop constraint token_transactions_seq_key')
      await sql(damage)
      const chain = extendChain(emptyChain, await entriesOf(member.id, sql))
      expect([damage, chain.broken?.position]).toEqual([damage, position])
      expect(await problems(sql)).toContainEqual(expect.stringContaining('is not the one that was chained'))
    })
  }
})

it('names an entry that its member cannot read', async () => {
  const { member } = await createHistory()
  const hidden = `update token_transactions set user_id = null where account_id = '${member.id}' and transaction_type = 'refund'`
  await world.undone(async (sql) => {
    await sql('set local session_replication_role = replica')
    await sql(hidden)
    expect(await problems(sql)).toEqual([expect.stringContaining('is hidden from its member')])
  })
})

it('stays whole when the person is erased (D12)', async () => {
  const { admin, member } = await createHistory()
  const heads = 'select hash from token_transactions where account_id = $1 order by seq'
  const before = await world.sql(heads, [member.id])
  await admin.client.from('profiles').delete().eq('id', member.id).throwOnError()
  expect(await world.sql(heads, [member.id])).toEqual(before)
  expect(
    await world.sql(
      'select reason, reason_salt from token_transactions where account_id = $1 and reason_digest is not null',
      [member.id],
    ),
  ).toEqual([{ reason: null, reason_salt: null }])
  expect(await problems()).toEqual([])
})

it('chains the rows of an older ledger in their order', async () => {
  const { member } = await createHistory()
  const wanted = await entriesOf(member.id)
  await world.undone(async (sql) => {
    await sql(`drop function private.broken_chains() cascade; drop trigger token_transactions_chain on token_transactions;
      alter table token_transactions drop column hash, drop column reason_digest, drop column reason_salt;
      drop function private.ledger_chain(), private.ledger_hash, private.reason_digest`)
    await sql(readFileSync('supabase/migrations/20261122000610_ledger_chain.sql', 'utf8'))
    const [first] = await entriesOf(member.id, sql)
    // Up to the first reason, whose salt is new.
    expect(first?.hash).toBe(wanted[0]?.hash)
    expect(await sql('select problem from private.broken_chains()')).toEqual([])
    await expect(
      sql(`update token_transactions set amount = 1 where account_id = '${member.id}'`),
    ).rejects.toThrow('ledger_is_append_only')
  })
})
