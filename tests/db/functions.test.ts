import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { createActors, createAdmin, createLogin } from './support/people'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('reconcile finds every kind of inconsistency (D2)', async () => {
  const { people, admin } = await createActors(world)
  expect((await admin.rpc('reconcile').throwOnError()).data).toEqual([])
  const [owner, other] = [people.owner.id, people.other.id]
  const order = await placeOrder(people.owner, await createBenefit(world))
  const code = (user: string) =>
    `insert into redeem_codes (code, token_value, uses, used_at, used_by) values ('DAMAGED', 5, 1, now(), ${user})`
  const damages = {
    "^balance 101 is not the ledger's sum 90$": `update profiles set current_tokens = 101 where id = '${owner}'`,
    order: `update orders set status = 'cancelled' where id = '${order}'`,
    'ledger row': `update token_transactions set balance_after = 99 where account_id = '${owner}' and amount = 75`,
    'token code': code(`'${owner}'`),
    'names an order': `insert into token_transactions (account_id, transaction_type, amount, description, balance_after, created_at, order_id, hash)
      values ('${other}', 'purchase', 1, 'x', 101, now(), gen_random_uuid(), '')`,
    'names a token code': `update token_transactions set redeem_code_id = gen_random_uuid() where account_id = '${owner}' and amount = 75`,
    'names a benefit': `update orders set benefit_id = gen_random_uuid() where id = '${order}'`,
    'order .* names a person': `update orders set user_id = gen_random_uuid() where id = '${order}'`,
    'row .* names a person': `update token_transactions set user_id = gen_random_uuid() where account_id = '${owner}'`,
    'invite code .* names a person': `update invite_codes set used_by = gen_random_uuid() where used_by = '${owner}'`,
    'token code .* names a person': code('gen_random_uuid()'),
    'account without': `update token_transactions set transaction_type = 'purchase' where account_id = '${owner}'`,
    'login without': `insert into auth.users (id, email) values (gen_random_uuid(), 'ghost@example.test')`,
  }
  for (const [problem, damage] of Object.entries(damages)) {
    await world.undone(async (sql) => {
      await sql('set local session_replication_role = replica')
      await sql(damage)
      const rows = await sql('select problem from private.reconcile()')
      expect(rows.map((row) => row.problem)).toContainEqual(expect.stringMatching(problem))
    })
  }
})

it('order_history returns who set which status (D29)', async () => {
  const { people, admin } = await createActors(world)
  const p_order_id = await placeOrder(people.owner, await createBenefit(world))
  for (const status of ['processing', 'processing', 'cancelled']) {
    await admin.from('orders').update({ status }).eq('id', p_order_id).throwOnError()
  }
  const { data } = await admin.rpc('order_history', { p_order_id }).throwOnError()
  expect(data).toMatchObject([
    { actor_name: 'Ada Admin', from_status: 'pending', to_status: 'processing' },
    { actor_name: 'Ada Admin', from_status: 'processing', to_status: 'cancelled' },
  ])
})

it("my_totals returns the caller's own totals, also to an admin (D21)", async () => {
  const actors = await createActors(world)
  await placeOrder(actors.people.owner, await createBenefit(world, { price: 30 }))
  const totals = async (actor: 'owner' | 'admin', p_type?: string) =>
    (await actors[actor].rpc('my_totals', { p_type }).throwOnError()).data
  expect(await totals('owner')).toEqual([{ received: 100, received_count: 2, spent: 30, spent_count: 1 }])
  expect(await totals('owner', 'purchase')).toEqual([
    { received: 75, received_count: 1, spent: 0, spent_count: 0 },
  ])
  expect(await totals('admin')).toEqual([{ received: 25, received_count: 1, spent: 0, spent_count: 0 }])
})

it('launch_spots_left counts every account ever created (D26)', async () => {
  const left = async (client: SupabaseClient) => (await client.rpc('launch_spots_left').throwOnError()).data
  const admin = await createAdmin(world)
  expect(await left(world.client())).toBe(await left(admin.client))
  await world.undone(async (sql) => {
    const spots = async () => (await sql('select public.launch_spots_left() as n'))[0]?.n
    await sql('set local session_replication_role = replica')
    await sql('delete from token_transactions')
    await sql('set local session_replication_role = origin')
    expect(await spots()).toBe(50)
    const first = await createLogin({ ...world, sql }, 'First')
    const second = await createLogin({ ...world, sql }, 'Second')
    expect(await spots()).toBe(48)
    await sql(`update profiles set role = 'admin' where id = $1`, [first.id])
    await sql('delete from profiles where id = $1', [second.id])
    await sql(`select private.post_tokens($1, 'purchase', 5, 'Bought')`, [first.id])
    expect(await spots()).toBe(48)
    await sql('set local session_replication_role = replica')
    await sql(`insert into token_transactions (account_id, transaction_type, amount, description, balance_after, created_at, hash)
      select gen_random_uuid(), 'signup_bonus', 25, 'Signup bonus', 25, now(), '' from generate_series(1, 60)`)
    expect(await spots()).toBe(0)
  })
})

it('make_first_admin promotes by email while there is no admin (D11)', async () => {
  const { email, id } = await createLogin(world, 'Fay First')
  await world.undone(async (sql) => {
    await sql('set local session_replication_role = replica')
    await sql(`update profiles set role = 'user'`)
    await sql('set local session_replication_role = origin')
    await sql('select private.make_first_admin($1)', [` ${email.toUpperCase()} `])
    expect(await sql(`select id from profiles where role = 'admin'`)).toEqual([{ id }])
  })
})
