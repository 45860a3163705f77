import { createAdmin, createLogin, createMember, type Person } from '../../db/support/people.ts'
import { type Benefit, createBenefit, createInviteCode } from '../../db/support/rows.ts'
import { type Address, createWorld } from '../../db/support/world.ts'

/** Who writes and what they write about. The lists are used up or filled by the writes. */
export type Scene = {
  address: Address
  members: Person[]
  /** Members who write nothing, so that a balance stays as an admin saw it. */
  quiet: string[]
  admins: Person[]
  benefits: Benefit[]
  /** Invites for the sign-ups, and people whom an admin is going to delete. */
  invites: string[]
  leaving: string[]
  /** Codes and orders whose creation was acknowledged. */
  codes: string[]
  orders: string[]
}

export type Size = { members: number; admins: number; signUps: number; deletions: number }

/** People with enough tokens for all they will order. */
export async function createScene(address: Address, size: Size): Promise<Scene> {
  const world = createWorld(address)
  const times = <T>(n: number, make: () => Promise<T>) => Promise.all(Array.from({ length: n }, make))
  const logins = async (n: number) => {
    const people = await times(n, () => createLogin(world, 'Lea Leaving'))
    return people.map(({ id }) => id)
  }
  try {
    return {
      address,
      members: await times(size.members, () => createMember(world, { tokens: 100_000 })),
      quiet: await logins(3),
      admins: await times(size.admins, () => createAdmin(world)),
      benefits: [await createBenefit(world, { price: 3 }), await createBenefit(world, { price: 7 })],
      invites: (await times(size.signUps, () => createInviteCode(world))).map(({ code }) => code),
      leaving: await logins(size.deletions),
      codes: [],
      orders: [],
    }
  } finally {
    await world.close()
  }
}
