import { expect, it } from 'vitest'
import { createAdmin, createDemoted, createMember } from './support/people'
import { createBenefit, createTokenCode, freshCode, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('finds for members their own orders and the catalogue, and nothing else', async () => {
  const word = `Zebra ${freshCode()}`
  const [shown, hidden] = [
    await createBenefit(world, { name: word }),
    await createBenefit(world, { name: `${word} off`, active: false }),
  ]
  const [member, other] = [
    await createMember(world, { tokens: 90 }),
    await createMember(world, { tokens: 90 }),
  ]
  const own = await placeOrder(member, shown)
  await placeOrder(other, shown)
  await world.sql(`update benefits set closes_at = now() - interval '1 hour' where id = $1`, [hidden.id])
  const { code } = await createTokenCode(world)
  const found = async (p_term: string | null, client = member.client) =>
    (await client.rpc('search_everything', { p_term }).throwOnError()).data as { kind: string; id: string }[]
  const ids = (rows: { kind: string; id: string }[]) => rows.map(({ kind, id }) => `${kind} ${id}`)
  expect(ids(await found(` ${word.toLowerCase()} `))).toEqual([`order ${own}`, `benefit ${shown.id}`])
  const [order] = await world.sql<{ order_number: string }>('select order_number from orders where id = $1', [
    own,
  ])
  expect(ids(await found(order?.order_number ?? ''))).toEqual([`order ${own}`])
  for (const term of [code, other.email, member.email, 'z', '', '%%', null])
    expect(await found(term)).toEqual([])
  // In the member area, admins are members.
  expect(ids(await found(word, (await createAdmin(world)).client))).toEqual([`benefit ${shown.id}`])
  for (const client of [member.client, (await createDemoted(world)).client]) {
    for (const p_term of ['ada', 'a']) {
      expect((await client.rpc('search_everything', { p_term, p_all: true })).error?.message).toBe(
        'not_admin',
      )
    }
  }
})

it('finds for admins orders, people and benefits by name, and codes by their last four characters', async () => {
  const word = `Walrus ${freshCode()}`
  const { client } = await createAdmin(world)
  const benefit = await createBenefit(world, { name: word, active: false })
  const member = await createMember(world, { name: word })
  const code = await createTokenCode(world)
  const found = async (p_term: string) =>
    (await client.rpc('search_everything', { p_term, p_all: true }).throwOnError()).data
  expect(await found(word)).toMatchObject([
    { kind: 'person', id: member.id, title: word, detail: member.email },
    { kind: 'benefit', id: benefit.id, state: 'inactive' },
  ])
  const masked = { kind: 'token_code', id: code.id, title: `••••${code.code.slice(-4)}`, state: 'available' }
  expect(await found(code.code.slice(-4).toLowerCase())).toContainEqual(expect.objectContaining(masked))
  expect(await found(code.code)).toMatchObject([masked])
  expect(await found(code.code.slice(0, 8))).toEqual([])
  expect(await found(code.code.slice(-3))).not.toContainEqual(expect.objectContaining({ id: code.id }))
})
