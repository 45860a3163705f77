import type { SupabaseClient } from '@supabase/supabase-js'
import { type Offer, offerFile, tryOrder } from './delivery'
import { type Actors, createActors } from './people'
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
