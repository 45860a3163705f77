import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { outcome } from './support/outcome'
import { createAdmin, createCast, createMember, type Person } from './support/people'
import { createBenefit, createTokenCode, freshCode, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

/** The admin's functions, each asked for as little as it takes. */
const FUNCTIONS: [string, Row][] = [
  ['search_orders', { p_search: '' }],
  ['count_orders', {}],
  ['order_counts', {}],
  ['search_profiles', {}],
  ['count_profiles', {}],
  ['search_redeem_codes', { p_search: '', p_used: true }],
  ['search_invite_codes', { p_search: '', p_used: true }],
  ['count_codes', { p_kind: 'token', p_used: true, p_search: '' }],
  ['code_counts', { p_kind: 'token' }],
]

it.each(FUNCTIONS)('%s answers admins only', async (name, args) => {
  const { admin, owner, other, anonymous, expired, people } = await createCast(world)
  await placeOrder(people.owner, await createBenefit(world))
  await owner.rpc('redeem_code', { p_code: (await createTokenCode(world)).code }).throwOnError()
  const ask = async (client: SupabaseClient) => outcome(await client.rpc(name, args))
  expect(await ask(admin)).toBeGreaterThan(0)
  expect([await ask(owner), await ask(other)]).toEqual(['not_admin', 'not_admin'])
  expect([await ask(anonymous), await ask(expired)]).toEqual(['42501', 'PGRST303'])
  // Somebody else stays admin; the token of the demoted one lives on.
  await createAdmin(world)
  await world.sql(`update profiles set role = 'user' where id = $1`, [people.admin.id])
  expect(await ask(admin)).toBe('not_admin')
})

const oddName = 'Odd \\ \' " ^ $ . * + ? ( ) [ ] { } | % _ , ; é end'
const terms = [
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

/** Which of `rows`, told by what they should be found by, a search finds; two of them, the newest of their list. */
async function expectFound(
  rows: Record<string, string>,
  ask: (term: string) => Promise<string[]>,
  asked = terms,
) {
  for (const term of asked) {
    const found = (await ask(term)).filter((id) => id in rows)
    const wanted = Object.keys(rows).filter((id) => rows[id]?.toLowerCase().includes(term.toLowerCase()))
    expect([term, found.sort()]).toEqual([term, wanted.sort()])
  }
}

const idsOf =
  (client: SupabaseClient, name: string, args: Row) =>
  async (term: string): Promise<string[]> => {
    const { data } = await client.rpc(name, { p_search: term, p_limit: 1000, ...args }).throwOnError()
    return data.map(({ id }: { id: string }) => id)
  }

/** An order of a new person, and the text it is found by. */
async function order(person: Person, benefit: string) {
  const id = await placeOrder(person, await createBenefit(world, { name: benefit, price: 1 }))
  const [row] = await world.sql<{ order_number: string }>('select order_number from orders where id = $1', [
    id,
  ])
  return {
    id,
    number: row?.order_number ?? '',
    text: [row?.order_number, person.name, person.email, benefit].join('\n'),
  }
}

it('an order is found by its number, its customer’s name and email, and its benefit, whatever is in them', async () => {
  const admin = await createAdmin(world)
  const odd = await order(await createMember(world, { name: 'Zoë Zimt' }), oddName)
  const plain = await order(await createMember(world, { name: 'Per_cent 100%' }), 'Plain')
  const own = [
    odd.number,
    odd.number.slice(4),
    odd.text.split('\n')[2]?.slice(0, 13) ?? '',
    'ZOË Z',
    'plain',
    'R_C',
    '0%',
  ]
  await expectFound(
    { [odd.id]: odd.text, [plain.id]: plain.text },
    idsOf(admin.client, 'search_orders', {}),
    [...terms, ...own, ...own.map((term) => term.toUpperCase())],
  )
})

it('overdue orders are those that are pending past their due time, in the list, the search and the count (D25)', async () => {
  const member = await createMember(world)
  const { client } = await createAdmin(world)
  const benefit = await createBenefit(world, { name: `Late ${freshCode()}`, price: 1 })
  const places = { late: '', fresh: '', delivered: '', undated: '' }
  for (const place of Object.keys(places))
    places[place as keyof typeof places] = await placeOrder(member, benefit)
  const past = "now() - interval '1 second'"
  await world.sql(`update orders set due_at = ${past} where id = $1`, [places.late])
  await world.sql(`update orders set due_at = ${past}, status = 'delivered' where id = $1`, [
    places.delivered,
  ])
  await world.sql('update orders set due_at = null where id = $1', [places.undated])

  const ids = Object.values(places)
  const found = async (p_search: string, p_status?: string) => {
    const { data } = await client.rpc('search_orders', { p_search, p_status, p_limit: 1000 }).throwOnError()
    return data.map(({ id }: { id: string }) => id).filter((id: string) => ids.includes(id))
  }
  const counted = async (p_status: string) => {
    const { data } = await client.rpc('count_orders', { p_search: benefit.name, p_status }).throwOnError()
    return data
  }
  expect(await found(benefit.name, 'overdue')).toEqual([places.late])
  expect(await found('', 'overdue')).toEqual([places.late])
  expect((await found(benefit.name, 'pending')).sort()).toEqual(
    [places.late, places.fresh, places.undated].sort(),
  )
  expect([await counted('overdue'), await counted('pending')]).toEqual([1, 3])

  const { data: all } = await client.rpc('count_orders', { p_status: 'overdue' }).throwOnError()
  const { data: counts } = await client.rpc('order_counts').throwOnError()
  expect(all).toBe(counts.find(({ status }: { status: string }) => status === 'pending').overdue)
})

it('a person is found by name and email', async () => {
  const odd = await createMember(world, { name: oddName })
  const plain = await createMember(world, { name: 'Plain' })
  const { client } = await createAdmin(world)
  for (const p_sort of ['created_at', 'name', 'email', 'current_tokens']) {
    await expectFound(
      { [odd.id]: `${oddName}\n${odd.email}`, [plain.id]: `Plain\n${plain.email}` },
      idsOf(client, 'search_profiles', { p_sort }),
      [...terms, odd.email.slice(3, 20), plain.email.toUpperCase(), 'PLAIN'],
    )
  }
})

it.each([
  ['redeem_codes', 'search_redeem_codes', { token_value: 5 }],
  ['invite_codes', 'search_invite_codes', {}],
])('%s are found by code, note, and who used them', async (table, name, more) => {
  const { client } = await createAdmin(world)
  const user = await createMember(world, { name: 'Ulla % User' })
  const codes = [freshCode(), freshCode(), freshCode()] as const
  const insert = [oddName, null, null].map((note, n) => ({ code: codes[n], note, ...more }))
  const { data } = await client.from(table).insert(insert).select('id, code').throwOnError()
  const [odd = '', plain = '', used = ''] = codes.map((code) => data.find((row) => row.code === code)?.id)
  if (table === 'redeem_codes') await user.client.rpc('redeem_code', { p_code: codes[2] }).throwOnError()
  else {
    await world.sql(`update invite_codes set is_used = true, used_at = now(), used_by = $1 where id = $2`, [
      user.id,
      used,
    ])
  }
  const own = [
    ...terms,
    codes[0].toLowerCase(),
    codes[1].slice(2),
    'ulla % u',
    user.email.slice(0, 12),
    codes[2],
  ]
  const available = idsOf(client, name, { p_used: false })
  const usedUp = idsOf(client, name, { p_used: true })
  await expectFound({ [odd]: `${codes[0]}\n${oddName}`, [plain]: codes[1], [used]: '' }, available, own)
  await expectFound(
    { [odd]: '', [plain]: '', [used]: `${codes[2]}\n${user.name}\n${user.email}` },
    usedUp,
    own,
  )
})

it('takes what a client sends for text, wherever it sends it', async () => {
  const { client, id } = await createAdmin(world)
  const text = "') or true --"
  const quoted = await createMember(world, { name: `Zz ${text}` })
  const key = { p_key_value: `zz ${text}x`, p_key_id: id, p_limit: 1 }
  const { data } = await client.rpc('search_profiles', { p_sort: 'name', ...key }).throwOnError()
  expect(data).toMatchObject([{ id: quoted.id }])
  await order(quoted, 'Plain')
  expect(outcome(await client.rpc('search_orders', { p_search: '', p_status: text }))).toBe(0)
  expect(outcome(await client.rpc('search_profiles', { p_sort: `name, ${text}` }))).toBe('unknown_sort')
})

it('refuses a sort that is none, and a kind that is none', async () => {
  const { client } = await createAdmin(world)
  expect(outcome(await client.rpc('search_profiles', { p_sort: 'phone' }))).toBe('unknown_sort')
  expect(outcome(await client.rpc('code_counts', { p_kind: 'gift' }))).toBe('unknown_kind')
})
