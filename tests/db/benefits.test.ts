import { expect, it } from 'vitest'
import { undoneAsAdmin } from './support/as-admin'
import { outcome } from './support/outcome'
import { createCast } from './support/people'
import { createBenefit } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const REFUSED = { owner: 0, other: 0, anonymous: '42501', expired: 'PGRST303' } as const
const ACTORS = ['owner', 'other', 'anonymous', 'expired'] as const

it('only admins create benefits', async () => {
  const cast = await createCast(world)
  const benefit = { name: ' Fresh ', description: ' New. ', token_value: 5, image_url: ' ', is_active: true }
  const create = async (actor: 'admin' | (typeof ACTORS)[number], changes = {}) =>
    outcome(
      await cast[actor]
        .from('benefits')
        .insert({ ...benefit, ...changes })
        .select('id'),
    )
  for (const actor of ACTORS) expect(await create(actor)).toBe(actor === 'expired' ? 'PGRST303' : '42501')
  expect(await create('admin', { token_value: 0 })).toBe('23514')
  expect(await create('admin', { name: '  ' })).toBe('23514')
  const { data } = await cast.admin
    .from('benefits')
    .insert(benefit)
    .select('name, description, image_url')
    .throwOnError()
  expect(data).toEqual([{ name: 'Fresh', description: 'New.', image_url: null }])
})

it('only admins change benefits', async () => {
  const cast = await createCast(world)
  const { id } = await createBenefit(world, { price: 10 })
  const price = async () =>
    (await world.sql('select token_value from benefits where id = $1', [id]))[0]?.token_value
  for (const actor of ACTORS) {
    expect(
      outcome(await cast[actor].from('benefits').update({ token_value: 1 }).eq('id', id).select('id')),
    ).toBe(REFUSED[actor])
  }
  expect(await price()).toBe(10)
  expect(
    outcome(await cast.admin.from('benefits').update({ token_value: 11 }).eq('id', id).select('id')),
  ).toBe(1)
  expect(await price()).toBe(11)
})

it('no two changes of a benefit have the same time, which is what a change is sent on the condition of', async () => {
  const { id } = await createBenefit(world, { price: 10 })
  await undoneAsAdmin(world, async (sql) => {
    // now() stands still in a transaction, as it does for two that begin in the same microsecond.
    const change = (price: number) =>
      sql<{ at: string }>(
        'update benefits set token_value = $2 where id = $1 returning updated_at::text as at',
        [id, price],
      )
    const times = [...(await change(11)), ...(await change(12)), ...(await change(12))].map(({ at }) => at)
    expect(new Set(times).size).toBe(3)
    expect([...times].sort()).toEqual(times)
  })
})

it('only admins delete benefits', async () => {
  const cast = await createCast(world)
  const { id } = await createBenefit(world)
  for (const actor of ACTORS) {
    expect(outcome(await cast[actor].from('benefits').delete().eq('id', id).select('id'))).toBe(
      REFUSED[actor],
    )
  }
  expect(await world.sql('select from benefits where id = $1', [id])).toHaveLength(1)
  expect(outcome(await cast.admin.from('benefits').delete().eq('id', id).select('id'))).toBe(1)
})
