import { expect, it } from 'vitest'
import { isPictureAddress } from './picture-address'
import { isWebAddress, linkParts, requestedPath, shortAddress } from './web-address'

it.each(['https://a.example', 'http://a.example/b?c=d#e', 'HTTPS://A.example'])(
  '%s is a web address',
  (text) => expect(isWebAddress(text)).toBe(true),
)

it.each([
  ...['javascript:alert(1)', 'data:text/html,a', '//a.example', '/dashboard', 'https://', 'https:a.example'],
  ...['java\nscript:alert(1)', 'https://a\tb.example', ' https://a.example'],
])('%j is no web address', (text) => expect(isWebAddress(text)).toBe(false))

it('shortens a web address', () => {
  expect(shortAddress('https://a.example/')).toBe('a.example')
  expect(shortAddress('http://a.example/start/')).toBe('a.example/start/')
})

it.each([
  ['Open https://a.example/b.', ['https://a.example/b']],
  ['(see https://a.example/b), or http://c.example!', ['https://a.example/b', 'http://c.example']],
  ['"https://a.example/?q=1&r=2"', ['https://a.example/?q=1&r=2']],
  ['javascript:alert(1) and ftp://a.example', []],
  ['https://[', []],
])('links the addresses in %j', (text, links) => {
  const parts = linkParts(text)
  expect(parts.filter(({ isLink }) => isLink).map((part) => part.text)).toEqual(links)
  expect(parts.map((part) => part.text).join('')).toBe(text)
})

it.each([
  'https://example.com/lantern.png',
  '/benefits/lantern.svg',
  `${location.origin}/storage/v1/object/public/benefits/lantern.png`,
])('%s may be a picture', (address) => expect(isPictureAddress(address)).toBe(true))

// The policy of the pages would not show http:, and without its tab the path is //example.com.
it.each([
  ...['http://example.com/lantern.png', '//example.com/lantern.png', '/\\example.com/lantern.png'],
  ...['/\t/example.com/lantern.png', '/lantern.png\n', 'http://[', 'javascript:alert(1)'],
  ...['data:image/svg+xml,<svg/>', 'https:example.com', 'lantern.png'],
])('%j is no picture', (address) => expect(isPictureAddress(address)).toBe(false))

it.each(['/dashboard/orders?page=2#top', '/admin', '/', '/%2f%2felsewhere.example'])(
  '%s may be the page after the sign-in (D17)',
  (next) => expect(requestedPath(next)).toBe(next),
)

// Some are paths of this site until they are normalized, some no valid URL.
it.each([
  ...[null, '', 'https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example'],
  ...['/\t/elsewhere.example', '/.//elsewhere.example', '/dashboard/..//elsewhere.example'],
  ...['//[', '/\\[', '/auth?mode=signin'],
])('%j is no page after the sign-in (D17)', (next) => expect(requestedPath(next)).toBeUndefined())
