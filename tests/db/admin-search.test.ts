import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { outcome } from './support/outcome'
import { createAdmin, createMember, type Person } from './support/people'
import { createBenefit, freshCode, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

const oddName = 'Odd \\ \' " ^ $ . * + ? ( ) [ ] { } | % _ , ; é end'
const oddTerms = [
  ...new Set(oddName.replaceAll(' ', '')),
  'd \\ \' " ^',
  "' or true --",
  "''",
  '%1$L',
  '$1',
  '( ) [ ] {',
  '| % _ ,',
  '.*',
  'É END',
  'oDD',
  '% _',
  '\\%',
  'zz',
]

/** Expects that each term finds those of the rows, by id, whose text contains it. */
async function expectFound(
  rows: Record<string, string>,
  search: (term: string) => Promise<string[]>,
  terms: string[],
) {
  for (const term of terms) {
    const found = (await search(term)).filter((id) => id in rows)
    const expected = Object.keys(rows).filter((id) => rows[id]?.toLowerCase().includes(term.toLowerCase()))
    expect([term, found.sort()]).toEqual([term, expected.sort()])
  }
}

const searchBy =
  (client: SupabaseClient, name: string, args: Row = {}) =>
  async (term: string): Promise<string[]> => {
    const { data } = await client.rpc(name, { p_search: term, p_limit: 1000, ...args }).throwOnError()
    return data.map(({ id }: { id: string }) => id)
  }

/** Places an order, and returns the text that it is found by. */
async function placeNamed(person: Person, benefit: string) {
  const id = await placeOrder(person, await createBenefit(world, { name: benefit, price: 1 }))
  const [row] = await world.sql<{ number: string }>(
    'select order_number as number from orders where id = $1',
    [id],
  )
  const number = row?.number ?? ''
  return { id, number, text: [number, person.name, person.email, benefit].join('\n') }
}

it('finds orders by number, customer name, customer email and benefit', async () => {
  const admin = await createAdmin(world)
  const zoe = await createMember(world, { name: 'Zoë Zimt' })
  const odd = await placeNamed(zoe, oddName)
  const plain = await placeNamed(await createMember(world, { name: 'Per_cent 100%' }), 'Plain')
  const own = [odd.number, odd.number.slice(4), zoe.email.slice(0, 13), 'ZOË Z', 'plain', 'R_C', '0%']
  const upper = own.map((term) => term.toUpperCase())
  await expectFound({ [odd.id]: odd.text, [plain.id]: plain.text }, searchBy(admin.client, 'search_orders'), [
    ...oddTerms,
    ...own,
    ...upper,
  ])
})

it('treats pending orders past their due time as overdue in the list, the search and the count (D25)', async () => {
  const member = await createMember(world)
  const { client } = await createAdmin(world)
  const benefit = await createBenefit(world, { name: `Late ${freshCode()}`, price: 1 })
  const place = () => placeOrder(member, benefit)
  const [late, fresh, delivered, undated] = [await place(), await place(), await place(), await place()]
  const past = "now() - interval '1 second'"
  await world.sql(`update orders set due_at = ${past} where id = any ($1)`, [[late, delivered]])
  await world.sql(`update orders set status = 'delivered' where id = $1`, [delivered])
  await world.sql('update orders set due_at = null where id = $1', [undated])

  const find = async (term: string, p_status: string) =>
    (await searchBy(client, 'search_orders', { p_status })(term)).filter((id) =>
      [late, fresh, delivered, undated].includes(id),
    )
  const count = async (p_status: string, p_search?: string) =>
    (await client.rpc('count_orders', { p_search, p_status }).throwOnError()).data
  expect(await find(benefit.name, 'overdue')).toEqual([late])
  expect(await find('', 'overdue')).toEqual([late])
  expect((await find(benefit.name, 'pending')).sort()).toEqual([late, fresh, undated].sort())
  expect([await count('overdue', benefit.name), await count('pending', benefit.name)]).toEqual([1, 3])

  const { data: counts } = await client.rpc('order_counts').throwOnError()
  const pending = counts.find(({ status }: { status: string }) => status === 'pending')
  expect(await count('overdue')).toBe(pending.overdue)
})

it('finds people by name and email, however the list is sorted', async () => {
  const odd = await createMember(world, { name: oddName })
  const plain = await createMember(world, { name: 'Plain' })
  const { client } = await createAdmin(world)
  const rows = { [odd.id]: `${oddName}\n${odd.email}`, [plain.id]: `Plain\n${plain.email}` }
  const own = [odd.email.slice(3, 20), plain.email.toUpperCase(), 'PLAIN']
  await expectFound(rows, searchBy(client, 'search_profiles'), [...oddTerms, ...own])
  for (const p_sort of ['name', 'email', 'current_tokens']) {
    await expectFound(rows, searchBy(client, 'search_profiles', { p_sort }), ["' or true --", '% _', ...own])
  }
})

it.each([
  ['redeem_codes', 'search_redeem_codes', { token_value: 5 }],
  ['invite_codes', 'search_invite_codes', {}],
])('finds %s by code, note and user', async (table, name, more) => {
  const { client } = await createAdmin(world)
  const user = await createMember(world, { name: 'Ulla % User' })
  const codes = [freshCode(), freshCode(), freshCode()] as const
  const insert = [oddName, null, null].map((note, n) => ({ code: codes[n], note, ...more }))
  const { data } = await client.from(table).insert(insert).select('id, code').throwOnError()
  const [odd = '', plain = '', used = ''] = codes.map((code) => data.find((row) => row.code === code)?.id)
  if (table === 'redeem_codes') await user.client.rpc('redeem_code', { p_code: codes[2] }).throwOnError()
  else {
    await world.sql('update invite_codes set is_used = true, used_at = now(), used_by = $1 where id = $2', [
      user.id,
      used,
    ])
  }
  const own = [codes[0].toLowerCase(), codes[1].slice(2), 'ulla % u', user.email.slice(0, 12), codes[2]]
  await expectFound(
    { [odd]: `${codes[0]}\n${oddName}`, [plain]: codes[1], [used]: '' },
    searchBy(client, name, { p_used: false }),
    [...oddTerms, ...own],
  )
  await expectFound(
    { [odd]: '', [plain]: '', [used]: `${codes[2]}\n${user.name}\n${user.email}` },
    searchBy(client, name, { p_used: true }),
    ["' or true --", '% _', ...own],
  )
})

it('does not interpret an argument as SQL', async () => {
  const { client, id } = await createAdmin(world)
  const text = "') or true --"
  const quoted = await createMember(world, { name: `Zz ${text}` })
  const key = { p_key_value: `zz ${text}x`, p_key_id: id, p_limit: 1 }
  const { data } = await client.rpc('search_profiles', { p_sort: 'name', ...key }).throwOnError()
  expect(data).toMatchObject([{ id: quoted.id }])
  await placeNamed(quoted, 'Plain')
  expect(outcome(await client.rpc('search_orders', { p_search: '', p_status: text }))).toBe(0)
  expect(outcome(await client.rpc('search_profiles', { p_sort: `name, ${text}` }))).toBe('unknown_sort')
})
