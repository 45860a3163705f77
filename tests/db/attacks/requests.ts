import { gzipSync } from 'node:zlib'
import { type Attack, request } from './attack.ts'
import { table } from './table.ts'

const bytes = (name: string, body: number[] | Buffer, headers = {}): Attack =>
  request(name, { as: 'mallory', path: '/rest/v1/orders', raw: new Uint8Array(body), headers }, '4xx')

/** What is not a valid request is refused as one, without a crash or a write. */
export const malformed: Attack[] = [
  ...table(
    {},
    String.raw`
  400 | POST orders | JSON that stops | raw "{\"id\":"
  400 | POST orders | number | raw "5"
  400 | POST orders | string | raw "\"order\""
  400 | POST orders | null | raw "null"
  400 | POST orders | empty body | raw ""
  201 | POST orders | empty list | raw "[]"
  400 | POST orders | list of a list | raw "[[]]"
  400 | POST orders | list of null | raw "[null]"
  4xx | POST orders | empty object | raw "{}"
  4xx | POST orders | lists a hundred thousand deep | raw "{[*100000}{]*100000}"
  4xx | POST orders | column name of one megabyte | raw "{\"{x*1000000}\":1}"
  4xx | POST orders | ten megabytes | raw "{\"redemption_email\":\"{x*10000000}\"}"
  4xx | POST orders | XML | raw "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><x>&e;</x>" | {"content-type":"text/xml"}
  4xx | POST orders | multipart form | raw "--x\r\n\r\n--x--" | {"content-type":"multipart/form-data; boundary=x"}
  4xx, 200 null | POST rpc/redeem_code | half a surrogate pair | raw "{\"p_code\":\"\\ud800\"}"
  404 | POST rpc/redeem_code | function without its argument | {}
  404 | POST rpc/redeem_code | function with an unknown argument | {"p_code":"X","p_user":"y"}
  4xx | POST /auth/v1/signup | sign-up that stops | raw "{\"email\":"
  4xx | POST /auth/v1/signup | sign-up as a list | []
  4xx | POST /auth/v1/token?grant_type=password | sign-in as a list | [{"email":"x"}]
  4xx | GET profiles?or=({and(*2000}name.eq.x{)*2000}) | filter two thousand deep
  4xx | GET profiles?name=eq.{x*60000} | URL of sixty thousand characters
  4xx | GET profiles?or=({name.eq.x,*3000}name.eq.x) | three thousand alternatives
  4xx, 200 [] | GET profiles?name=eq.%ff%zz | invalid URL encoding
  4xx | GET profiles?name=eq.%00 | NUL in a filter
  4xx, 200 [] | GET profiles?id=neq.{mallory}&offset=-5 | negative offset
  4xx, 200 [] | GET profiles?id=neq.{mallory}&limit={9*40} | limit out of range
`,
  ),
  bytes('bytes', [0, 1, 2], { 'content-type': 'application/octet-stream' }),
  bytes('invalid UTF-8', [0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  bytes('UTF-16', [0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
  bytes('gzip', gzipSync('{"id":"X"}'), { 'content-encoding': 'gzip' }),
]
