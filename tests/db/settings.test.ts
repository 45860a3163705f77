import { beforeEach, expect, it } from 'vitest'
import { specifiedPrices } from '@/lib/prices'
import { columnOf } from './support/ask'
import { createAdmin, createMember, type Person } from './support/people'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
type Values = Record<string, string>

const save = (admin: Person, p_opened: Values, p_values: Values) =>
  admin.client.rpc('save_settings', { p_opened, p_values })
const stored = async () =>
  Object.fromEntries(
    (await world.sql('select key, value from app_settings')).map((row) => [row.key, row.value]),
  )
const logged = (admin: Person) =>
  columnOf(
    world.sql,
    `select concat_ws(' ', action, subject, before ->> 'value', after ->> 'value') from private.audit_log where actor_id = $1 order by id`,
    [admin.id],
  )

const initial: Values = await stored()
beforeEach(async () => {
  await world.sql('delete from app_settings where true')
  const text = 'insert into app_settings (key, value) select * from jsonb_each_text($1)'
  await world.sql(text, [JSON.stringify(initial)])
})

it('begins with the prices and places of the specification, which visitors read (D66)', async () => {
  const { data } = await world.client().rpc('public_settings').single()
  expect(data).toMatchObject({ ...specifiedPrices, contact_address: null })
})

it('saves what is changed together, all or none, with a line in the log for each (D29, D66)', async () => {
  const admin = await createAdmin(world)
  const opened = { membership_price: '9900', launch_places: '50', contact_address: '' }
  const values = { membership_price: '11900', launch_places: '60', contact_address: 'club@x.test' }
  await save(admin, opened, values).throwOnError()
  expect(await stored()).toMatchObject(values)
  expect(await logged(admin)).toEqual([
    'insert contact_address club@x.test',
    'update launch_places 50 60',
    'update membership_price 9900 11900',
  ])
  // Valid alone, refused beside what is not.
  const refused = await save(admin, values, { launch_places: '70', membership_price: '1.5' })
  expect(refused.error?.code).toBe('23514')
  expect(await stored()).toMatchObject(values)
})

it('overwrites nothing that somebody else has changed meanwhile (D7)', async () => {
  const [admin, other] = [await createAdmin(world), await createAdmin(world)]
  const { launch_price = '' } = await stored()
  await save(other, { launch_price }, { launch_price: '1200' }).throwOnError()
  const late = await save(
    admin,
    { launch_price, referral_bonus: '0' },
    { launch_price: '1300', referral_bonus: '5' },
  )
  expect(late.error).toMatchObject({ message: 'row_changed', details: 'launch_price' })
  expect(await stored()).toMatchObject({ launch_price: '1200' })
  expect(await stored()).not.toHaveProperty('referral_bonus')
  // The same change by two is no conflict.
  await save(admin, { launch_price }, { launch_price: '1200' }).throwOnError()
})

it('replaces the packs as a whole, unless they have changed meanwhile (D65)', async () => {
  const admin = await createAdmin(world)
  const read = async () =>
    (await admin.client.from('token_packs').select().order('tokens').throwOnError()).data
  const replace = (p_opened: unknown, p_packs: unknown) =>
    admin.client.rpc('save_token_packs', { p_opened: p_opened as never, p_packs: p_packs as never })
  const pack = (tokens: number, price: number, is_on_sale = true) => ({ tokens, price, is_on_sale })
  await replace([], [pack(50, 1000), pack(100, 1_000_000, false)]).throwOnError()
  const first = await read()
  expect(first).toMatchObject([pack(50, 1000), pack(100, 1_000_000, false)])
  const member = await createMember(world)
  expect((await member.client.from('token_packs').select('tokens')).data).toEqual([{ tokens: 50 }])
  expect((await replace([], [])).error?.message).toBe('row_changed')
  // Two packs swap their sizes; one is added, as large and as cheap as any.
  const [small, big] = first
  await replace(first, [{ ...small, tokens: 100 }, { ...big, tokens: 50 }, pack(100_000, 50)]).throwOnError()
  const second = await read()
  expect(second?.map(({ id, tokens }) => [id, tokens]).slice(0, 2)).toEqual([
    [big?.id, 50],
    [small?.id, 100],
  ])
  await replace(second, second?.slice(1)).throwOnError()
  expect(await logged(admin)).toEqual([
    'insert 50',
    'insert 100',
    'update 100',
    'update 50',
    'insert 100000',
    'delete 50',
  ])
})
