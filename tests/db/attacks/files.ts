import { type Attack, request, table } from './attack.ts'

const HTML = '<!doctype html><script>alert(1)</script>'
const object = '/storage/v1/object'

/** Files that are not pictures, and names that lead elsewhere (D24); who may do what is in the matrix. */
export const pictures: Attack[] = [
  ...table(
    { as: 'admin', headers: { 'content-type': 'image/png' } },
    `
  4xx | POST /storage/v1/object/branding/a.png | SVG in capitals | raw "<svg/>" | {"content-type":"IMAGE/SVG+XML"}
  4xx | POST /storage/v1/object/branding/a.png | HTML as bytes | raw "${HTML}" | {"content-type":"application/octet-stream"}
  4xx | POST /storage/v1/object/branding/..%2f..%2f..%2fetc%2fpasswd | path traversal | raw "PNG"
  4xx | POST /storage/v1/object/branding/..%5c..%5ca.png | path traversal with backslashes | raw "PNG"
  4xx | POST /storage/v1/object/branding/a%0d%0aset-cookie:x.png | name with a line feed | raw "PNG"
  4xx | POST /storage/v1/object/branding/%3Cscript%3Ealert(1)%3C%2Fscript%3E.png | name with markup | raw "PNG"
  4xx | POST /storage/v1/object/branding/a%00.png | name with a NUL | raw "PNG"
  4xx, 500 | anonymous PUT /storage/v1/object/upload/sign/branding/signed.png?token=eyJhbGciOiJub25lIn0.e30. | forged signed upload | raw "PNG"
  4xx | PUT /storage/v1/bucket/branding | bucket that accepts SVG | {"public":true,"allowed_mime_types":["image/svg+xml"],"file_size_limit":99999999} | {"content-type":"application/json"}
  200 [], 4xx | mallory DELETE /storage/v1/object/branding | removing everything | {"prefixes":["","*","%","/"]} | {"content-type":"application/json"}
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
    leaves: 'an object that is removed again',
    run: async ({ admin }) => {
      const pictures = admin.client.storage.from('branding')
      const name = 'proof-page.png'
      await pictures.upload(name, new Blob([HTML], { type: 'image/png' }), { upsert: true })
      const { headers } = await fetch(pictures.getPublicUrl(name).data.publicUrl)
      await pictures.remove([name])
      const served = `${headers.get('content-type')} ${headers.get('x-content-type-options')}`
      return served === 'image/png nosniff' ? undefined : `it is served as ${served}`
    },
  },
]

/** Ways around the policies of delivered files, which are in tests/db/rules and tests/stack (D32). Mallory has a live order for one of them. */
export const deliveryFiles: Attack[] = table(
  {},
  `
  4xx | ${object}/info/deliveries/{file.mallory} | details of a file
  4xx | HEAD ${object}/deliveries/{file.mallory} | headers of a file
  4xx | /storage/v1/render/image/authenticated/deliveries/{file.mallory}?width=9 | file as a picture of another size
  4xx | ${object}/deliveries/{file.mallory}%2f..%2f..%2f{file.victim} | path traversal
  4xx | ${object}/deliveries/%25 | path as a pattern
  4xx, 500 | ${object}/sign/deliveries/{file.victim}?token={token.mallory} | session in place of a signature
  4xx | ${object}/upload/sign/deliveries/{file.mallory} | signing an upload | {} | {"x-upsert":"true"}
  4xx | ${object}/copy | copying into a public bucket | {"bucketId":"deliveries","sourceKey":"{file.mallory}","destinationBucket":"benefits","destinationKey":"a.png"}
  4xx | ${object}/copy | copying another member's file over one's own | {"bucketId":"deliveries","sourceKey":"{file.victim}","destinationKey":"{file.mallory}"} | {"x-upsert":"true"}
  4xx | ${object}/move | moving another member's file | {"bucketId":"deliveries","sourceKey":"{file.victim}","destinationKey":"{file.mallory}x"}
  4xx | PUT /storage/v1/bucket/deliveries | making the bucket public | {"public":true}
  4xx | rpc/set_config | naming the operation | {"setting_name":"storage.operation","new_value":"storage.object.get_authenticated","is_local":false}
  4xx | rpc/may_download | function of the policy | {"p_path":"{file.victim}"}
  4xx | admin POST ${object}/deliveries/guide.txt | upload beside the benefits, by an admin | raw "x"
  4xx | admin ${object}/copy | publishing a file, by an admin | {"bucketId":"deliveries","sourceKey":"{file.victim}","destinationBucket":"benefits","destinationKey":"a.html"}
`,
)
