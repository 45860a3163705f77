import { describe, expect, it } from 'vitest'
import { requestedPath } from './paths'
import { isPictureAddress } from './picture-address'
import { isWebAddress, linkParts, shortAddress } from './web-address'

describe('web addresses', () => {
  it.each(['https://a.example', 'http://a.example/b?c=d#e', 'HTTPS://A.example'])('accepts %s', (text) => {
    expect(isWebAddress(text)).toBe(true)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,a',
    'java\nscript:alert(1)',
    'https://a\tb.example',
    ' https://a.example',
    '//a.example',
    '/dashboard',
    'https://',
    'https:a.example',
  ])('rejects %j', (text) => {
    expect(isWebAddress(text)).toBe(false)
  })

  it.each([
    ['https://a.example/', 'a.example'],
    ['http://a.example/start/', 'a.example/start/'],
  ])('shortens %s', (address, short) => {
    expect(shortAddress(address)).toBe(short)
  })

  const links = (text: string) => linkParts(text).flatMap(({ text, isLink }) => (isLink ? [text] : []))

  it.each([
    ['Open https://a.example/b.', ['https://a.example/b']],
    ['(see https://a.example/b), or http://c.example!', ['https://a.example/b', 'http://c.example']],
    ['"https://a.example/?q=1&r=2"', ['https://a.example/?q=1&r=2']],
    ['javascript:alert(1) and ftp://a.example', []],
    ['https://[', []],
    ['nothing', []],
  ])('links the addresses in %j', (text, expected) => {
    expect(links(text)).toEqual(expected)
    const parts = linkParts(text)
    expect(parts.map((part) => part.text).join('')).toBe(text)
  })
})

describe('addresses of pictures', () => {
  it.each([
    ['https://example.com/lantern.png', true],
    ['/benefits/lantern.svg', true],
    [`${location.origin}/storage/v1/object/public/benefits/lantern.png`, true],
    // The policy of the pages would not show it.
    ['http://example.com/lantern.png', false],
    ['//example.com/lantern.png', false],
    ['/\\example.com/lantern.png', false],
    // Without its tab it is //example.com.
    ['/\t/example.com/lantern.png', false],
    ['/lantern.png\n', false],
    ['http://[', false],
    ['javascript:alert(1)', false],
    ['data:image/svg+xml,<svg/>', false],
    ['https:example.com', false],
    ['lantern.png', false],
  ])('%s as the address of a picture: %s', (address, allowed) => {
    expect(isPictureAddress(address)).toBe(allowed)
  })
})

describe('requested paths', () => {
  it.each(['/dashboard/orders?page=2#top', '/admin', '/', '/%2f%2felsewhere.example'])(
    'accepts %s',
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
})
