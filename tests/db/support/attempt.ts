import { expect } from 'vitest'
import { tried } from './outcome'
import { createAdmin, createMember } from './people'
import { createBenefit, createInviteCode, createTokenCode, placeOrder } from './rows'
import type { Query, World } from './world'

/** Ids and codes that a statement may name as `:me`, made once in each world. */
type Scene = Record<'me' | 'other' | 'admin' | 'benefit' | 'order' | 'token' | 'invite', string>

const scenes = new WeakMap<World, Promise<Scene>>()

async function setScene(world: World): Promise<Scene> {
  const [me, other, admin] = [await createMember(world), await createMember(world), await createAdmin(world)]
  const benefit = await createBenefit(world)
  const [token, invite] = [await createTokenCode(world), await createInviteCode(world)]
  return {
    me: me.id,
    other: other.id,
    admin: admin.id,
    benefit: benefit.id,
    order: await placeOrder(me, benefit),
    token: token.code,
    invite: invite.code,
  }
}

/**
 * One statement and what it comes to: the code of its refusal, or 'done'. It is made by the owner of the database, or by
 * a client: a member, an admin, or a service that was granted everything. `before` is done by the owner; other
 * guards that would refuse as well are taken away there.
 */
export type Attempt = {
  by?: 'me' | 'admin' | 'service'
  before?: string[]
  say: string
  comes: string
  /** What the owner reads afterwards, in one column. */
  reads?: [query: string, value: unknown]
}

/** A probe that makes one attempt, and takes everything back. */
export function attempt({ by, before = [], say, comes, reads }: Attempt): (world: World) => Promise<void> {
  return async (world) => {
    const scene = scenes.get(world) ?? setScene(world)
    scenes.set(world, scene)
    const named = await scene
    const spelt = (text: string) =>
      text.replace(
        /:(me|other|admin|benefit|order|token|invite)\b/g,
        (_, name: keyof Scene) => `'${named[name]}'`,
      )
    await world.undone(async (sql) => {
      for (const text of before) await sql(spelt(text))
      if (by) await become(sql, by, named)
      expect(await tried(sql, spelt(say))).toBe(comes)
      if (!reads) return
      await sql('reset role')
      const [row] = await sql(spelt(reads[0]))
      expect(Object.values(row ?? {})).toEqual([reads[1]])
    })
  }
}

async function become(sql: Query, by: 'me' | 'admin' | 'service', scene: Scene): Promise<void> {
  if (by === 'service') await sql('grant all on all tables in schema public to service_role')
  const claims = { sub: by === 'service' ? scene.me : scene[by], role: 'authenticated' }
  await sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)])
  await sql(`set local role ${by === 'service' ? 'service_role' : 'authenticated'}`)
}
