import { expect, it } from 'vitest'
import { columnOf, rpc } from './support/ask'
import { callOperation, undo } from './support/operations'
import { outcomeOf } from './support/outcome'
import { createAdmin, createMember, type Person } from './support/people'
import { type Benefit, createBenefit, freshCode, placeOrder, setStock } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()
const admin = await createAdmin(world)

const setBenefit = (id: string, change: Row) =>
  admin.client.from('benefits').update(change).eq('id', id).throwOnError()

it('returns the same to members whether 20 or a million are left, whatever they ask (D31, D38)', async () => {
  const owner = await createMember(world)
  const word = freshCode()
  const [one, two] = [await createBenefit(world, { name: word }), await createBenefit(world, { name: word })]
  for (const { id } of [one, two]) await setStock(world, id, 50)
  await placeOrder(owner, one)
  const p_benefits = [one.id, two.id]
  const selects = ['*', 'stock', 'left:stock', 'benefit_stock(*)']
  const ask = async ({ client }: Person) => {
    const benefits = client.from('benefits')
    const found = (select = 'id') => benefits.select(select).in('id', p_benefits)
    const answers = await Promise.all<{ data: unknown; error: unknown }>([
      ...selects.map((select) => found(select).order('id')),
      ...selects.map((select) => client.from('orders').select(`id, benefit(${select})`)),
      found().order('stock'),
      found().order('stock', { ascending: false }),
      found().gt('stock', 100),
      found().not('stock', 'is', null),
      found().or('stock.lt.21,stock.eq.1000000'),
      client.from('orders').select('id, benefit!inner(id)').gt('benefit.stock', 100),
      benefits.update({ name: word }).in('id', p_benefits).gt('stock', 100).select('id'),
      benefits.delete().in('id', p_benefits).gt('stock', 100).select('id'),
      client.rpc('stock', { '': one.id }),
      client.rpc('benefit_facts', { p_benefits }),
      client.rpc('benefit_facts', { p_benefits }).gt('stock', 100),
      client.rpc('browse_benefits', { p_search: word }),
      client.rpc('browse_benefits', { p_search: word, p_affordable: true, p_sort: 'stock' }),
      client.rpc('browse_counts', { p_search: word }),
      client.rpc('search_everything', { p_term: word }),
      client.rpc('my_data', { p_part: 'orders' }),
    ])
    return answers.map(({ data, error }) => (error ? outcomeOf({ error }) : JSON.stringify(data)))
  }
  const answersWith = async (...stocks: [number, number]) => {
    for (const [at, id] of p_benefits.entries()) await setStock(world, id, stocks[at] ?? null)
    return { member: await ask(owner), admin: await ask(admin) }
  }
  const [few, many] = [await answersWith(20, 30), await answersWith(1_000_000, 25)]
  expect(many.member).toEqual(few.member)
  expect(many.admin).not.toEqual(few.admin)
  expect(many.member[0]).not.toContain('stock')
})

it('browses every benefit once, page after page, in each order, and counts what each filter shows (D39)', async () => {
  const owner = await createMember(world)
  const word = freshCode()
  for (const price of [3, 3, 1, 2, 3]) await createBenefit(world, { price, name: `${word} ${price}` })
  for (const [p_sort, column, prices] of [
    ['price', 'token_value', '12333'],
    ['price-down', 'token_value', '33321'],
    ['newest', 'created_at', '32133'],
    ['leaving', 'closes_at', ''],
    ['name', 'name', '12333'],
  ] as const) {
    const rows: Row[] = []
    for (let page = 0; page < 4; page++) {
      const last = rows.at(-1)
      const key = last && { p_key_value: last[column], p_key_id: last.id }
      const wanted = { p_search: word.toLowerCase(), p_sort, p_limit: 2, ...key }
      rows.push(...(await rpc(owner, 'browse_benefits', wanted)))
    }
    expect([rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([5, 5])
    if (prices) expect([p_sort, rows.map((row) => row.token_value).join('')]).toEqual([p_sort, prices])
  }
  const counts = async (more: Row = {}): Promise<Row[]> =>
    rpc(owner, 'browse_counts', { p_search: word, ...more })
  const filters = (await counts()).map(({ filter, benefits }) => `${filter} ${benefits}`)
  expect(filters).toEqual(['all 5', 'favourites 0', 'affordable 5'])
  // The category's name is searched as well.
  const category = { name: `Of ${word}` }
  const categories = admin.client.from('categories').insert(category).select('id')
  const { data: made } = await categories.single().throwOnError()
  const plain = await createBenefit(world)
  await setBenefit(plain.id, { category_id: made.id })
  const ofCategory = { filter: 'category', category_id: made.id, name: category.name, benefits: 1 }
  expect(await counts()).toMatchObject([{ benefits: 6 }, ofCategory, {}, {}])
  const shownCount = async (more: Row) =>
    (await counts(more)).find(({ filter }) => filter === 'shown')?.benefits
  expect(await shownCount({ p_category: made.id, p_affordable: true })).toBe(1)
  await rpc(owner, 'set_favourite', { p_benefit_id: plain.id, p_favourite: true })
  expect(await shownCount({ p_favourites: true, p_affordable: true })).toBe(1)
})

const change = (benefits: Benefit[], p_change: string, p_value: number, more: Row = {}) =>
  callOperation(admin, 'change_benefits', {
    ...{ p_ids: benefits.map(({ id }) => id), p_change, p_value, p_dry_run: false },
    ...more,
  })
const priced = (...prices: number[]) => Promise.all(prices.map((price) => createBenefit(world, { price })))
const rowsOf = (benefits: Benefit[]) =>
  columnOf(
    world.sql,
    `select concat_ws(' ', token_value, is_active) from benefits where id = any ($1) order by array_position($1, id)`,
    [benefits.map(({ id }) => id)],
  )
it('charges orders the new price, and undoes only benefits that nobody changed since (D3, D46)', async () => {
  const mia = await createMember(world)
  const [one, two, gone] = (await priced(10, 20, 30)) as [Benefit, Benefit, Benefit]
  await setStock(world, one.id, 5)
  const run = await change([one, two, gone], 'percent', 50)
  await expect(placeOrder(mia, one)).rejects.toThrow(/price_changed/)
  // An order takes from the stock, which is no change of the benefit.
  await placeOrder(mia, { ...one, token_value: 15 })
  await setBenefit(two.id, { name: 'Renamed' })
  await admin.client.from('benefits').delete().eq('id', gone.id).throwOnError()
  const undone = await undo(admin, run)
  expect(undone.undone).toBe(1)
  expect(undone.kept.map(({ reason }) => reason).toSorted()).toEqual(['changed_since', 'not_found'])
  expect(await rowsOf([one, two])).toEqual(['10 t', '30 t'])
})
