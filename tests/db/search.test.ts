import { expect, it } from 'vitest'
import { containsAny } from '../../src/entities/shared/search'
import { undoneAsAdmin } from './support/as-admin'
import { tried } from './support/outcome'
import { createActors } from './support/people'
import { createBenefit } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const oddName = 'Odd \\ " ^ $ . * + ? ( ) [ ] { } | % _ , ; é end'
const terms = [...oddName.replaceAll(' ', ''), 'd \\ " ^', '( ) [ ] {', '| % _ ,', '.*', 'É', 'odd', 'zz']

it('a search matches its term literally, ignoring case', async () => {
  const { owner } = await createActors(world)
  const names: Record<string, string> = {}
  for (const name of [oddName, 'Plain']) names[(await createBenefit(world, { name })).id] = name
  const ids = Object.keys(names)
  for (const term of new Set(terms)) {
    const filter = containsAny(['name'], term)
    const { data } = await owner.from('benefits').select('id').in('id', ids).or(filter).throwOnError()
    const expected = ids.filter((id) => names[id]?.toLowerCase().includes(term.toLowerCase()))
    expect([term, data.map(({ id }) => id).sort()]).toEqual([term, expected.sort()])
  }
})

const NOBODY = '00000000-0000-0000-0000-000000000000'
/** What functions that search need besides. */
const KNOWN = {
  p_kind: `'token'`,
  p_state: `'available'`,
  p_benefit_id: `'${NOBODY}'`,
  p_status: `'cancelled'`,
  p_months: 1,
  p_change: `'active'`,
  p_value: 1,
  p_reason: `'Tried'`,
}

it('takes at most 100 characters in every search of clients', async () => {
  const searches = await world.sql<{ name: string; argument: string; arguments: string[] }>(
    `select p.proname as name, argument.name as argument, p.proargnames[1:p.pronargs] as arguments
     from pg_proc as p cross join unnest(p.proargnames[1:p.pronargs]) as argument (name)
     where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
       and argument.name in ('p_search', 'p_term', 'p_filter', 'p_filters') order by 1, 2`,
  )
  expect(searches.length).toBeGreaterThan(15)
  await undoneAsAdmin(world, async (sql) => {
    const found = []
    for (const { name, argument, arguments: all } of searches) {
      // Of an order, `p_kind` is what it delivers.
      const kindless = name === 'set_order_statuses'
      const known = Object.entries(KNOWN).filter(
        ([key]) => all.includes(key) && !(kindless && key === 'p_kind'),
      )
      const given = [...known.map((pair) => pair.join(' := ')), `${argument} := $1`].join(', ')
      const valued = (length: number) => {
        const search = 'x'.repeat(length)
        const filter = { search, ...(name === 'set_keys_aside' && { benefit: NOBODY }) }
        return argument === 'p_filter' ? filter : argument === 'p_filters' ? [filter] : search
      }
      const outcomes = []
      for (const length of [100, 101])
        outcomes.push(await tried(sql, `select ${name}(${given})`, [valued(length)]))
      found.push([`${name} ${argument}`, ...outcomes])
    }
    expect(found.filter(([, , long]) => long !== 'search_too_long')).toEqual([])
    expect(found.filter(([, short]) => short === 'search_too_long')).toEqual([])
  })
})
