import { expect } from 'vitest'
import { codeOf, tried } from './outcome'
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
 * Statements, each with the same result: the code of its refusal or the name of the constraint, 'done', or with `returns` the value of its one column.
 * They run as the owner of the database, a member, an admin, or a service role that was granted everything. `before` runs
 * as the owner; it removes other guards that would refuse as well.
 */
export type Attempt = {
  by?: Role
  before?: string[]
  sql: string | string[]
  result?: string
  returns?: unknown
  /** What the owner reads afterwards, in one column. */
  reads?: [query: string, value: unknown]
}
type Role = 'me' | 'other' | 'admin' | 'service'
type More = Omit<Attempt, 'by' | 'sql' | 'result'>

const attemptAs =
  (by?: Role) =>
  (sql: string | string[], result?: string, more?: More): Attempt => ({
    by,
    sql,
    result,
    ...more,
  })
export const owner = attemptAs()
export const me = attemptAs('me')
export const other = attemptAs('other')
export const admin = attemptAs('admin')
export const service = attemptAs('service')

/** A probe that makes one attempt, and rolls everything back. */
export function attempt({ by, before = [], sql: statements, result = 'done', reads, ...more }: Attempt) {
  return async (world: World): Promise<void> => {
    const scene = scenes.get(world) ?? setScene(world)
    scenes.set(world, scene)
    const named = await scene
    const nameOf = (error: unknown) =>
      (error as { constraint?: string }).constraint === result ? result : codeOf(error)
    const spelt = (text: string) =>
      text.replace(
        /:(me|other|admin|benefit|order|token|invite)\b/g,
        (_, name: keyof Scene) => `'${named[name]}'`,
      )
    await world.undone(async (sql) => {
      const valuesOf = async (query: string) => Object.values((await sql(spelt(query)))[0] ?? {})
      for (const text of before) await sql(spelt(text))
      if (by) await become(sql, by, named)
      for (const text of [statements].flat()) {
        if ('returns' in more) expect(await valuesOf(text)).toEqual([more.returns])
        else expect(await tried(sql, spelt(text), [], nameOf)).toBe(result)
      }
      if (!reads) return
      await sql('reset role')
      expect(await valuesOf(reads[0])).toEqual([reads[1]])
    })
  }
}

async function become(sql: Query, by: Role, scene: Scene): Promise<void> {
  if (by === 'service') await sql('grant all on all tables in schema public to service_role')
  const claims = { sub: by === 'service' ? scene.me : scene[by], role: 'authenticated' }
  await sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)])
  await sql(`set local role ${by === 'service' ? 'service_role' : 'authenticated'}`)
}
