import { gzipSync } from 'node:zlib'
import { type Attack, request } from './attack.ts'
import type { Scene } from './scene.ts'
import type { Ask } from './send.ts'

const ORDERS = '/rest/v1/orders'
const TOKEN = '/rest/v1/rpc/redeem_code'
const guesses = "it would use up an owner's guesses"

const raw = (
  name: string,
  path: string,
  text: Ask['raw'],
  expect: string,
  headers: Record<string, string> = {},
): Attack =>
  request(name, { as: 'mallory', path, raw: text, headers }, expect, path === TOKEN ? { local: guesses } : {})

const query = (name: string, text: (scene: Scene) => string, expect: string): Attack =>
  request(name, (scene) => ({ as: 'mallory', path: `/rest/v1/${text(scene)}` }), expect)

/** What is no request is refused as one: 4xx, never a crash, and nothing is written. */
export const bodies: Attack[] = [
  raw('JSON that stops', ORDERS, '{"id":', '400'),
  raw('a number for an order', ORDERS, '5', '400'),
  raw('a word for an order', ORDERS, '"order"', '400'),
  raw('null for an order', ORDERS, 'null', '400'),
  raw('nothing for an order', ORDERS, '', '400'),
  raw('no orders', ORDERS, '[]', '201'),
  raw('a list of lists', ORDERS, '[[]]', '400'),
  raw('a list of nothing', ORDERS, '[null]', '400'),
  raw('an order without anything', ORDERS, '{}', '4xx'),
  raw('lists a hundred thousand deep', ORDERS, '['.repeat(1e5) + ']'.repeat(1e5), '4xx'),
  raw('objects ten thousand deep', ORDERS, `${'{"id":'.repeat(1e4)}1${'}'.repeat(1e4)}`, '4xx'),
  raw(
    'a code fifty thousand deep',
    TOKEN,
    `{"p_code":${'['.repeat(5e4)}${']'.repeat(5e4)}}`,
    '4xx | 200 1 rows',
  ),
  raw('a megabyte for the name of a column', ORDERS, JSON.stringify({ ['x'.repeat(1e6)]: 1 }), '4xx'),
  raw('ten megabytes', ORDERS, JSON.stringify({ redemption_email: 'x'.repeat(1e7) }), '4xx'),
  raw('bytes that are no UTF-8', TOKEN, new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), '4xx'),
  raw('half a character', TOKEN, '{"p_code":"\\ud800"}', '4xx | 200 1 rows'),
  raw('UTF-16', TOKEN, new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), '4xx'),
  raw('something packed', TOKEN, new Uint8Array(gzipSync('{"p_code":"X"}')), '4xx', {
    'content-encoding': 'gzip',
  }),
  raw('XML', ORDERS, '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>', '4xx', {
    'content-type': 'text/xml',
  }),
  raw('bytes', ORDERS, new Uint8Array([0, 1, 2]), '4xx', { 'content-type': 'application/octet-stream' }),
  raw('a form of parts', ORDERS, '--x\r\n\r\n--x--', '4xx', {
    'content-type': 'multipart/form-data; boundary=x',
  }),
  raw('a function without its argument', TOKEN, '{}', '404'),
  raw('a function with one more', TOKEN, '{"p_code":"X","p_user":"y"}', '404'),
  raw('a sign-up that stops', '/auth/v1/signup', '{"email":', '4xx'),
  raw('a sign-up of a list', '/auth/v1/signup', '[]', '4xx'),
  raw('a sign-in of a list', '/auth/v1/token?grant_type=password', '[{"email":"x"}]', '4xx'),
  query(
    'a filter two thousand deep',
    () => `profiles?or=(${'and('.repeat(2000)}name.eq.x${')'.repeat(2000)})`,
    '4xx',
  ),
  query('an address of sixty thousand', () => `profiles?name=eq.${'x'.repeat(60_000)}`, '4xx'),
  query(
    'three thousand alternatives',
    () => `profiles?or=(${Array(3000).fill('name.eq.x').join(',')})`,
    '4xx',
  ),
  query('bytes that are no address', () => 'profiles?name=eq.%ff%zz', '4xx | 200 []'),
  query('a NUL in a filter', () => 'profiles?name=eq.%00', '4xx'),
  query(
    'a range before the start',
    ({ mallory }) => `profiles?id=neq.${mallory.id}&offset=-5`,
    '4xx | 200 []',
  ),
  query(
    'a limit beyond all numbers',
    ({ mallory }) => `profiles?id=neq.${mallory.id}&limit=${'9'.repeat(40)}`,
    '4xx | 200 []',
  ),
]
