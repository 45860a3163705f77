import { type Attack, request } from './attack.ts'
import { table } from './table.ts'

const object = '/storage/v1/object'

/** Reaching more of the delivered files than the download of one's own (D32). Mallory has a live order for one of them. */
export const deliveryFiles: Attack[] = [
  ...table(
    {},
    `
  4xx | ${object}/deliveries/{file.victim} | another member's file
  4xx | ${object}/authenticated/deliveries/{file.victim} | another member's file, by the other address
  4xx | anonymous ${object}/deliveries/{file.victim} | file as a visitor
  4xx | ${object}/public/deliveries/{file.mallory} | file as a public one
  4xx | ${object}/info/deliveries/{file.mallory} | details of a file
  4xx | ${object}/info/authenticated/deliveries/{file.mallory} | details of a file, by the other address
  4xx | HEAD ${object}/deliveries/{file.mallory} | headers of a file
  4xx | HEAD ${object}/authenticated/deliveries/{file.mallory} | headers of a file, by the other address
  4xx | /storage/v1/render/image/authenticated/deliveries/{file.mallory}?width=9 | file as a picture of another size
  4xx | ${object}/deliveries/{file.mallory}/ | path with a slash at its end
  4xx | ${object}/deliveries/{file.mallory}%2f..%2f..%2f{file.victim} | path traversal
  4xx | ${object}/deliveries/%25 | path as a pattern
  4xx | ${object}/DELIVERIES/{file.victim} | bucket in capitals
  4xx | ${object}/sign/deliveries/{file.mallory} | signing an address | {"expiresIn":3600}
  4xx | ${object}/sign/deliveries/{file.victim} | signing another member's address | {"expiresIn":3600}
  4xx, 500 | ${object}/sign/deliveries/{file.victim}?token={token.mallory} | session in place of a signature
  4xx | ${object}/upload/sign/deliveries/{file.mallory} | signing an upload | {} | {"x-upsert":"true"}
  200 [] | ${object}/list/deliveries | listing the bucket | {"prefix":"","limit":1000}
  200 [] | ${object}/list/deliveries | listing by a pattern | {"prefix":"%","search":"proof"}
  4xx | ${object}/copy | copying into a public bucket | {"bucketId":"deliveries","sourceKey":"{file.mallory}","destinationBucket":"benefits","destinationKey":"a.png"}
  4xx | ${object}/copy | copying another member's file over one's own | {"bucketId":"deliveries","sourceKey":"{file.victim}","destinationKey":"{file.mallory}"} | {"x-upsert":"true"}
  4xx | ${object}/move | moving another member's file | {"bucketId":"deliveries","sourceKey":"{file.victim}","destinationKey":"{file.mallory}x"}
  4xx | PUT ${object}/deliveries/{file.victim} | replacing a file | raw "x"
  4xx | POST ${object}/deliveries/{file.victim} | uploading over a file | raw "x" | {"x-upsert":"true"}
  4xx | POST ${object}/deliveries/{uuid}/{uuid}/x.html | uploading a page | raw "x" | {"content-type":"text/html"}
  200 [], 4xx | DELETE ${object}/deliveries | removing a file | {"prefixes":["{file.victim}","{file.mallory}"]}
  4xx | DELETE ${object}/deliveries/{file.victim} | removing one file
  4xx | PUT /storage/v1/bucket/deliveries | making the bucket public | {"public":true}
  4xx | /storage/v1/s3/deliveries/{file.victim} | file by the S3 protocol
  4xx | POST /storage/v1/upload/resumable | resumable upload | raw "" | {"tus-resumable":"1.0.0","upload-length":"1"}
  4xx | rpc/set_config | naming the operation | {"setting_name":"storage.operation","new_value":"storage.object.get_authenticated","is_local":false}
  4xx | rpc/may_download | function of the policy | {"p_path":"{file.victim}"}
  4xx | objects?select=name | table of storage by REST | {"accept-profile":"storage"}
  4xx | deliveries?select=file_path | table of deliveries by REST
  4xx | admin POST ${object}/deliveries/guide.txt | upload beside the benefits, by an admin | raw "x"
  4xx | admin POST ${object}/deliveries/{file.victim} | upload over a file, by an admin | raw "x" | {"x-upsert":"true"}
  4xx | admin ${object}/copy | publishing a file, by an admin | {"bucketId":"deliveries","sourceKey":"{file.victim}","destinationBucket":"benefits","destinationKey":"a.html"}
  200 [], 4xx | admin DELETE ${object}/deliveries | removing an ordered file, by an admin | {"prefixes":["{file.victim}"]}
`,
  ),
  request(
    'signing several addresses',
    ({ files }) => ({
      as: 'mallory',
      path: `${object}/sign/deliveries`,
      body: { expiresIn: 3600, paths: [files.mallory, files.victim] },
    }),
    '200 | 4xx',
    { besides: ({ body }) => (body.includes('token=') ? `one was signed: ${body}` : undefined) },
  ),
  request(
    'listing the bucket, by the second version',
    { as: 'mallory', path: `${object}/list-v2/deliveries`, body: { prefix: '' } },
    '200 | 4xx',
    {
      besides: ({ body }, { files }) => (body.includes(files.mallory) ? `it was listed: ${body}` : undefined),
    },
  ),
  request(
    'a file of one’s own, which is downloaded',
    ({ files }) => ({ as: 'mallory', path: `${object}/deliveries/${files.mallory}` }),
    '200',
  ),
]
