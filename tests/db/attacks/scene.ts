import { createPool, offerFile, tryOrder } from '../support/delivery.ts'
import { createAdmin, createMember, type Person } from '../support/people.ts'
import {
  type Benefit,
  createBenefit,
  createInviteCode,
  createTokenCode,
  freshCode,
  orderPayload,
  placeOrder,
} from '../support/rows.ts'
import type { Row, World } from '../support/world.ts'

/** What is attacked. Mallory is a member, from whom the secrets are hidden. */
export type Scene = {
  world: World
  admin: Person
  victim: Person
  mallory: Person
  tokens: { mallory: string; admin: string }
  benefit: Benefit
  /** Inactive. */
  hidden: Benefit
  /** Delivers keys, of which the victim has the only one. */
  keyed: Benefit
  /** The key is of the victim's order `keyed`. */
  orders: { victim: string; mallory: string; keyed: string }
  /** Unused. */
  codes: { token: string; invite: string }
  /** Paths of delivered files: the victim's, and Mallory's own. */
  files: { victim: string; mallory: string }
  secrets: string[]
}

/** The access token of a signed-in person. */
export async function tokenOf({ client }: Person): Promise<string> {
  const { data } = await client.auth.getSession()
  if (!data.session) throw new Error('nobody is signed in')
  return data.session.access_token
}

export async function setScene(world: World): Promise<Scene> {
  const admin = await createAdmin(world, { session: true })
  const [victim, mallory] = [
    await createMember(world, { name: `Vera Victim ${freshCode()}`, tokens: 110, session: true }),
    await createMember(world, { name: 'Mallory', tokens: 110, session: true }),
  ]
  const benefit = await createBenefit(world, { name: 'Proof' })
  const hidden = await createBenefit(world, { name: `Hidden ${freshCode()}`, active: false })
  const { benefit: keyed, keys } = await createPool(world, admin)
  const [token, invite] = [await createTokenCode(world), await createInviteCode(world)]
  const note = `Made by an attack ${freshCode()}`
  await world.sql('update redeem_codes set note = $1', [note])
  await world.sql('update invite_codes set note = $1', [note])
  const [file, own] = [await offerFile(world, admin), await offerFile(world, admin)]
  await tryOrder(victim, file.benefit)
  await tryOrder(mallory, own.benefit)
  return {
    ...{ world, admin, victim, mallory, benefit, hidden, keyed },
    tokens: { mallory: await tokenOf(mallory), admin: await tokenOf(admin) },
    orders: {
      victim: await placeOrder(victim, benefit),
      mallory: await placeOrder(mallory, benefit),
      keyed: await placeOrder(victim, keyed),
    },
    codes: { token: token.code, invite: invite.code },
    files: { victim: file.path, mallory: own.path },
    secrets: [
      ...[victim.id, victim.email, victim.name, admin.email, hidden.name],
      ...[token.code, invite.code, note, ...keys, file.content],
    ],
  }
}

/** A new order of Mallory as the app would send it, with changes. */
export const order = ({ mallory, benefit }: Scene, changes: Row = {}): Row =>
  orderPayload(mallory, benefit, changes)
