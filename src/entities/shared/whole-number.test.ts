import { expect, it } from 'vitest'
import { readWhole, wholeNumber } from './whole-number'

const rule = 'From 1 to 1000.'
const schema = wholeNumber(1, 1000, rule, 'Too many.')
const problem = (typed: unknown) => schema.safeParse(readWhole(typed)).error?.issues[0]?.message

it.each([
  ['12', 12],
  [' 12\t', 12],
  ['\u00a07\u3000', 7],
  ['007', 7],
  ['٤٢', 42],
  ['۴۲', 42],
  ['४२', 42],
  ['４２', 42],
  ['𝟒𝟐', 42],
  ['𝟿𝟶', 90],
  [42, 42],
])('reads %j as %i (D59)', (typed, value) => {
  expect(schema.parse(readWhole(typed))).toBe(value)
})

it.each([
  '1.000',
  '12,5',
  '1 000',
  '1\u00a0000',
  '1\u202f000',
  '1’000',
  "1'000",
  '٣٫٥',
  '1_000',
  '1.5',
  '1.',
  ',5',
])('refuses the separator of %j with its reason (D59)', (typed) => {
  expect(problem(typed)).toBe('Write digits only, without points, commas or spaces.')
})

it.each([
  '',
  ' ',
  'ten',
  '1e3',
  '0x10',
  '-1',
  '−1',
  '0',
  '+5',
  '½',
  '²',
  'Ⅳ',
  '1\u200b0',
  Number.NaN,
  null,
  '.',
  1.5,
])('refuses %j by its rule', (typed) => {
  expect(problem(typed)).toBe(rule)
})

it('says what is too many', () => {
  expect([problem('1001'), problem('9'.repeat(400))]).toEqual(['Too many.', rule])
})
