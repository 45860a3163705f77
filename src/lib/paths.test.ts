import { expect, it } from 'vitest'
import { requestedPath } from './paths'

it.each(['/dashboard/orders?page=2#top', '/admin', '/', '/%2f%2felsewhere.example'])('accepts %s', (next) => {
  expect(requestedPath(next)).toBe(next)
})

it.each([
  null,
  '',
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  // A path of this site until it is normalized.
  '/.//elsewhere.example',
  '/dashboard/..//elsewhere.example',
  // No valid URL.
  '//[',
  '/\\[',
  '/auth?mode=signin',
])('rejects %j', (next) => {
  expect(requestedPath(next)).toBeUndefined()
})
