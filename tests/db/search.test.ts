import { expect, it } from 'vitest'
import { containsAny } from '../../src/entities/shared/search'
import { createCast } from './support/people'
import { createBenefit } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const oddName = 'Odd \\ " ^ $ . * + ? ( ) [ ] { } | % _ , ; é end'
const parts = [...oddName.replaceAll(' ', ''), 'd \\ " ^', '( ) [ ] {', '| % _ ,', '.*', 'É', 'odd', 'zz']

it('a search finds exactly the rows that contain the term, whatever stands in it', async () => {
  const cast = await createCast(world)
  const { id } = await createBenefit(world, { name: oddName })
  const { id: plain } = await createBenefit(world, { name: 'Plain' })
  for (const term of parts) {
    const { data } = await cast.owner
      .from('benefits')
      .select('id')
      .in('id', [id, plain])
      .or(containsAny(['name'], term))
      .throwOnError()
    const want = [id, plain].filter((_, n) =>
      [oddName, 'Plain'][n]?.toLowerCase().includes(term.toLowerCase()),
    )
    expect([term, data?.map((row) => row.id).sort()]).toEqual([term, want.sort()])
  }
})
