import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mutantsOf } from './mutants/mutant.ts'
import { sourceMutants } from './mutants/source/all.ts'
import { proveSource } from './mutants/source.ts'
import { SRC } from './mutants/worker.ts'
import { emptyTally } from './tally.ts'

const read = (file: string) => readFileSync(SRC + file, 'utf8')

it('lists distinct changes', () => {
  expect(sourceMutants.length).toBeGreaterThan(60)
  const changes = sourceMutants.map(({ file, find, replace }) => `${file}: ${find} -> ${replace}`)
  expect(changes.filter((change, at) => changes.indexOf(change) !== at)).toEqual([])
})

it('quotes text that is in its file exactly once, and titles of tests that exist', () => {
  const lost = sourceMutants.filter(
    ({ file, find, replace, red, tests }) =>
      read(file).split(find).length !== 2 || find === replace || !read(red).includes(tests),
  )
  expect(lost).toEqual([])
})

it('kills a mutant that breaks a rule, and reports one that survives', async () => {
  const tally = emptyTally(['mutants', 'killed'])
  await proveSource(
    mutantsOf('entities/shared/search.ts', 'entities/shared/search.test.ts', [
      ['.imatch.', '.ilike.', 'filters each column'],
      [`.join(',')`, `.join(\`,\`)`, 'filters each column'],
    ]),
    tally,
  )
  expect(tally).toMatchObject({
    tried: 2,
    held: 1,
    failures: [
      'src/entities/shared/search.test.ts "filters each column" stays green for ' +
        `src/entities/shared/search.ts with ".join(\`,\`)" for ".join(',')".`,
    ],
  })
}, 240_000)
