import { createMember, type Person } from '../../db/support/people.ts'
import { createBenefit, orderPayload } from '../../db/support/rows.ts'
import { type Address, createWorld, type World } from '../../db/support/world.ts'
import { tokenOf } from '../fixture.ts'
import type { Caller } from './measure.ts'

/** A member with many orders who attacks, and another, who is to be served all the same. */
export type Scene = { world: World; attackerId: string; attacker: Caller; other: Caller }

const ORDERS = 300
// One request may place only some.
const AT_ONCE = 20

/** The caller closes its world. */
export async function setScene(address: Address): Promise<Scene> {
  const world = createWorld(address)
  const attacker = await createMember(world, { name: 'Mallory', tokens: 1000, session: true })
  const other = await createMember(world, { name: 'Olga Other', session: true })
  const benefit = await createBenefit(world, { price: 1 })
  const long = 'A long description. '.repeat(90)
  await world.sql('update benefits set description = $2 where id = $1', [benefit.id, long])
  for (let at = 0; at < ORDERS; at += AT_ONCE) {
    const orders = Array.from({ length: AT_ONCE }, () => orderPayload(attacker, benefit))
    await attacker.client.from('orders').insert(orders).throwOnError()
  }
  const { url, publishable_key: apikey } = address
  const caller = async (person: Person): Promise<Caller> => ({ url, apikey, token: await tokenOf(person) })
  return { world, attackerId: attacker.id, attacker: await caller(attacker), other: await caller(other) }
}
