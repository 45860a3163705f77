import { expect, it } from 'vitest'
import { containsAny } from '../../src/entities/shared/search'
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
