import type { SupabaseClient } from '@supabase/supabase-js'
import { type Offer, offerFile, tryOrder } from './delivery'
import { type Cast, createCast } from './people'
import { storageOperations } from './storage-operations'
import type { World } from './world'

/** The bucket of delivery files. */
export const files = (client: SupabaseClient) => client.storage.from('deliveries')

/** A file, and an order for it. */
export async function orderFile(world: World): Promise<Cast & Offer & { order: string }> {
  const cast = await createCast(world)
  const offer = await offerFile(world, cast.people.admin)
  const { id: order } = await tryOrder(cast.people.owner, offer.benefit)
  return { ...cast, ...offer, order }
}

export const setStatus = (world: World, order: string, status: string) =>
  world.sql('update orders set status = $2 where id = $1', [order, status])

type Act = (client: SupabaseClient, path: string) => Promise<{ data: unknown; error: unknown }>
const text = () => new Blob(['Replaced'])
/** What is tried on a file, besides downloading it. */
export const acts: Record<string, Act> = {
  'list a folder': (client, path) => files(client).list(path.split('/').slice(0, 2).join('/')),
  'list everything': (client) => files(client).list(),
  search: (client) => files(client).list('', { search: 'guide' }),
  'sign an address': (client, path) => files(client).createSignedUrl(path, 60),
  'sign several addresses': async (client, path) => {
    const { data, error } = await files(client).createSignedUrls([path], 60)
    return { data: data?.filter(({ signedUrl }) => signedUrl), error }
  },
  'sign an upload': (client, path) => files(client).createSignedUploadUrl(`${path}x`),
  'read the details': (client, path) => files(client).info(path),
  'ask whether it exists': (client, path) => files(client).exists(path),
  copy: (client, path) => files(client).copy(path, `${path}x`),
  'copy to a public bucket': (client, path) =>
    files(client).copy(path, 'leak.txt', { destinationBucket: 'benefits' }),
  move: (client, path) => files(client).move(path, `${path}x`),
  upload: (client, path) => files(client).upload(`${path}x`, text()),
  'upload over it': (client, path) => files(client).upload(path, text(), { upsert: true }),
  replace: (client, path) => files(client).update(path, text()),
  remove: (client, path) => files(client).remove([path]),
}
/** Refused, or nothing found. */
export const refused = ({ data, error }: Awaited<ReturnType<Act>>) =>
  error !== null || data === false || (Array.isArray(data) && data.length === 0)

/** The operations in which a person sees the file; '' is none at all. */
export async function visibleIn(world: World, id: string, path: string): Promise<string[]> {
  const seen: string[] = []
  await world.undone(async (sql) => {
    await sql(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub: id, role: 'authenticated' }),
    ])
    await sql('set local role authenticated')
    for (const operation of ['', ...storageOperations]) {
      await sql(`select set_config('storage.operation', $1, true)`, [operation])
      const rows = await sql(`select from storage.objects where bucket_id = 'deliveries' and name = $1`, [
        path,
      ])
      if (rows.length > 0) seen.push(operation)
    }
  })
  return seen
}
