import { randomUUID } from 'node:crypto'
import { createMember, type Person } from '../../db/support/people.ts'
import { type Address, createWorld, type World } from '../../db/support/world.ts'
import { tokenOf } from '../fixture.ts'

/** A member with many orders who attacks, and another one who wants to be served meanwhile. */
export type Scene = {
  address: Address
  world: World
  attacker: Person
  tokens: { attacker: string; other: string }
  other: Person
}

const ORDERS = 300
const AT_ONCE = 20
const DESCRIPTION = 'A long description. '.repeat(90)

/** Sets the scene on a backend; the caller closes its world. */
export async function setScene(address: Address): Promise<Scene> {
  const world = createWorld(address)
  const [attacker, other] = await Promise.all([
    createMember(world, { name: 'Mallory', tokens: 1000, session: true }),
    createMember(world, { name: 'Olga Other', session: true }),
  ])
  const [benefit] = await world.sql<{ id: string }>(
    `insert into benefits (name, description, token_value, image_url, is_active)
     values ('Proof', $1, 1, '/tried.png', true) returning *`,
    [DESCRIPTION],
  )
  const rows = Array.from({ length: ORDERS }, () => ({
    id: randomUUID(),
    user_id: attacker.id,
    benefit_id: benefit?.id,
    redemption_email: attacker.email,
    status: 'pending',
    benefit_name: 'Proof',
    benefit_token_value: 1,
    benefit_image_url: '/tried.png',
    benefit_description: DESCRIPTION,
  }))
  // One request may place only some.
  for (let at = 0; at < ORDERS; at += AT_ONCE) {
    await attacker.client
      .from('orders')
      .insert(rows.slice(at, at + AT_ONCE))
      .throwOnError()
  }
  const tokens = { attacker: await tokenOf(attacker), other: await tokenOf(other) }
  return { address, world, attacker, other, tokens }
}
