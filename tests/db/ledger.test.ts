import { expect, it } from 'vitest'
import { chainHash, emptyChain, extendChain, type StoredEntry } from '@/entities/history/chain'
import { hexOf } from '@/lib/text'
import { columnOf, rpc } from './support/ask'
import { setStatus } from './support/notifications'
import { createActors, createAdmin, createMember } from './support/people'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('orders concurrent entries alike by sequence, time and running balance', async () => {
  const { id } = await createMember(world)
  const post = `select private.post_tokens($1, 'adjustment', $2, 'Race')`
  await Promise.all(Array.from({ length: 8 }, (_, n) => world.sql(post, [id, n + 1])))
  const wrong = `select from (
      select balance_after - amount - lag(balance_after, 1, 0) over w as off, created_at < lag(created_at) over w as back
      from token_transactions where account_id = $1 window w as (order by seq)) as entries where off <> 0 or back`
  expect(await world.sql(wrong, [id])).toEqual([])
})

const problems = (sql = world.sql) => columnOf(sql, 'select problem from private.reconcile()')

it('finds every kind of inconsistency (D2)', async () => {
  const { people } = await createActors(world)
  expect(await rpc(people.admin, 'reconcile')).toEqual([])
  const [owner, other] = [people.owner.id, people.other.id]
  const order = await placeOrder(people.owner, await createBenefit(world))
  const damages = {
    "^balance 101 is not the ledger's sum 90$": `update profiles set current_tokens = 101 where id = '${owner}'`,
    order: `update orders set status = 'cancelled' where id = '${order}'`,
    'row does not': `update token_transactions set balance_after = 99 where account_id = '${owner}' and amount = 75`,
    'row does not follow': `update token_transactions set balance_after = 91 where account_id = '${owner}' and amount < 0`,
    'token code': `insert into redeem_codes (code, token_value, uses, used_at, used_by) values ('DAMAGED', 5, 1, now(), '${owner}')`,
    'token code 0000.*1 and the ledger': `insert into redeem_codes (id, code, token_value, uses, used_at, used_by) values ('00000000-0000-4000-8000-0000000000d1', 'USED BY ANOTHER', 75, 1, now(), '${other}');
      update token_transactions set redeem_code_id = '00000000-0000-4000-8000-0000000000d1' where account_id = '${owner}' and amount = 75`,
    'token code 0000.*2 and the ledger': `insert into redeem_codes (id, code, token_value, uses, used_at, used_by) values ('00000000-0000-4000-8000-0000000000d2', 'OF ANOTHER WORTH', 74, 1, now(), '${owner}');
      update token_transactions set redeem_code_id = '00000000-0000-4000-8000-0000000000d2' where account_id = '${owner}' and amount = 75`,
    'token code 0000.*3 and its uses': `insert into redeem_codes (id, code, token_value, uses, max_uses, used_at) values ('00000000-0000-4000-8000-0000000000d3', 'NO ENTRIES', 74, 1, 2, now());
      insert into code_uses (code_id, account_id, user_id, used_at) values ('00000000-0000-4000-8000-0000000000d3', '${owner}', '${owner}', now())`,
    'names an order': `insert into token_transactions (account_id, transaction_type, amount, description, balance_after, created_at, order_id, hash)
      values ('${other}', 'purchase', 1, 'x', 101, now(), gen_random_uuid(), '')`,
    'names a token code': `update token_transactions set redeem_code_id = gen_random_uuid() where account_id = '${owner}' and amount = 75`,
    'names a benefit': `update orders set benefit_id = gen_random_uuid() where id = '${order}'`,
    'order .* names a person': `update orders set user_id = gen_random_uuid() where id = '${order}'`,
    'row .* names a person': `update token_transactions set user_id = gen_random_uuid() where account_id = '${owner}'`,
    'is sorted as': `update private.sorted_balances set tokens = tokens + 1 where user_id = '${owner}'`,
    'referral bonuses are 9 tokens off': `insert into token_transactions (account_id, transaction_type, amount, description, balance_after, created_at, hash)
      values ('${other}', 'referral_bonus', 9, 'x', 109, now(), '')`,
    'referral bonuses are -9 tokens off': `insert into private.referrals (invited_id, referrer_id, code_id, bonus, joined_at, settled_at, invited_received)
      values ('${other}', '${owner}', '${order}', 9, now(), now(), 9)`,
    'payment .* names a person': `insert into payments (user_id, account_id, kind, amount, currency) values (gen_random_uuid(), '${other}', 'membership', 100, 'usd')`,
    'account without': `update token_transactions set transaction_type = 'purchase' where account_id = '${owner}'`,
    'login without': `insert into auth.users (id, email) values (gen_random_uuid(), 'ghost@example.test')`,
  }
  for (const [problem, damage] of Object.entries(damages)) {
    await world.undone(async (sql) => {
      await sql('set local session_replication_role = replica')
      await sql(damage)
      expect(await problems(sql)).toContainEqual(expect.stringMatching(problem))
    })
  }
})

/** The account's entries in the JSON that the REST layer returns. */
const entriesOf = (account: string, sql = world.sql) =>
  columnOf<StoredEntry>(
    sql,
    'select to_jsonb(t) from token_transactions as t where account_id = $1 order by seq, amount',
    [account],
  )

/** A member with an entry of every shape: bonus, grants with a reason, an order and its refund, a code. */
async function createHistory() {
  const [admin, member] = [await createAdmin(world), await createMember(world)]
  const grant = { current_tokens: 90, adjustment_type: 'purchase', adjustment_reason: 'Räksmörgås | 50' }
  await admin.client.from('profiles').update(grant).eq('id', member.id).throwOnError()
  await setStatus(admin, await placeOrder(member, await createBenefit(world, { price: 5 })), 'cancelled')
  const code = { code: `CHAIN-${member.id}`, token_value: 7 }
  await admin.client.from('redeem_codes').insert(code).throwOnError()
  await rpc(member, 'redeem_code', { p_code: code.code })
  await world.sql(
    `select private.post_tokens($1, 'adjustment', 1, 'Old', p_at => '1999-12-31 23:59:59.000001+00')`,
    [member.id],
  )
  return member
}

it('chains each entry to the one before it, as a browser recomputes it (D47)', async () => {
  const member = await createHistory()
  const entries = await entriesOf(member.id)
  expect(entries.map((each) => each.transaction_type).join()).toBe(
    'signup_bonus,purchase,redemption,refund,redemption,adjustment',
  )
  let head = ''
  for (const entry of entries) {
    head = chainHash(head, entry)
    expect(hexOf(entry.hash)).toBe(head)
  }
  expect(extendChain(emptyChain, entries)).toEqual({ count: 6, head, balance: 98 })
})

it('names the entry that was changed, removed or inserted, in the browser and in reconcile() (D47)', async () => {
  const member = await createHistory()
  const other = await createMember(world)
  const at = (n: number) =>
    `(select id from token_transactions where account_id = '${member.id}' order by seq offset ${n - 1} limit 1)`
  const changes = [
    `actor_id = '${other.id}'`,
    `transaction_type = 'adjustment'`,
    'amount = 66',
    'balance_after = 91',
    'order_id = gen_random_uuid()',
    'redeem_code_id = gen_random_uuid()',
    `reason = 'Another reason'`,
    'reason = null, reason_salt = null',
    `reason_digest = sha256('x')`,
    `created_at = created_at + interval '1 microsecond'`,
    ...['infinity', '-infinity', '0044-03-15 BC', '294276-12-31'].map((time) => `created_at = '${time}'`),
  ]
  const damages: [position: number, damage: string][] = [
    ...changes.map((change): [number, string] => [
      2,
      `update token_transactions set ${change} where id = ${at(2)}`,
    ]),
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
