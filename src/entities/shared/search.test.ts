import { expect, it } from 'vitest'
import { containsAny } from './search.ts'

it('filters each column by the term', () => {
  expect(containsAny(['name', 'description'], 'ann')).toBe('name.imatch."ann",description.imatch."ann"')
})

it('escapes special characters of the filter and of the pattern', () => {
  expect(containsAny(['name'], 'a.b*c, (50%)_')).toBe('name.imatch."a[.]b[*]c, [(]50%[)]_"')
  expect(containsAny(['name'], '\\ " ^')).toBe(
    'name.imatch."[[.backslash.]] [[.quotation-mark.]] [[.circumflex.]]"',
  )
})
