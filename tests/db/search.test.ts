import { expect, it } from 'vitest'
import { containsAny } from '@/entities/shared/lists'
import { undoneAsAdmin } from './support/as-admin'
import { columnOf, deletePerson, refusal, rpc, scalarOf } from './support/ask'
import { fill, TERMS } from './support/fill'
import { tryStatement } from './support/outcome'
import { createAdmin, createMember, type Person } from './support/people'
import { createBenefit, createTokenCode, freshCode, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

const odd = `Zz It's 100 %_\\ %1$s $1 "sure" ^ .* + ? ( ) [ ] { } | , ; É`

await fill(world, { orders: 8_500, users: 2_500, codes: 4_500 })
const admin = await createAdmin(world)
// The newest row, and some of the oldest, beyond what a search reads in order; without triggers, which would record renamed people.
await world.commits(async (sql) => {
  await sql('set local session_replication_role = replica')
  for (const [table, column, rows] of [
    ['orders', 'benefit_name', 'orders'],
    ['redeem_codes', 'note', 'redeem_codes where is_used'],
    ['redeem_codes', 'note', 'redeem_codes where not is_used'],
    ['invite_codes', 'note', 'invite_codes where is_used'],
    ['profiles', 'name', `profiles where role = 'user'`],
  ])
    await sql(
      `update ${table} set ${column} = $1 where id in (select id from ${rows} order by created_at limit 20 offset 9)
         or id = (select id from ${rows} order by created_at desc limit 1)`,
      [odd],
    )
  // Used by some, of all the others.
  for (const table of ['redeem_codes', 'invite_codes'])
    await sql(
      `update ${table} as c set max_uses = 5, uses = 1, used_at = c.created_at, used_by = p.id
       from (select id, row_number() over (order by created_at) as n from profiles) as p,
         (select id, row_number() over (order by created_at) as n from ${table} where not is_used) as o
       where c.id = o.id and o.n % 50 = 0 and p.n = o.n / 50`,
    )
  // The newest of the used ones belong to invitations.
  await sql(
    `update invite_codes set is_plain = false where id in (
       select id from invite_codes where is_used order by created_at desc limit 300)`,
  )
})

const codesLike = (table: string, used: boolean) => `
  select id from ${table} where is_used = ${used} ${table === 'invite_codes' ? 'and is_plain' : ''} and (strpos(lower(code || E'\\n' || coalesce(note, '')), $1) > 0
    or used_by in (select id from profiles where strpos(lower(name || E'\\n' || email), $1) > 0))`
const ordersLike = 'select id from orders where strpos(search_text, $1) > 0'

/** Each search of `$1`, and the rows that a sequential scan finds. */
const SEARCHES: [search: string, scan: string][] = [
  [`search_orders(jsonb_build_object('search', $1::text), p_limit => 60)`, ordersLike],
  [
    `search_orders(jsonb_build_object('search', $1::text, 'status', 'cancelled'), p_limit => 60)`,
    `${ordersLike} and status = 'cancelled'`,
  ],
  [
    'search_profiles($1, p_limit => 60)',
    `select id from profiles where strpos(lower(name || E'\\n' || email), $1) > 0`,
  ],
  [`search_redeem_codes($1, 'used', p_limit => 60)`, codesLike('redeem_codes', true)],
  [`search_redeem_codes($1, 'available', p_limit => 60)`, codesLike('redeem_codes', false)],
  [`search_invite_codes($1, 'used', p_limit => 60)`, codesLike('invite_codes', true)],
]
const literal = [
  ...`'"\\^;%_*?|$`,
  '%1$s',
  '%_\\ %1',
  '%o',
  "' or true --",
  '.*',
  '$1',
  '( ) [ ]',
  '; É',
  odd,
]

it('searches find what sequential scans find, whatever the term and however rare it is (D20)', () =>
  undoneAsAdmin(world, async (sql) => {
    for (const term of [...Object.values(TERMS), 'qu', 'zq', ...literal])
      for (const [search, scan] of SEARCHES) {
        const found = await columnOf(sql, `select id from ${search}`, [term])
        const expected = await columnOf(sql, `${scan} order by created_at desc, id desc limit 60`, [
          term.toLowerCase(),
        ])
        expect([search, term, found]).toEqual([search, term, expected])
      }
  }))

const everything = async (person: Person, p_term: string | null, p_all?: boolean): Promise<string[]> =>
  (await rpc(person, 'search_everything', { p_term, p_all })).map(({ kind, id }: Row) => `${kind} ${id}`)

it('a filter of the app matches its term literally, ignoring case', async () => {
  const names: Record<string, string> = {}
  for (const name of [odd, 'Plain']) names[(await createBenefit(world, { name })).id] = name
  const ids = Object.keys(names)
  for (const term of [...`'"\\%_*()[]{},.`, odd, 'ZZ', 'plai', 'none']) {
    const filter = containsAny(['name'], term)
    const benefits = admin.client.from('benefits').select('id').in('id', ids)
    const expected = ids.filter((id) => names[id]?.toLowerCase().includes(term.toLowerCase()))
    const { data } = await benefits.or(filter).throwOnError()
    expect([term, data.map(({ id }) => id).sort()]).toEqual([term, expected.sort()])
  }
})

it('finds a name by any spelling of the same letters, whatever else is pasted with it (D59)', async () => {
  const composed = `Zoë Dvořák 한글 علی\u200cرضا ${freshCode()}`
  const spellings = [composed, composed.normalize('NFD')] as const
  const pasted = `\u200e ${composed.replace('o', '\u200bo\u2060').replace('v', 'v\u00ad').replace(' ', '\u00a0')}\ufeff \u200f`
  for (const name of spellings) {
    const [{ id: person }, { id: benefit }] = [await createMember(world), await createBenefit(world)]
    await admin.client.from('profiles').update({ name }).eq('id', person).throwOnError()
    await admin.client.from('benefits').update({ name }).eq('id', benefit).throwOnError()
    const code = { code: freshCode(), token_value: 1, note: name }
    await admin.client.from('redeem_codes').insert(code).throwOnError()
    for (const term of [...spellings, pasted]) {
      expect(await everything(admin, term.toUpperCase(), true)).toEqual(
        expect.arrayContaining([`person ${person}`, `benefit ${benefit}`]),
      )
      const codes = await rpc(admin, 'search_redeem_codes', { p_search: term, p_state: 'available' })
      expect(codes).toContainEqual(expect.objectContaining({ code: code.code }))
      const benefits = admin.client
        .from('benefits')
        .select('id')
        .or(containsAny(['name'], term))
      expect((await benefits.throwOnError()).data).toContainEqual({ id: benefit })
    }
  }
})

it('takes at most 100 characters in every search of clients', async () => {
  const searches = await world.sql<{ name: string; argument: string; arguments: string[] }>(
    `select p.proname as name, argument.name as argument, p.proargnames[1:p.pronargs] as arguments
     from pg_proc as p cross join unnest(p.proargnames[1:p.pronargs]) as argument (name)
     where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
       and argument.name in ('p_search', 'p_term', 'p_filter', 'p_filters') order by 1, 2`,
  )
  expect(searches.length).toBeGreaterThan(15)
  const benefit = '00000000-0000-0000-0000-000000000000'
  /** What functions that search need besides. */
  const needed = {
    ...{ p_kind: `'token'`, p_state: `'available'`, p_benefit_id: `'${benefit}'`, p_status: `'cancelled'` },
    ...{ p_months: 1, p_change: `'active'`, p_value: 1, p_reason: `'Tried'` },
  }
  await undoneAsAdmin(world, async (sql) => {
    for (const { name, argument, arguments: all } of searches) {
      // Of an order, `p_kind` is what it delivers.
      const known = Object.entries(needed).filter(
        ([key]) => all.includes(key) && !(name === 'set_order_statuses' && key === 'p_kind'),
      )
      const given = [...known.map((pair) => pair.join(' := ')), `${argument} := $1`].join(', ')
      const outcomeOf = (length: number) => {
        const search = 'x'.repeat(length)
        const filter = { search, ...(name === 'set_keys_aside' && { benefit }) }
        const value = argument === 'p_filter' ? filter : argument === 'p_filters' ? [filter] : search
        return tryStatement(sql, `select ${name}(${given})`, [value])
      }
      expect([name, await outcomeOf(101)]).toEqual([name, 'search_too_long'])
      expect([name, await outcomeOf(100)]).not.toEqual([name, 'search_too_long'])
    }
  })
})

/** The ids that a search for orders finds, which is as many as it counts. */
async function find(search: string, status?: string): Promise<string[]> {
  const p_filter = { search, status }
  const found: { id: string }[] = await rpc(admin, 'search_orders', { p_filter })
  expect(await rpc(admin, 'count_orders', { p_filter })).toBe(found.length)
  return found.map(({ id }) => id)
}

it('finds orders by the past and present names of a customer until the customer is deleted', async () => {
  const [before, after, last] = [freshCode(), freshCode(), freshCode()]
  const member = await createMember(world, { name: `Mia ${before}` })
  const rename = ({ client }: Person, name: string) =>
    client.from('profiles').update({ name }).eq('id', member.id).throwOnError()
  const benefit = await createBenefit(world)
  const first = await placeOrder(member, benefit)
  await rename(member, `Mia ${after}`)
  const second = await placeOrder(member, benefit)
  expect(await find(before)).toEqual([first])
  expect(await find(`mia ${after.toLowerCase()}`)).toEqual([second, first])
  expect(await find(after, 'pending')).toEqual([second, first])
  expect(await find(after, 'delivered')).toEqual([])
  await rename(admin, `Mia ${last}%`)
  expect(await find(`${last}%`)).toEqual([second, first])
  expect(await find(`${last}_`)).toEqual([])
  expect(await find(after)).toEqual([second])
  await world.sql('update auth.users set email = $1 where id = $2', [`${after}@moved.test`, member.id])
  expect(await find(`${after}@moved`)).toEqual([second, first])
  await deletePerson(admin, member)
  for (const name of [before, after, last]) expect(await find(name)).toEqual([])
})

it('finds an order by its snapshot, or without one by the present name of its benefit', async () => {
  const member = await createMember(world)
  const [was, is] = [freshCode(), freshCode()]
  const benefit = await createBenefit(world, { name: `Kit ${was}` })
  const insert = 'insert into orders (user_id, benefit_id) values ($1, $2) returning id'
  const bare = String(await scalarOf(world.sql, insert, [member.id, benefit.id]))
  const placed = await placeOrder(member, benefit)
  const number = String(await scalarOf(world.sql, 'select order_number from orders where id = $1', [placed]))
  for (const term of [number, number.slice(4), number.toLowerCase()])
    expect(await find(term)).toContain(placed)
  expect(await find(member.email.slice(0, 13).toUpperCase())).toEqual([placed])
  expect((await find(was)).sort()).toEqual([bare, placed].sort())
  await world.sql('update benefits set name = $1 where id = $2', [`Kit ${is}`, benefit.id])
  expect([await find(`kit ${is}`), await find(was)]).toEqual([[bare], [placed]])
  await world.sql('delete from benefits where id = $1', [benefit.id])
  expect([await find(is), await find(was)]).toEqual([[], [placed]])
})

it('finds for members the catalogue and, also by number, their own orders, and nothing else', async () => {
  const word = `Zebra ${freshCode()}`
  const shown = await createBenefit(world, { name: word })
  const member = await createMember(world)
  const own = await placeOrder(member, shown)
  const { code } = await createTokenCode(world)
  expect(await everything(member, ` ${word.toLowerCase()} `)).toEqual([`order ${own}`, `benefit ${shown.id}`])
  const number = String(await scalarOf(world.sql, 'select order_number from orders where id = $1', [own]))
  expect(await everything(member, number)).toEqual([`order ${own}`])
  for (const term of [code, admin.email, 'z', '', null]) expect(await everything(member, term)).toEqual([])
  // In the member area, admins are members.
  expect(await everything(admin, word)).toEqual([`benefit ${shown.id}`])
  expect(await refusal(member, 'search_everything', { p_term: 'a', p_all: true })).toBe('not_admin')
})

it('finds for admins orders, people and benefits by name, and codes by their last four characters', async () => {
  const word = `Walrus ${freshCode()}`
  const benefit = await createBenefit(world, { name: word, active: false })
  const member = await createMember(world, { name: word })
  const { id, code } = await createTokenCode(world)
  const found = (p_term: string) => rpc(admin, 'search_everything', { p_term, p_all: true })
  expect(await found(word)).toMatchObject([
    { kind: 'person', id: member.id, title: word, detail: member.email },
    { kind: 'benefit', id: benefit.id, state: 'inactive' },
  ])
  const masked = { kind: 'token_code', id, title: `••••${code.slice(-4)}`, state: 'available' }
  expect(await found(code.slice(-4).toLowerCase())).toContainEqual(expect.objectContaining(masked))
  expect(await found(code)).toMatchObject([masked])
  expect(await found(code.slice(0, 8))).toEqual([])
  expect(await found(code.slice(-3))).not.toContainEqual(expect.objectContaining({ id }))
})
