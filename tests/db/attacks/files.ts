import { type Group, table } from './attack.ts'

const HTML = '<!doctype html><script>alert(1)</script>'
const object = '/storage/v1/object'

/** Files that are not pictures, and names that lead elsewhere (D24); who may do what is in the matrix. */
export const pictures: Group = () => [
  ...table(
    { as: 'admin', headers: { 'content-type': 'image/png' } },
    `
  4xx | POST /storage/v1/object/branding/a.png | SVG in capitals | raw "<svg/>" | {"content-type":"IMAGE/SVG+XML"}
  4xx | POST /storage/v1/object/branding/a.png | HTML as bytes | raw "${HTML}" | {"content-type":"application/octet-stream"}
  4xx | POST /storage/v1/object/branding/..%2f..%2f..%2fetc%2fpasswd | path traversal | raw "PNG"
  4xx | POST /storage/v1/object/branding/a%0d%0aset-cookie:x.png | name with a line feed | raw "PNG"
  4xx, 500 | anonymous PUT /storage/v1/object/upload/sign/branding/signed.png?token=eyJhbGciOiJub25lIn0.e30. | forged signed upload | raw "PNG"
  4xx | PUT /storage/v1/bucket/branding | bucket that accepts SVG | {"public":true,"allowed_mime_types":["image/svg+xml"],"file_size_limit":99999999} | {"content-type":"application/json"}
  200 [], 4xx | mallory DELETE /storage/v1/object/branding | removing everything | {"prefixes":["","*","%","/"]} | {"content-type":"application/json"}
`,
  ),
]

/** Ways around the policies of delivered files, which are in tests/db/rules and tests/stack (D32). Mallory has a live order for one of them. */
export const deliveryFiles: Group = (s) =>
  table(
    {},
    `
  4xx | ${object}/info/deliveries/${s.files.mallory} | details of a file
  4xx | ${object}/deliveries/${s.files.mallory}%2f..%2f..%2f${s.files.victim} | path traversal
  4xx, 500 | ${object}/sign/deliveries/${s.files.victim}?token=${s.tokens.mallory} | session in place of a signature
  4xx | ${object}/upload/sign/deliveries/${s.files.mallory} | signing an upload | {} | {"x-upsert":"true"}
  4xx | ${object}/copy | copying another member's file over one's own | {"bucketId":"deliveries","sourceKey":"${s.files.victim}","destinationKey":"${s.files.mallory}"} | {"x-upsert":"true"}
  4xx | PUT /storage/v1/bucket/deliveries | making the bucket public | {"public":true}
  4xx | rpc/may_download | function of the policy | {"p_path":"${s.files.victim}"}
  4xx | admin POST ${object}/deliveries/guide.txt | upload beside the benefits, by an admin | raw "x"
  4xx | admin ${object}/copy | publishing a file, by an admin | {"bucketId":"deliveries","sourceKey":"${s.files.victim}","destinationBucket":"benefits","destinationKey":"a.html"}
`,
  )
