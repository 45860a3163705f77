import { expect, test } from 'vitest'
import { errorCode, errorMessage, isTransient, NetworkError, toNetworkError } from './errors.ts'

test.each([
  ['of PostgREST', { code: 'PGRST204', message: 'Could not find the column' }],
  ['of a constraint', { code: '23505', message: 'duplicate key value violates unique constraint' }],
  ['of a time limit', { code: '57014', message: 'canceling statement due to statement timeout' }],
  ['of a lock', { code: '55P03', message: 'canceling statement due to lock timeout' }],
  ['of a privilege', { code: '42501', message: 'permission denied for table orders' }],
  ['of our own functions', { code: 'PT403', message: 'not_admin' }],
  ['that is empty', { message: '' }],
])('replaces a message %s', (_source, error) => {
  expect(errorMessage(error, 'fallback')).toBe('fallback')
})

test('shows the message of auth', () => {
  expect(errorMessage({ code: 'weak_password', status: 422, message: 'Too short' }, '')).toBe('Too short')
})

test.each([
  ['a marked error', new NetworkError(), 'network'],
  ['a timeout', { name: 'TimeoutError' }, 'network'],
  ['a gateway', { code: 'unreachable', message: '' }, 'network'],
  ['auth-js without a response', { name: 'AuthRetryableFetchError', status: 0 }, 'network'],
  ['auth-js behind a gateway', { name: 'AuthRetryableFetchError', status: 521 }, 'network'],
  ['auth-js with a failing server', { name: 'AuthRetryableFetchError', status: 500 }, 'unknown'],
  ['a bug', new TypeError('x is not a function'), 'unknown'],
])('classifies %s', (_source, error, code) => {
  expect(errorCode(error)).toBe(code)
  if (code === 'network') expect(errorMessage(error, '')).toContain('The server cannot be reached.')
  expect(isTransient(error)).toBe(code === 'network' || 'status' in error)
})

test('of auth-js, is the network for the statuses of gateways, and transient from 500 on', () => {
  const failed = (status: number) => ({ name: 'AuthRetryableFetchError', status })
  const statuses = [499, 500, 501, 502, 504, 505, 519, 520, 530, 531].map(failed)
  const ofGateways = statuses.filter((error) => errorCode(error) === 'network')
  expect(ofGateways.map(({ status }) => status)).toEqual([502, 504, 520, 530])
  expect(statuses.filter((error) => !isTransient(error))).toEqual([failed(499)])
})

test('marks a TypeError, and neither an abort nor a timeout', () => {
  expect(errorCode(toNetworkError(new TypeError('Failed to fetch')))).toBe('network')
  const abort = new DOMException('', 'AbortError')
  expect(toNetworkError(abort)).toBe(abort)
})
