import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { outcome } from '../support/outcome'
import { createCast } from '../support/people'
import { balanceOf, createBenefit, orderPayload, placeOrder } from '../support/rows'
import type { World } from '../support/world'

/** D1: one insert is the order, its debit and its ledger row. */
export async function orderIsCharged(world: World): Promise<void> {
  const { people } = await createCast(world)
  const id = await placeOrder(people.owner, await createBenefit(world, { price: 40 }))
  expect(await balanceOf(world, people.owner.id)).toBe(60)
  const rows = await world.sql(
    'select transaction_type, amount, balance_after, description, actor_id from token_transactions where order_id = $1',
    [id],
  )
  expect(rows).toEqual([
    {
      transaction_type: 'redemption',
      amount: -40,
      balance_after: 60,
      description: 'Redeemed: Test Benefit',
      actor_id: people.owner.id,
    },
  ])
}

/** D3, D8, D25: everything but id, buyer and delivery email comes from the server. */
export async function serverWritesTheOrder(world: World): Promise<void> {
  const { people, owner } = await createCast(world)
  const benefit = await createBenefit(world, { price: 40 })
  const payload = orderPayload(people.owner, benefit, {
    status: 'delivered',
    benefit_name: 'Forged',
    benefit_image_url: '/forged.svg',
    benefit_description: 'Forged.',
    redemption_email: '  gift@example.test ',
  })
  expect(outcome(await owner.from('orders').insert(payload).select('id'))).toBe(1)
  const [order] = await world.sql(
    `select *, due_at - created_at = interval '48 hours' as due_in_48_hours, now() - created_at < interval '1 minute' as fresh
     from orders where id = $1`,
    [payload.id],
  )
  expect(order).toMatchObject({
    status: 'pending',
    account_id: people.owner.id,
    benefit_name: 'Test Benefit',
    benefit_token_value: 40,
    benefit_image_url: '/benefits/test.svg',
    benefit_description: 'What it is.',
    customer_name: 'Olga Owner',
    customer_email: people.owner.email,
    redemption_email: 'gift@example.test',
    due_in_48_hours: true,
    fresh: true,
  })
  expect(order?.order_number).toMatch(/^ORD-\d{6}$/)
}

/** D3: yesterday's price buys nothing; the refusal says today's. */
export async function onlyTodaysPriceIsPaid(world: World): Promise<void> {
  const { people, owner } = await createCast(world)
  const benefit = await createBenefit(world, { price: 40 })
  const { error } = await owner
    .from('orders')
    .insert(orderPayload(people.owner, benefit, { benefit_token_value: 1 }))
  expect(error).toMatchObject({ code: 'PT409', message: 'price_changed', details: '40' })
  expect(await balanceOf(world, people.owner.id)).toBe(100)
  await placeOrder(people.owner, benefit)
  expect(await balanceOf(world, people.owner.id)).toBe(60)
}

/** An order is placed for oneself only, by an admin as well. */
export async function nobodyOrdersForAnother(world: World): Promise<void> {
  const { people, owner, other, admin, anonymous, expired } = await createCast(world)
  const benefit = await createBenefit(world)
  const place = async (client: typeof owner) =>
    outcome(await client.from('orders').insert(orderPayload(people.owner, benefit)).select('id'))
  expect(await place(other)).toBe('42501')
  expect(await place(admin)).toBe('42501')
  expect(await place(anonymous)).toBe('42501')
  expect(await place(expired)).toBe('PGRST303')
  expect(await balanceOf(world, people.owner.id)).toBe(100)
  expect(await place(owner)).toBe(1)
  expect(await balanceOf(world, people.owner.id)).toBe(90)
}

/** Only admins set a status; the server stamps the time whatever the client sends. */
export async function adminsSetTheStatus(world: World): Promise<void> {
  const { people, owner, other, admin, anonymous, expired } = await createCast(world)
  const id = await placeOrder(people.owner, await createBenefit(world))
  const set = async (client: typeof owner) =>
    outcome(
      await client
        .from('orders')
        .update({ status: 'processing', updated_at: '2001-01-01' })
        .eq('id', id)
        .select('id'),
    )
  expect(await set(owner)).toBe(0)
  expect(await set(other)).toBe(0)
  expect(await set(anonymous)).toBe('42501')
  expect(await set(expired)).toBe('PGRST303')
  expect(await world.sql('select status from orders where id = $1', [id])).toEqual([{ status: 'pending' }])
  expect(await set(admin)).toBe(1)
  const [order] = await world.sql(
    `select status, updated_at > created_at as stamped from orders where id = $1`,
    [id],
  )
  expect(order).toEqual({ status: 'processing', stamped: true })
}

/** An order's snapshot and owner never change, and orders never go. */
export async function ordersAreImmutable(world: World): Promise<void> {
  const { people, admin } = await createCast(world)
  const id = await placeOrder(people.owner, await createBenefit(world))
  const changes = [
    { benefit_token_value: 1 },
    { user_id: people.other.id },
    { order_number: 'ORD-1' },
    { redemption_email: 'x@y.z' },
  ]
  for (const change of changes) {
    expect(outcome(await admin.from('orders').update(change).eq('id', id).select('id'))).toBe('42501')
  }
  expect(outcome(await admin.from('orders').delete().eq('id', id).select('id'))).toBe('42501')
  // Below the grants: what a role that was granted everything would meet.
  await world.undone(async (sql) => {
    await sql('grant all on all tables in schema public to service_role')
    await sql('set local role service_role')
    await expect(sql(`update orders set benefit_token_value = 1 where id = $1`, [id])).rejects.toThrow(
      'order_is_immutable',
    )
  })
  await world.undone(async (sql) => {
    await expect(sql('delete from orders where id = $1', [id])).rejects.toMatchObject({ code: '42501' })
  })
}

/** D6: an order's ledger rows add up to 0 if it is cancelled and to minus its price otherwise. */
export async function cancellingGivesTheTokensBack(world: World): Promise<void> {
  const { people, admin } = await createCast(world)
  const id = await placeOrder(people.owner, await createBenefit(world, { price: 60 }))
  const set = async (status: string) => {
    const answer = await admin.from('orders').update({ status }).eq('id', id).select('id')
    return [outcome(answer), await balanceOf(world, people.owner.id)]
  }
  expect(await set('delivered')).toEqual([1, 40])
  expect(await set('cancelled')).toEqual([1, 100])
  expect(await set('cancelled')).toEqual([1, 100])
  expect(await set('pending')).toEqual([1, 40])
  expect(await set('cancelled')).toEqual([1, 100])
  await placeOrder(people.owner, await createBenefit(world, { price: 50 }))
  expect(await set('completed')).toEqual(['insufficient_tokens', 50])
  expect(await world.sql('select status from orders where id = $1', [id])).toEqual([{ status: 'cancelled' }])
  const rows = await world.sql(
    'select transaction_type, amount, actor_id from token_transactions where order_id = $1 order by seq',
    [id],
  )
  expect(rows.map((row) => [row.transaction_type, row.amount])).toEqual([
    ['redemption', -60],
    ['refund', 60],
    ['redemption', -60],
    ['refund', 60],
  ])
  expect(rows[1]?.actor_id).toBe(people.admin.id)
}

/** An order that comes while the price is being changed waits, and meets the new price: nobody pays yesterday's. */
export async function repricingIsWaitedFor(world: World): Promise<void> {
  const { people, owner } = await createCast(world)
  const benefit = await createBenefit(world, { price: 10 })
  let placed: Promise<string | number> | undefined
  await world.commits(async (sql) => {
    await sql('update benefits set token_value = 12 where id = $1', [benefit.id])
    const [session] = await sql<{ pid: number }>('select pg_backend_pid() as pid')
    let answered = false
    placed = Promise.resolve(owner.from('orders').insert(orderPayload(people.owner, benefit)).select('id'))
      .then(outcome)
      .finally(() => {
        answered = true
      })
    const waits = async () =>
      (
        await world.sql('select from pg_stat_activity where $1::int = any (pg_blocking_pids(pid))', [
          session?.pid,
        ])
      ).length > 0
    // Not expect.poll, which works in a test only: mutants are proven without one.
    while (!answered && !(await waits())) await setTimeout(20)
  })
  expect(await placed).toBe('price_changed')
  expect(await balanceOf(world, people.owner.id)).toBe(100)
  const again = orderPayload(people.owner, { ...benefit, token_value: 12 })
  expect(outcome(await owner.from('orders').insert(again).select('id'))).toBe(1)
  expect(await balanceOf(world, people.owner.id)).toBe(88)
}
