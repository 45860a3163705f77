import { randomUUID } from 'node:crypto'
import { address, invitationOf, invite } from './invitations'
import { PASSWORD, type Person, tokenFor } from './people'
import { createBenefit, placeOrder } from './rows'
import type { Row, World } from './world'

/** Signs up with a code, and returns the new member. */
export async function join(
  world: World,
  code: string,
  { email = address(), phone = '', name = 'Nia New' }: { email?: string; phone?: string; name?: string } = {},
): Promise<Person> {
  const id = randomUUID()
  await world.sql(
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
     values ($1, 'authenticated', 'authenticated', $2, extensions.crypt($3, extensions.gen_salt('bf', 4)), now(), $4)`,
    [id, email, PASSWORD, { name, phone, invite_code: code }],
  )
  return { id, email, name, client: world.client(tokenFor(id, 3600)) }
}

/** Invites by email and joins with the same address. */
export async function joinInvited(world: World, inviter: Person, email = address()): Promise<Person> {
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
