import { expect, it } from 'vitest'
import { containsAny } from './search.ts'

it('asks each column for the term', () => {
  expect(containsAny(['name', 'description'], 'ann')).toBe('name.imatch."ann",description.imatch."ann"')
})

it('gives no character a meaning of its own, neither in the filter nor in the pattern', () => {
  expect(containsAny(['name'], 'a.b*c, (50%)_')).toBe('name.imatch."a[.]b[*]c, [(]50%[)]_"')
  expect(containsAny(['name'], '\\ " ^')).toBe(
    'name.imatch."[[.backslash.]] [[.quotation-mark.]] [[.circumflex.]]"',
  )
})
