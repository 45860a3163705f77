import { expect, it } from 'vitest'
import { createAdmin, createMember, type Person } from './support/people'
import { createBenefit, freshCode, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

/** The ids of what a search finds, which its count agrees with. */
async function found(admin: Person, p_search: string, p_status?: string): Promise<string[]> {
  const { data } = await admin.client.rpc('search_orders', { p_search, p_status }).throwOnError()
  const { data: count } = await admin.client.rpc('count_orders', { p_search, p_status }).throwOnError()
  expect(count).toBe(data.length)
  return data.map(({ id }: { id: string }) => id)
}

it('the order of somebody who was renamed is found by both names, until the person is deleted', async () => {
  const admin = await createAdmin(world)
  const [before, after, last] = [freshCode(), freshCode(), freshCode()]
  const member = await createMember(world, { name: `Mia ${before}` })
  const benefit = await createBenefit(world)
  const first = await placeOrder(member, benefit)
  expect(await found(admin, after)).toEqual([])

  await member.client
    .from('profiles')
    .update({ name: `Mia ${after}` })
    .eq('id', member.id)
    .throwOnError()
  const second = await placeOrder(member, benefit)
  expect(await found(admin, before)).toEqual([first])
  expect(await found(admin, `mia ${after.toLowerCase()}`)).toEqual([second, first])
  expect(await found(admin, after, 'pending')).toEqual([second, first])
  expect(await found(admin, after, 'delivered')).toEqual([])

  await admin.client
    .from('profiles')
    .update({ name: `Mia ${last}%` })
    .eq('id', member.id)
    .throwOnError()
  expect(await found(admin, `${last}%`)).toEqual([second, first])
  expect(await found(admin, `${last}_`)).toEqual([])
  expect(await found(admin, after)).toEqual([second])

  await world.sql('update auth.users set email = $1 where id = $2', [`${after}@moved.test`, member.id])
  expect(await found(admin, `${after}@moved`)).toEqual([second, first])

  await admin.client.from('profiles').delete().eq('id', member.id).throwOnError()
  for (const name of [before, after, last]) expect(await found(admin, name)).toEqual([])
})

it('an order without a snapshot is found by what its benefit is called now, others by their snapshot', async () => {
  const admin = await createAdmin(world)
  const member = await createMember(world)
  const [was, is] = [freshCode(), freshCode()]
  const benefit = await createBenefit(world, { name: `Kit ${was}` })
  const [bare] = await world.sql<{ id: string }>(
    'insert into orders (user_id, benefit_id) values ($1, $2) returning id',
    [member.id, benefit.id],
  )
  const placed = await placeOrder(member, benefit)
  expect((await found(admin, was)).sort()).toEqual([bare?.id, placed].sort())
  await world.sql('update benefits set name = $1 where id = $2', [`Kit ${is}`, benefit.id])
  expect(await found(admin, `kit ${is}`)).toEqual([bare?.id])
  expect(await found(admin, was)).toEqual([placed])
  await world.sql('delete from benefits where id = $1', [benefit.id])
  expect(await found(admin, is)).toEqual([])
  expect(await found(admin, was)).toEqual([placed])
})
