import { expect, it } from 'vitest'
import { safeNext } from './paths'

it.each(['/dashboard/orders?page=2#top', '/admin', '/', '/%2f%2felsewhere.example'])(
  'goes on to %s',
  (next) => {
    expect(safeNext(next)).toBe(next)
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
])('goes to the dashboard instead of %j', (next) => {
  expect(safeNext(next)).toBe('/dashboard')
})
