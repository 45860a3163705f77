import { afterEach, beforeEach, expect, it } from 'vitest'
import { outcome } from './support/outcome'
import { createAdmin, createCast, createMember, PASSWORD } from './support/people'
import {
  balanceOf,
  createBenefit,
  createInviteCode,
  createTokenCode,
  orderPayload,
  placeOrder,
  reconcile,
} from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const FIFTY = Array.from({ length: 50 }, (_, n) => n)

beforeEach(() => world.sql('delete from private.attempts'))
afterEach(async () => expect(await reconcile(world)).toEqual([]))

const tally = (outcomes: (string | number)[]) => {
  const counts: Record<string, number> = {}
  for (const one of outcomes) counts[one] = (counts[one] ?? 0) + 1
  return counts
}

it('50 redemptions of one code credit it once', async () => {
  const members = await Promise.all(Array.from({ length: 10 }, () => createMember(world)))
  const { id, code } = await createTokenCode(world, 50)
  const answers = await Promise.all(
    FIFTY.map((n) => members[n % 10]?.client.rpc('redeem_code', { p_code: code }).throwOnError()),
  )
  expect(answers.filter((answer) => answer?.data[0].ok)).toHaveLength(1)
  expect(await world.sql('select amount from token_transactions where redeem_code_id = $1', [id])).toEqual([
    { amount: 50 },
  ])
  const balances = await Promise.all(members.map((member) => balanceOf(world, member.id)))
  expect(balances.toSorted((a, b) => a - b)).toEqual([...Array(9).fill(25), 75])
})

it('25 tokens and 50 orders of a 10-token benefit make exactly 2', async () => {
  const member = await createMember(world)
  const benefit = await createBenefit(world, { price: 10 })
  const outcomes = await Promise.all(
    FIFTY.map(async () =>
      outcome(await member.client.from('orders').insert(orderPayload(member, benefit)).select('id')),
    ),
  )
  expect(tally(outcomes)).toEqual({ 1: 2, insufficient_tokens: 48 })
  expect(await world.sql('select from orders where user_id = $1', [member.id])).toHaveLength(2)
  expect(await balanceOf(world, member.id)).toBe(5)
})

it('50 sign-ups with one invite make one account and nothing else', async () => {
  const { code } = await createInviteCode(world)
  const answers = await Promise.all(
    FIFTY.map((n) =>
      world.client().auth.signUp({
        email: `racer-${n}-${code.toLowerCase()}@example.test`,
        password: PASSWORD,
        options: { data: { name: `Racer ${n}`, phone: '', invite_code: code } },
      }),
    ),
  )
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  const like = [`racer-%-${code.toLowerCase()}@example.test`]
  expect(await world.sql('select from auth.users where email like $1', like)).toHaveLength(1)
  expect(await world.sql('select from auth.identities where email like $1', like)).toHaveLength(1)
  const profiles = await world.sql('select id, current_tokens from profiles where email like $1', like)
  expect(profiles).toMatchObject([{ current_tokens: 25 }])
  expect(await world.sql('select used_by from invite_codes where code = $1', [code])).toEqual([
    { used_by: profiles[0]?.id },
  ])
})

it('the same order id sent 50 times charges once', async () => {
  const member = await createMember(world, { tokens: 500 })
  const payload = orderPayload(member, await createBenefit(world, { price: 10 }))
  const outcomes = await Promise.all(
    FIFTY.map(async () => outcome(await member.client.from('orders').insert(payload).select('id'))),
  )
  expect(tally(outcomes)).toEqual({ 1: 1, 23505: 49 })
  expect(await balanceOf(world, member.id)).toBe(490)
})

it('50 cancels by two admins refund once', async () => {
  const { people, admin } = await createCast(world)
  const { client: second } = await createAdmin(world)
  const id = await placeOrder(people.owner, await createBenefit(world, { price: 40 }))
  const outcomes = await Promise.all(
    FIFTY.map(async (n) => {
      const orders = (n % 2 ? admin : second).from('orders')
      return outcome(await orders.update({ status: 'cancelled' }).eq('id', id).select('id'))
    }),
  )
  expect(tally(outcomes)).toEqual({ 1: 50 })
  expect(await balanceOf(world, people.owner.id)).toBe(100)
  const rows = await world.sql('select amount from token_transactions where order_id = $1 order by seq', [id])
  expect(rows).toEqual([{ amount: -40 }, { amount: 40 }])
})

it('orders, codes, cancels and edits of one account at once leave it sound', async () => {
  const { people, owner, admin } = await createCast(world, { tokens: 60 })
  const benefit = await createBenefit(world, { price: 10 })
  const orders = await Promise.all([placeOrder(people.owner, benefit), placeOrder(people.owner, benefit)])
  const codes = await Promise.all(FIFTY.slice(0, 5).map(() => createTokenCode(world, 7)))
  await Promise.all([
    ...FIFTY.map(() => owner.from('orders').insert(orderPayload(people.owner, benefit))),
    ...codes.map(({ code }) => owner.rpc('redeem_code', { p_code: code })),
    ...FIFTY.slice(0, 10).map((n) =>
      admin
        .from('orders')
        .update({ status: n % 2 ? 'cancelled' : 'delivered' })
        .eq('id', orders[n % 2]),
    ),
    ...FIFTY.slice(0, 5).map((n) =>
      admin
        .from('profiles')
        .update({ current_tokens: n, adjustment_reason: 'Test reason' })
        .eq('id', people.owner.id),
    ),
  ])
  expect(await balanceOf(world, people.owner.id)).toBeGreaterThanOrEqual(0)
})

it('two admins who demote each other leave one', async () => {
  const [first, second] = await Promise.all([createAdmin(world), createAdmin(world)])
  // The other admins of this database step back for the length of the race.
  const others = await world.sql(
    `update profiles set role = 'user' where role = 'admin' and id <> all ($1) returning id`,
    [[first.id, second.id]],
  )
  const demote = async (by: typeof first, whom: string) =>
    outcome(await by.client.from('profiles').update({ role: 'user' }).eq('id', whom).select('id'))
  const outcomes = await Promise.all([demote(first, second.id), demote(second, first.id)])
  expect(outcomes.filter((one) => one === 1)).toHaveLength(1)
  expect(await world.sql(`select from profiles where role = 'admin'`)).toHaveLength(1)
  await world.sql(`update profiles set role = 'admin' where id = any ($1)`, [others.map((row) => row.id)])
})
