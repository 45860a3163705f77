import { freshAddress, invitationOf, invite } from './invitations'
import { join, type Person } from './people'
import { createBenefit, placeOrder } from './rows'
import type { Row, World } from './world'

/** Invites by email and joins with the same address. */
export async function joinInvited(world: World, inviter: Person, email = freshAddress()): Promise<Person> {
  await invite(inviter, [email])
  return join(world, (await invitationOf(world, email)).code, { email })
}

type MyInvitations = Row & { code: string | null; invitations: Row[] }

export const myInvitations = async ({ client }: Pick<Person, 'client'>): Promise<MyInvitations> =>
  (await client.rpc('my_invitations').single<MyInvitations>().throwOnError()).data

/** The id of a new order that an admin delivers at once. */
export async function orderDelivered(world: World, member: Person, status = 'delivered'): Promise<string> {
  const id = await placeOrder(member, await createBenefit(world, { price: 1 }))
  await world.sql(`update orders set status = $2 where id = $1`, [id, status])
  return id
}

export const setTerms = (world: World, quota: number, bonus: number): Promise<Row[]> =>
  world.sql(
    `insert into app_settings (key, value) values ('invitations_per_member', $1), ('referral_bonus', $2)
     on conflict (key) do update set value = excluded.value`,
    [String(quota), String(bonus)],
  )
