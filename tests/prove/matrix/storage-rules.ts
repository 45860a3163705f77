import type { SupabaseClient } from '@supabase/supabase-js'
import type { Allowed } from './rule.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const picture = () => new Blob([new Uint8Array(PIXEL)], { type: 'image/png' })

type Result = { data: unknown; error: unknown }
/** One act on a bucket: at `path` there is a picture, at `free` none. */
export type Act = (client: SupabaseClient, bucket: string, path: string, free: string) => Promise<Result>

/** Operations on pictures, in an order that succeeds for admins. */
export const ACTS: Record<string, Act> = {
  upload: (client, bucket, _, free) => client.storage.from(bucket).upload(free, picture()),
  'upload over it': (client, bucket, path) =>
    client.storage.from(bucket).upload(path, picture(), { upsert: true }),
  replace: (client, bucket, path) => client.storage.from(bucket).update(path, picture()),
  list: (client, bucket) => client.storage.from(bucket).list(),
  'sign an address': (client, bucket, path) => client.storage.from(bucket).createSignedUrl(path, 60),
  'sign an upload': async (client, bucket, _, free) => {
    const { data, error } = await client.storage.from(bucket).createSignedUploadUrl(free, { upsert: true })
    // The embedded backend signs no uploads; it reports that only to those who may upload.
    return error?.message === 'No token returned by API' ? { data: {}, error: null } : { data, error }
  },
  copy: (client, bucket, path, free) => client.storage.from(bucket).copy(path, `copy-of-${free}`),
  move: async (client, bucket, path, free) => {
    const there = await client.storage.from(bucket).move(path, `moved-${free}`)
    return there.error ? there : client.storage.from(bucket).move(`moved-${free}`, path)
  },
  remove: (client, bucket, _, free) => client.storage.from(bucket).remove([free, `copy-of-${free}`]),
  'remove it': (client, bucket, path) => client.storage.from(bucket).remove([path]),
}

/** Further acts on a private bucket: what is public may be read by anybody. */
export const PRIVATE_ACTS: Record<string, Act> = {
  download: (client, bucket, path) => client.storage.from(bucket).download(path),
  'read the details': (client, bucket, path) => client.storage.from(bucket).info(path),
  'ask whether it exists': (client, bucket, path) => client.storage.from(bucket).exists(path),
  'list its folder': (client, bucket, path) =>
    client.storage.from(bucket).list(path.split('/').slice(0, -1).join('/')),
  'search for it': (client, bucket, path) =>
    client.storage.from(bucket).list('', { search: path.split('/').at(-1) }),
  'copy to a public bucket': (client, bucket, path, free) =>
    client.storage.from(bucket).copy(path, `leak-of-${free}`, { destinationBucket: 'benefits' }),
}

/** Acts on the buckets themselves; the last two would empty an owner's project if the rule were missing. */
export const BUCKET_ACTS: Record<string, Act> = {
  'create a bucket': (client, _, __, free) => client.storage.createBucket(free, { public: true }),
  'list the buckets': (client) => client.storage.listBuckets(),
  'read the bucket': (client, bucket) => client.storage.getBucket(bucket),
  'change the bucket': (client, bucket) => client.storage.updateBucket(bucket, { public: false }),
}
export const DESTRUCTIVE_ACTS: Record<string, Act> = {
  'empty the bucket': (client, bucket) => client.storage.emptyBucket(bucket),
  'delete the bucket': (client, bucket) => client.storage.deleteBucket(bucket),
}

export type BucketRule = {
  allowed: Allowed<readonly string[]>
  /** What the member may do whose order delivers the file at `path`; the bucket is private, its files have ids. */
  ofOrder?: readonly string[]
}

/** Who may do what in each bucket; the public address of a picture is open to everybody (D24), a file to those who ordered it (D32). */
export const BUCKETS: Record<string, BucketRule> = {
  branding: { allowed: { admin: Object.keys(ACTS) } },
  benefits: { allowed: { admin: Object.keys(ACTS) } },
  deliveries: {
    allowed: {
      admin: [
        'upload',
        'list',
        'list its folder',
        'search for it',
        'sign an address',
        'remove',
        'download',
        'read the details',
        'ask whether it exists',
      ],
    },
    ofOrder: ['download'],
  },
}
export const UNKNOWN_BUCKET = 'nowhere'
