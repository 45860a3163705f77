import type { SupabaseClient } from '@supabase/supabase-js'
import { type Offer, offerFile, tryOrder } from './delivery'
import { type Actors, createActors } from './people'
import { storageOperations } from './storage-operations'
import type { World } from './world'

/** The bucket of delivery files. */
export const files = (client: SupabaseClient) => client.storage.from('deliveries')

/** A file, and an order for it. */
export async function orderFile(world: World): Promise<Actors & Offer & { order: string }> {
  const actors = await createActors(world)
  const offer = await offerFile(world, actors.people.admin)
  const { id: order } = await tryOrder(actors.people.owner, offer.benefit)
  return { ...actors, ...offer, order }
}

export const setStatus = (world: World, order: string, status: string) =>
  world.sql('update orders set status = $2 where id = $1', [order, status])

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
