import { type Attack, request } from './attack.ts'
import { table } from './table.ts'

const HTML = '<!doctype html><script>alert(1)</script>'

/** Files that are not pictures, and names that lead elsewhere (D24); who may do what is in the matrix. */
export const storage: Attack[] = [
  ...table(
    { as: 'admin', headers: { 'content-type': 'image/png' } },
    `
  4xx | POST /storage/v1/object/secrets/a.png | picture in an unknown bucket | raw "PNG"
  4xx | POST /storage/v1/object/branding/a.svg | SVG | raw "<svg/>" | {"content-type":"image/svg+xml"}
  4xx | POST /storage/v1/object/branding/a.html | HTML | raw "${HTML}" | {"content-type":"text/html"}
  4xx | POST /storage/v1/object/branding/a.png | SVG in capitals | raw "<svg/>" | {"content-type":"IMAGE/SVG+XML"}
  4xx | POST /storage/v1/object/branding/a.png | SVG before another type | raw "<svg/>" | {"content-type":"image/svg+xml; image/png"}
  4xx | POST /storage/v1/object/branding/a.png | HTML as bytes | raw "${HTML}" | {"content-type":"application/octet-stream"}
  4xx | POST /storage/v1/object/branding/a.png | HTML as text | raw "${HTML}" | {"content-type":"text/plain"}
  4xx | POST /storage/v1/object/branding/a.png | picture over the limit | raw "{x*524289}"
  4xx | POST /storage/v1/object/branding/..%2f..%2f..%2fetc%2fpasswd | path traversal | raw "PNG"
  4xx | POST /storage/v1/object/branding/..%2fbenefits%2fa.png | path traversal into the other bucket | raw "PNG"
  4xx | POST /storage/v1/object/branding/..%5c..%5ca.png | path traversal with backslashes | raw "PNG"
  4xx | POST /storage/v1/object/branding//etc/passwd | absolute path | raw "PNG"
  4xx | POST /storage/v1/object/branding/a%0d%0aset-cookie:x.png | name with a line feed | raw "PNG"
  4xx | POST /storage/v1/object/branding/%3Cscript%3Ealert(1)%3C%2Fscript%3E.png | name with markup | raw "PNG"
  4xx | POST /storage/v1/object/branding/a%00.png | name with a NUL | raw "PNG"
  4xx | POST /storage/v1/object/branding/%ff%fe.png | name that is not UTF-8 | raw "PNG"
  4xx, 500 | anonymous PUT /storage/v1/object/upload/sign/branding/signed.png?token=eyJhbGciOiJub25lIn0.e30. | forged signed upload | raw "PNG"
  4xx | PUT /storage/v1/bucket/branding | bucket that accepts SVG | {"public":true,"allowed_mime_types":["image/svg+xml"],"file_size_limit":99999999} | {"content-type":"application/json"}
  200 [], 4xx | mallory DELETE /storage/v1/object/branding | removing everything | {"prefixes":["","*","%","/"]} | {"content-type":"application/json"}
  4xx | mallory PUT /storage/v1/object/branding/email-logo | logo, by PUT | raw "PNG"
`,
  ),
  request(
    'header in the name of a download',
    {
      path: `/storage/v1/object/public/branding/email-logo?download=${encodeURIComponent('"\r\nset-cookie: x=1')}`,
    },
    '200 | 4xx',
    { besides: ({ head }) => (/^set-cookie/m.test(head) ? `it was set: ${head}` : undefined) },
  ),
  {
    name: 'HTML declared as a picture',
    expect: 'stored, as nobody looks into it, and served as a picture only',
    leaves: 'an object that is removed again',
    run: async ({ fixture }) => {
      const pictures = fixture.admin.client.storage.from('branding')
      const name = 'proof-page.png'
      await pictures.upload(name, new Blob([HTML], { type: 'image/png' }), { upsert: true })
      const { headers } = await fetch(pictures.getPublicUrl(name).data.publicUrl)
      await pictures.remove([name])
      const served = `${headers.get('content-type')} ${headers.get('x-content-type-options')}`
      return served === 'image/png nosniff' ? undefined : `it is served as ${served}`
    },
  },
]
