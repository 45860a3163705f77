import { expect, it } from 'vitest'
import { createAdmin, createMember, type Person } from './support/people'
import { createBenefit, freshCode, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

/** The ids that a search finds, which is as many as it counts. */
async function find(admin: Person, search: string, status?: string): Promise<string[]> {
  const p_filter = { search, status }
  const { data } = await admin.client.rpc('search_orders', { p_filter }).throwOnError()
  const { data: count } = await admin.client.rpc('count_orders', { p_filter }).throwOnError()
  expect(count).toBe(data.length)
  return data.map(({ id }: { id: string }) => id)
}

it('finds orders by the past and present names of a customer until the customer is deleted', async () => {
  const admin = await createAdmin(world)
  const [before, after, last] = [freshCode(), freshCode(), freshCode()]
  const member = await createMember(world, { name: `Mia ${before}` })
  const rename = (client: Person['client'], name: string) =>
    client.from('profiles').update({ name }).eq('id', member.id).throwOnError()
  const benefit = await createBenefit(world)
  const first = await placeOrder(member, benefit)
  expect(await find(admin, after)).toEqual([])

  await rename(member.client, `Mia ${after}`)
  const second = await placeOrder(member, benefit)
  expect(await find(admin, before)).toEqual([first])
  expect(await find(admin, `mia ${after.toLowerCase()}`)).toEqual([second, first])
  expect(await find(admin, after, 'pending')).toEqual([second, first])
  expect(await find(admin, after, 'delivered')).toEqual([])

  await rename(admin.client, `Mia ${last}%`)
  expect(await find(admin, `${last}%`)).toEqual([second, first])
  expect(await find(admin, `${last}_`)).toEqual([])
  expect(await find(admin, after)).toEqual([second])

  await world.sql('update auth.users set email = $1 where id = $2', [`${after}@moved.test`, member.id])
  expect(await find(admin, `${after}@moved`)).toEqual([second, first])

  await admin.client.from('profiles').delete().eq('id', member.id).throwOnError()
  for (const name of [before, after, last]) expect(await find(admin, name)).toEqual([])
})

it('finds an order by its snapshot, or without one by the present name of its benefit', async () => {
  const admin = await createAdmin(world)
  const member = await createMember(world)
  const [was, is] = [freshCode(), freshCode()]
  const benefit = await createBenefit(world, { name: `Kit ${was}` })
  const [bare] = await world.sql<{ id: string }>(
    'insert into orders (user_id, benefit_id) values ($1, $2) returning id',
    [member.id, benefit.id],
  )
  const placed = await placeOrder(member, benefit)
  const [{ number = '' } = {}] = await world.sql<{ number: string }>(
    'select order_number as number from orders where id = $1',
    [placed],
  )
  for (const term of [number, number.slice(4), number.toLowerCase()])
    expect(await find(admin, term)).toEqual([placed])
  expect(await find(admin, member.email.slice(0, 13).toUpperCase())).toEqual([placed])
  expect((await find(admin, was)).sort()).toEqual([bare?.id, placed].sort())
  await world.sql('update benefits set name = $1 where id = $2', [`Kit ${is}`, benefit.id])
  expect(await find(admin, `kit ${is}`)).toEqual([bare?.id])
  expect(await find(admin, was)).toEqual([placed])
  await world.sql('delete from benefits where id = $1', [benefit.id])
  expect(await find(admin, is)).toEqual([])
  expect(await find(admin, was)).toEqual([placed])
})

it('treats pending orders past their due time as overdue in the list, the search and the count (D25)', async () => {
  const member = await createMember(world)
  const admin = await createAdmin(world)
  const benefit = await createBenefit(world, { name: `Late ${freshCode()}`, price: 1 })
  const place = () => placeOrder(member, benefit)
  const [late, fresh, delivered, undated] = [await place(), await place(), await place(), await place()]
  const past = "now() - interval '1 second'"
  await world.sql(`update orders set due_at = ${past} where id = any ($1)`, [[late, delivered]])
  await world.sql(`update orders set status = 'delivered' where id = $1`, [delivered])
  await world.sql('update orders set due_at = null where id = $1', [undated])
  expect(await find(admin, benefit.name, 'overdue')).toEqual([late])
  expect((await find(admin, benefit.name, 'pending')).sort()).toEqual([late, fresh, undated].sort())

  const all = { p_filter: { status: 'overdue' } }
  const { data: listed } = await admin.client.rpc('search_orders', { ...all, p_limit: 1000 }).throwOnError()
  const ids = listed.map(({ id }: { id: string }) => id)
  expect([late, fresh, delivered, undated].filter((id) => ids.includes(id))).toEqual([late])
  const { data: counts } = await admin.client.rpc('order_counts').throwOnError()
  const pending = counts.find(({ status }: { status: string }) => status === 'pending')
  expect((await admin.client.rpc('count_orders', all).throwOnError()).data).toBe(pending.overdue)
})
