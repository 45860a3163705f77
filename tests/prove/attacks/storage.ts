import { type Attack, request } from './attack.ts'
import type { Ask } from './send.ts'
import { table } from './table.ts'

const PNG = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
const text = (words: string) => new Uint8Array(Buffer.from(words))
const SVG = text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const HTML = text('<!doctype html><script>alert(1)</script>')
const object = '/storage/v1/object/'

type Who = NonNullable<Ask['as']>
const upload = (
  name: string,
  as: Who,
  path: string,
  type: string,
  raw = PNG,
  how: Partial<Ask> = {},
): Attack =>
  request(
    name,
    {
      as,
      method: 'POST',
      path: object + path,
      raw,
      ...how,
      headers: { 'content-type': type, ...how.headers },
    },
    '4xx',
  )
const overwrite = { headers: { 'x-upsert': 'true' } }
const png = 'image/png'

/** Pictures are the admins', and pictures (D24); what a member tries changes no object and no bucket. */
export const storage: Attack[] = [
  upload('a picture by a visitor', 'anonymous', 'branding/visitor.png', png),
  upload('a picture by a member', 'mallory', 'branding/member.png', png),
  upload('a picture of a benefit by a member', 'mallory', 'benefits/member.png', png),
  upload(
    'the logo of the mails, overwritten by a member',
    'mallory',
    'branding/email-logo',
    png,
    PNG,
    overwrite,
  ),
  upload('the logo of the mails, put by a member', 'mallory', 'branding/email-logo', png, PNG, {
    method: 'PUT',
  }),
  upload('a picture into a bucket that is none', 'admin', 'secrets/a.png', png),
  upload('SVG by an admin', 'admin', 'branding/a.svg', 'image/svg+xml', SVG),
  upload('HTML by an admin', 'admin', 'branding/a.html', 'text/html', HTML),
  upload('SVG in capitals', 'admin', 'branding/a.png', 'IMAGE/SVG+XML', SVG),
  upload('SVG behind the name of a picture', 'admin', 'branding/a.png', 'image/svg+xml; image/png', SVG),
  upload('HTML as bytes', 'admin', 'branding/a.png', 'application/octet-stream', HTML),
  upload('HTML as text', 'admin', 'branding/a.png', 'text/plain', HTML),
  upload('a picture over the limit', 'admin', 'branding/a.png', png, new Uint8Array(524_289)),
  upload('a name that climbs', 'admin', 'branding/..%2f..%2f..%2fetc%2fpasswd', png),
  upload('a name that climbs into the other bucket', 'admin', 'branding/..%2fbenefits%2fa.png', png),
  upload('a name that climbs, with backslashes', 'admin', 'branding/..%5c..%5ca.png', png),
  upload('a name from the root', 'admin', 'branding//etc/passwd', png),
  upload('a name with a line feed', 'admin', 'branding/a%0d%0aset-cookie:x.png', png),
  upload('a name with markup', 'admin', 'branding/%3Cscript%3Ealert(1)%3C%2Fscript%3E.png', png),
  upload('a name with a NUL', 'admin', 'branding/a%00.png', png),
  upload('a name that is no UTF-8', 'admin', 'branding/%ff%fe.png', png),
  ...table(
    {},
    `
  200 [] | POST /storage/v1/object/list/branding | the list of the pictures | {"prefix":""}
  200 [], 4xx | anonymous POST /storage/v1/object/list/branding | the list of the pictures, by a visitor | {"prefix":""}
  200 [] | DELETE /storage/v1/object/branding | removing the logo of the mails | {"prefixes":["email-logo"]}
  200 [], 4xx | DELETE /storage/v1/object/branding | removing everything | {"prefixes":["","*","%","/"]}
  4xx | POST /storage/v1/object/move | moving the logo away | {"bucketId":"branding","sourceKey":"email-logo","destinationKey":"gone"}
  4xx | POST /storage/v1/object/copy | copying the logo | {"bucketId":"branding","sourceKey":"email-logo","destinationKey":"copy"}
  4xx | POST /storage/v1/object/upload/sign/branding/signed.png | an address to upload to | {}
  4xx | POST /storage/v1/bucket | a bucket of one’s own | {"id":"mine","name":"mine","public":true}
  4xx | admin POST /storage/v1/bucket | a bucket by an admin of the product | {"id":"mine","name":"mine","public":true}
  4xx | admin PUT /storage/v1/bucket/branding | a bucket that takes SVG | {"public":true,"allowed_mime_types":["image/svg+xml"],"file_size_limit":99999999}
  4xx | POST /storage/v1/bucket/branding/empty | emptying a bucket | {}
  4xx | DELETE /storage/v1/bucket/benefits | deleting a bucket
  200 [], 4xx | GET /storage/v1/bucket | the buckets
`,
  ),
  request(
    'an upload with a forged address',
    {
      method: 'PUT',
      path: `${object}upload/sign/branding/signed.png?token=${'eyJhbGciOiJub25lIn0.e30.'}`,
      headers: { 'content-type': png },
      raw: PNG,
    },
    '4xx | 500',
  ),
  request(
    'a header in the name of a download',
    { path: `${object}public/branding/email-logo?download=${encodeURIComponent('"\r\nset-cookie: x=1')}` },
    '200 | 4xx',
    { besides: ({ head }) => (/^set-cookie/m.test(head) ? `it came: ${head}` : undefined) },
  ),
  {
    name: 'HTML that calls itself a picture',
    // Nobody looks into the bytes; what counts is that no browser takes them for a page.
    expect: 'stored as a picture, and shown as nothing else',
    local: 'hosted, its storage answers for the headers',
    leaves: 'an object that is removed again',
    run: async (scene) => {
      const pictures = scene.fixture.admin.client.storage.from('branding')
      const name = 'proof-page.png'
      await pictures.upload(name, new Blob([HTML], { type: png }), { upsert: true })
      const { headers } = await scene.fixture.fetch(pictures.getPublicUrl(name).data.publicUrl)
      await pictures.remove([name])
      const said = `${headers.get('content-type')} ${headers.get('x-content-type-options')}`
      return said === 'image/png nosniff' ? undefined : `it is shown as ${said}`
    },
  },
]
