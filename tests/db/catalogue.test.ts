import { expect, it } from 'vitest'
import { createPool, tryOrder } from './support/delivery'
import { outcome } from './support/outcome'
import { createActors, createAdmin, createMember, type Person } from './support/people'
import { createBenefit, orderPayload, placeOrder, reconcile, setStock } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

const arranged = async ({ stock = null, ...set }: Row & { stock?: number | null }, price = 10) => {
  const benefit = await createBenefit(world, { price })
  await setStock(world, benefit.id, stock)
  const columns = Object.keys(set)
  if (columns.length === 0) return benefit
  const values = columns.map((column, at) => `${column} = $${at + 2}`)
  await world.sql(`update benefits set ${values} where id = $1`, [benefit.id, ...Object.values(set)])
  return benefit
}
const stockOf = async (id: string) =>
  (
    await world.sql<{ stock: number }>('select stock from private.benefit_stock where benefit_id = $1', [id])
  )[0]?.stock
const factsOf = async ({ client }: Person, id: string) =>
  (await client.rpc('benefit_facts', { p_benefits: [id] }).throwOnError()).data[0]
const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

it('takes nothing from the stock for an order that is refused or sent again (D3, D38)', async () => {
  const benefit = await arranged({ stock: 3 })
  const dear = await arranged({ stock: 3 }, 1000)
  const other = await createBenefit(world)
  const member = await createMember(world)
  const payload = orderPayload(member, benefit)
  const orders = member.client.from('orders')
  await orders.insert(payload).throwOnError()
  expect(outcome(await orders.insert(payload))).toBe('23505')
  await orders.upsert(payload, { ignoreDuplicates: true }).throwOnError()
  await orders.upsert({ ...payload, benefit_id: dear.id }, { ignoreDuplicates: true }).throwOnError()
  expect((await tryOrder(member, dear)).refusal).toBe('insufficient_tokens')
  const both = [orderPayload(member, benefit), orderPayload(member, other)]
  expect(outcome(await orders.insert(both.toReversed()))).toBe('too_many_orders')
  expect([await stockOf(benefit.id), await stockOf(dear.id)]).toEqual([2, 3])
})

it('keeps stock and open forms apart: neither an order nor an edit changes the time, and only an edit writes a line (D7, D29)', async () => {
  const { people, admin } = await createActors(world)
  const benefit = await arranged({ stock: 2 })
  const read = async () =>
    (await admin.from('benefits').select('stock, updated_at').eq('id', benefit.id).single().throwOnError())
      .data
  const lines = () =>
    world.sql('select before, after from private.audit_log where row_id = $1 order by id', [benefit.id])
  const seen = await read()
  await placeOrder(people.owner, benefit)
  expect(await read()).toEqual({ stock: 1, updated_at: seen?.updated_at })
  expect(await lines()).toEqual([])
  const set = async (p_expected?: number, p_stock?: number) =>
    (await admin.rpc('set_stock', { p_benefit_id: benefit.id, p_stock, p_expected }).throwOnError()).data
  expect([await set(2, 9), await set(undefined, 9)]).toEqual([false, false])
  expect([await set(1, 9), await set(9, 9), await set(9), await set(undefined, 3)]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(await read()).toEqual({ stock: 3, updated_at: seen?.updated_at })
  expect(await lines()).toEqual([
    { before: { stock: 1 }, after: { stock: 9 } },
    { before: { stock: 9 }, after: { stock: null } },
    { before: { stock: null }, after: { stock: 3 } },
  ])
})

it('answers members the same whether 20 or a million are left, whatever they ask (D31, D38)', async () => {
  const { people, owner, admin } = await createActors(world)
  const word = `Q${Math.random().toString(36).slice(2)}`
  const [one, two] = [await createBenefit(world, { name: word }), await createBenefit(world, { name: word })]
  for (const { id } of [one, two]) await setStock(world, id, 50)
  await placeOrder(people.owner, one)
  const p_benefits = [one.id, two.id]
  const selects = ['*', 'stock', 'stock::text', 'left:stock', '*,stock', 'benefit_stock(*)', 'stock(*)']
  const ask = async (client: typeof owner) => {
    const benefits = client.from('benefits')
    const found = (select = 'id') => benefits.select(select).in('id', p_benefits)
    const answers = await Promise.all<{ data: unknown; error: unknown }>([
      ...selects.map((select) => found(select).order('id')),
      ...selects.map((select) => client.from('orders').select(`id, benefit(${select})`)),
      found().order('stock'),
      found().order('stock', { ascending: false }),
      found().gt('stock', 100),
      found().eq('stock', 1_000_000),
      found().not('stock', 'is', null),
      found().or('stock.lt.21,stock.eq.1000000'),
      client.from('orders').select('id, benefit!inner(id)').gt('benefit.stock', 100),
      benefits.update({ name: word }).in('id', p_benefits).gt('stock', 100).select('id'),
      benefits.delete().in('id', p_benefits).gt('stock', 100).select('id'),
      client.schema('private').from('benefit_stock').select('*'),
      client.rpc('stock', { '': one.id }),
      client.rpc('set_stock', { p_benefit_id: one.id, p_stock: 1_000_000, p_expected: 1_000_000 }),
      client.rpc('benefit_facts', { p_benefits }),
      client.rpc('benefit_facts', { p_benefits }).gt('stock', 100),
      client.rpc('browse_benefits', { p_search: word }),
      client.rpc('browse_benefits', { p_search: word, p_affordable: true, p_sort: 'stock' }),
      client.rpc('browse_counts', { p_search: word }),
      client.rpc('search_everything', { p_term: word }),
      client.rpc('delivery_settings', { p_benefit_id: one.id }),
      client.rpc('activity'),
      client.rpc('my_data', { p_part: 'orders' }),
      client.rpc('my_data', { p_part: 'favourites' }),
    ])
    return answers.map(({ data, error }) => (error ? outcome({ error }) : JSON.stringify(data)))
  }
  const answersWith = async (stocks: [number, number]) => {
    for (const [at, id] of p_benefits.entries()) await setStock(world, id, stocks[at] ?? null)
    return { member: await ask(owner), admin: await ask(admin) }
  }
  const few = await answersWith([20, 30])
  const many = await answersWith([1_000_000, 25])
  expect(many.member).toEqual(few.member)
  expect(many.admin).not.toEqual(few.admin)
  expect(many.member[0]).not.toContain('stock')
})

it('browses every benefit once, page after page, in each order (D39)', async () => {
  const { owner, admin } = await createActors(world)
  const word = `Q${Math.random().toString(36).slice(2)}`
  for (const price of [3, 3, 1, 2, 3]) await createBenefit(world, { price, name: `${word} ${price}` })
  const names: Record<string, string> = {
    price: 'token_value',
    'price-down': 'token_value',
    newest: 'created_at',
    leaving: 'closes_at',
    name: 'name',
  }
  for (const [p_sort, column] of Object.entries(names)) {
    const ids: string[] = []
    let key: Row = {}
    for (let page = 0; page < 4; page++) {
      const wanted = { p_search: word.toLowerCase(), p_sort, p_limit: 2, ...key }
      const { data } = await owner.rpc('browse_benefits', wanted).throwOnError()
      ids.push(...data.map(({ id }: Row) => String(id)))
      const last = data.at(-1)
      if (last) key = { p_key_value: last[column], p_key_id: last.id }
    }
    expect([ids.length, new Set(ids).size]).toEqual([5, 5])
  }
  const counts = async () => (await owner.rpc('browse_counts', { p_search: word }).throwOnError()).data
  expect(await counts()).toMatchObject([
    { filter: 'all', benefits: 5 },
    { filter: 'favourites', benefits: 0 },
    { filter: 'affordable', benefits: 5 },
  ])
  // The category's name is searched as well.
  const category = { name: `Of ${word}` }
  const { data: made } = await admin.from('categories').insert(category).select('id').single().throwOnError()
  const plain = await createBenefit(world)
  await admin.from('benefits').update({ category_id: made?.id }).eq('id', plain.id).throwOnError()
  expect(await counts()).toMatchObject([
    { benefits: 6 },
    { filter: 'category', category_id: made?.id, name: category.name, benefits: 1 },
    {},
    {},
  ])
  const both = { p_search: word, p_category: made?.id, p_affordable: true }
  const { data: combined } = await owner.rpc('browse_counts', both).throwOnError()
  expect(combined?.filter(({ filter }: Row) => filter === 'shown')).toMatchObject([{ benefits: 1 }])
  await owner.rpc('set_favourite', { p_benefit_id: plain.id, p_favourite: true }).throwOnError()
  const marked = { p_search: word, p_favourites: true, p_affordable: true }
  const { data: favourites } = await owner.rpc('browse_counts', marked).throwOnError()
  expect(favourites?.filter(({ filter }: Row) => filter === 'shown')).toMatchObject([{ benefits: 1 }])
  await admin.from('categories').delete().eq('id', made?.id).throwOnError()
  const { data: left } = await admin.from('benefits').select('category_id').eq('id', plain.id).single()
  expect(left).toEqual({ category_id: null })
})

it('says by the time of the server whether a benefit has opened (D38)', async () => {
  const { people, owner } = await createActors(world)
  for (const [opens_at, is_open] of [
    [later(1), false],
    [later(-1), true],
    [null, true],
  ] as const) {
    const { id } = await arranged({ opens_at })
    expect(await factsOf(people.owner, id)).toMatchObject({ is_open })
    const { data } = await owner.rpc('browse_benefits', { p_sort: 'newest', p_limit: 10 }).throwOnError()
    expect(data.find((row: Row) => row.id === id)).toMatchObject({ is_open })
  }
})

it('shows marks to their member alone, and deletes them with member and benefit (D12, D39)', async () => {
  const { people, owner, other } = await createActors(world)
  const benefit = await arranged({ stock: 0 })
  for (const [name, argument] of [
    ['set_favourite', 'p_favourite'],
    ['ask_to_be_told', 'p_wanted'],
  ] as const) {
    const call = (client: typeof owner, on: boolean) =>
      client.rpc(name, { p_benefit_id: benefit.id, [argument]: on })
    for (const on of [true, true, false, true]) await call(owner, on).throwOnError()
    await call(other, false).throwOnError()
  }
  expect(await factsOf(people.owner, benefit.id)).toMatchObject({
    is_favourite: true,
    is_awaited: true,
    units_left: 0,
  })
  expect(await factsOf(people.other, benefit.id)).toMatchObject({
    is_favourite: false,
    is_awaited: false,
    awaited_since: null,
  })
  const left = () =>
    world.sql(
      `select user_id from private.favourites where benefit_id = $1
       union all select user_id from private.waiting_members where benefit_id = $1`,
      [benefit.id],
    )
  await other.rpc('set_favourite', { p_benefit_id: benefit.id, p_favourite: true }).throwOnError()
  await world.sql('delete from profiles where id = $1', [people.owner.id])
  expect(await left()).toEqual([{ user_id: people.other.id }])
  await world.sql('delete from benefits where id = $1', [benefit.id])
  expect(await left()).toEqual([])
})

it('orders categories as given, logs what moved, and is not for members', async () => {
  const admin = await createAdmin(world)
  const member = await createMember(world)
  const ids: string[] = []
  for (const name of ['One', 'Two', 'Three']) {
    const row = { name: `${name} ${Math.random()}` }
    const { data } = await admin.client.from('categories').insert(row).select('id').single().throwOnError()
    ids.push(data?.id)
  }
  const order = async () =>
    (await member.client.from('categories').select('id').order('position').throwOnError()).data
      ?.map(({ id }) => id)
      .filter((id) => ids.includes(id))
  expect(await order()).toEqual(ids)
  await admin.client.rpc('order_categories', { p_ids: ids.toReversed() }).throwOnError()
  expect(await order()).toEqual(ids.toReversed())
  expect(outcome(await member.client.rpc('order_categories', { p_ids: ids }))).toBe('not_admin')
  const moved = await world.sql(
    `select count(*)::int as lines from private.audit_log where table_name = 'categories' and action = 'update' and row_id = any ($1)`,
    [ids],
  )
  expect(moved).not.toEqual([{ lines: 0 }])
})

it('clears the stock of a benefit that begins to deliver keys, and counts those instead (D31, D38)', async () => {
  const admin = await createAdmin(world)
  const { benefit } = await createPool(world, admin, 3)
  expect(await factsOf(admin, benefit.id)).toMatchObject({ units_left: 3 })
  const set = (p_benefit_id: string) =>
    admin.client.rpc('set_stock', { p_benefit_id, p_stock: 5 }).throwOnError()
  expect((await set(benefit.id)).data).toBe(false)
  const other = await createBenefit(world)
  expect((await set(other.id)).data).toBe(true)
  await admin.client.from('benefits').update({ delivery_method: 'key' }).eq('id', other.id).throwOnError()
  expect(await stockOf(other.id)).toBeUndefined()
  await admin.client.from('benefits').update({ delivery_method: 'manual' }).eq('id', other.id).throwOnError()
  expect((await set(other.id)).data).toBe(true)
  await admin.client.from('benefits').delete().eq('id', other.id).throwOnError()
  expect([(await set(other.id)).data, await stockOf(other.id)]).toEqual([false, undefined])
  expect(await reconcile(world)).toEqual([])
})
