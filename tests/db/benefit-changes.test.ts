import { expect, it } from 'vitest'
import { operate, type Result, undo } from './support/operations'
import { outcome } from './support/outcome'
import { createAdmin, createMember, type Person } from './support/people'
import { type Benefit, createBenefit, placeOrder, setStock } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

const change = (
  admin: Person,
  benefits: Benefit[],
  p_change: string,
  p_value: number,
  more: Row = {},
): Promise<Result> =>
  operate(admin, 'change_benefits', {
    p_ids: benefits.map(({ id }) => id),
    p_change,
    p_value,
    p_dry_run: false,
    ...more,
  })
const priced = (prices: number[]) => Promise.all(prices.map((price) => createBenefit(world, { price })))
const rowsOf = async (benefits: Benefit[]) =>
  (
    await world.sql(
      'select token_value as price, is_active as active from benefits where id = any ($1) order by array_position($1, id)',
      [benefits.map(({ id }) => id)],
    )
  ).map(({ price, active }) => [price, active])
const reasons = ({ skipped }: Result) =>
  Object.fromEntries(skipped.map(({ reason, count }) => [reason, count]))

it.each([
  ['price', 40, [40, 40, 40], { same_price: 1 }],
  ['amount', -3, [7, 37, 999_997], {}],
  ['amount', 10, [20, 50, 1_000_000], { price_out_of_range: 1 }],
  ['percent', 15, [12, 46, 1_000_000], { price_out_of_range: 1 }],
  ['percent', 4, [10, 42, 1_000_000], { same_price: 1, price_out_of_range: 1 }],
  ['amount', -10, [10, 30, 999_990], { price_out_of_range: 1 }],
])('changes prices: %s %s', async (name, value, prices, skipped) => {
  const admin = await createAdmin(world)
  const benefits = await priced([10, 40, 1_000_000])
  const plan = await change(admin, benefits, name, value, { p_dry_run: true })
  expect(reasons(plan)).toEqual(skipped)
  const run = await change(admin, benefits, name, value, { p_expected: plan })
  expect((await rowsOf(benefits)).map(([price]) => price)).toEqual(prices)
  expect(await undo(admin, run)).toMatchObject({ undone: plan.changed, kept: [] })
  expect((await rowsOf(benefits)).map(([price]) => price)).toEqual([10, 40, 1_000_000])
})

it('charges orders the new price, and undoes only benefits that nobody changed since (D3, D46)', async () => {
  const [admin, mia] = [await createAdmin(world), await createMember(world, { tokens: 100 })]
  const [one, two, gone] = await priced([10, 20, 30])
  if (!one || !two || !gone) throw new Error('three benefits')
  await setStock(world, one.id, 5)
  const run = await change(admin, [one, two, gone], 'percent', 50)
  await expect(placeOrder(mia, one)).rejects.toThrow(/price_changed/)
  // An order takes from the stock, which is no change of the benefit.
  await placeOrder(mia, { ...one, token_value: 15 })
  await admin.client.from('benefits').update({ name: 'Renamed' }).eq('id', two.id).throwOnError()
  await admin.client.from('benefits').delete().eq('id', gone.id).throwOnError()
  const undone = await undo(admin, run)
  expect(undone.undone).toBe(1)
  expect(undone.kept.map(({ reason }) => reason).toSorted()).toEqual(['changed_since', 'not_found'])
  expect(await rowsOf([one, two])).toEqual([
    [10, true],
    [30, true],
  ])
})

it('switches benefits off and on; a filter takes what the search finds', async () => {
  const admin = await createAdmin(world)
  const [one, two] = await priced([10, 20])
  if (!one || !two) throw new Error('two benefits')
  await change(admin, [one], 'active', 0)
  const filter = { p_ids: null, p_filter: { search: 'off 100% sw' } }
  await world.sql(`update benefits set description = 'Off 100% switched' where id = any ($1)`, [
    [one.id, two.id],
  ])
  const run = await change(admin, [], 'active', 0, filter)
  expect([run.changed, reasons(run)]).toEqual([1, { already_inactive: 1 }])
  expect(await rowsOf([one, two])).toEqual([
    [10, false],
    [20, false],
  ])
  expect(reasons(await change(admin, [], 'active', 1, { ...filter, p_dry_run: true }))).toEqual({})
  expect(await undo(admin, run)).toMatchObject({ undone: 1 })
  expect(reasons(await change(admin, [], 'active', 1, filter))).toEqual({ already_active: 1 })
})

it('skips a benefit that was edited since the dry run', async () => {
  const admin = await createAdmin(world)
  const [one] = await priced([10])
  if (!one) throw new Error('a benefit')
  const plan = await change(admin, [one], 'amount', 5, { p_dry_run: true })
  await admin.client.from('benefits').update({ token_value: 12 }).eq('id', one.id).throwOnError()
  const args = { p_ids: [one.id], p_change: 'amount', p_value: 5, p_dry_run: false, p_expected: plan }
  expect(outcome(await admin.client.rpc('change_benefits', args))).toBe('numbers_differ')
  expect(await rowsOf([one])).toEqual([[12, true]])
})
