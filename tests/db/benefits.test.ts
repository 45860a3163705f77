import { expect, it } from 'vitest'
import { undoneAsAdmin } from './support/as-admin'
import { createAdmin } from './support/people'
import { createBenefit } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('trims the texts of a benefit, and stores a blank picture as null', async () => {
  const { client } = await createAdmin(world)
  const { data } = await client
    .from('benefits')
    .insert({ name: ' Fresh ', description: ' New. ', token_value: 5, image_url: ' ' })
    .select('name, description, image_url')
    .throwOnError()
  expect(data).toEqual([{ name: 'Fresh', description: 'New.', image_url: null }])
})

it('returns what a benefit is worth as a number, which forms compare with what was typed', async () => {
  const { id } = await createBenefit(world)
  await world.sql('update benefits set estimated_value = 90 where id = $1', [id])
  const { client } = await createAdmin(world)
  const { data } = await client.from('benefits').select('estimated_value').eq('id', id).throwOnError()
  expect(data).toEqual([{ estimated_value: 90 }])
})

it('gives every change of a benefit a later time, even within one transaction (D7)', async () => {
  const { id } = await createBenefit(world, { price: 10 })
  await undoneAsAdmin(world, async (sql) => {
    const times: string[] = []
    for (const price of [11, 12, 12]) {
      const update = 'update benefits set token_value = $2 where id = $1 returning updated_at::text as at'
      times.push((await sql<{ at: string }>(update, [id, price]))[0]?.at ?? '')
    }
    expect(new Set(times).size).toBe(3)
    expect(times.toSorted()).toEqual(times)
  })
})
