import { expect, it } from 'vitest'
import { isWebAddress, linkParts, shortAddress } from './web-address'

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
