import { expect, test } from 'vitest'
import { isTransient, serverMessage } from './errors.ts'

const words = (error: object) => serverMessage(error, 'our own words')

test.each([
  ['the REST layer', { code: 'PGRST204', message: 'Could not find the column' }],
  ['a rule of a table', { code: '23505', message: 'duplicate key value violates unique constraint' }],
  ['a right of a table', { code: '42501', message: 'permission denied for table orders' }],
  ['our own functions', { code: 'PT403', message: 'not_admin' }],
  ['nobody', { message: '' }],
])('does not show what is said by %s', (_who, error) => {
  expect(words(error)).toBe('our own words')
})

test('shows what auth says', () => {
  expect(words({ code: 'weak_password', status: 422, message: 'Too short' })).toBe('Too short')
})

test('takes a gateway that gave up for a server out of reach, which may have done it', () => {
  expect(words({ code: 'unreachable', message: '' })).toContain('The server cannot be reached.')
  expect(isTransient({ code: 'unreachable' })).toBe(true)
})
