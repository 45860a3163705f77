import { expect, it } from 'vitest'
import { requestedPath } from './paths'

it.each(['/dashboard/orders?page=2#top', '/admin', '/', '/%2f%2felsewhere.example'])(
  'goes on to %s',
  (next) => {
    expect(requestedPath(next)).toBe(next)
  },
)

it.each([
  null,
  '',
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  // A path of this site, until its dots are taken away.
  '/.//elsewhere.example',
  '/dashboard/..//elsewhere.example',
  // No address at all.
  '//[',
  '/\\[',
  '/auth?mode=signin',
])('takes %j for no page of this site', (next) => {
  expect(requestedPath(next)).toBeUndefined()
})
