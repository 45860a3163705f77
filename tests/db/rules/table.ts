import { expect } from 'vitest'
import { codeOf, tryStatement } from '../support/outcome'
import { createAdmin, createMember } from '../support/people'
import { createBenefit, createInviteCode, createTokenCode, placeOrder } from '../support/rows'
import type { World } from '../support/world'

const roles = ['owner', 'me', 'other', 'admin', 'service'] as const

export type Attempt = {
  name: string
  by: (typeof roles)[number]
  /** The code of a refusal, the name of a constraint, 'done', or '= value' of the one column that is returned. */
  result: string
  statements: string[]
  before: string
  reads: string
}

/**
 * One attempt a line: `who result | statements | name | before | query => value`. The owner of the database, a member (`me` or
 * `other`), an admin or a service role that was granted everything runs the statements, each with this result: the code of a
 * refusal, with its detail in brackets if that matters, the name of the constraint that refuses, `done`, or `= value` of its one column. They are separated by ` ;; `, also within
 * `[[one ;; other]]` for a part that differs. `before` runs as the owner first, and removes other guards that would refuse as well;
 * the owner reads the value afterwards, which is JSON. `:me`, `:order` and their like are what `setScene` makes, `:xa1` is an id.
 * A line that is indented further continues the one above.
 */
export function table(text: string): Attempt[] {
  const lines = text.replace(/\n {4,}/g, ' ').split('\n')
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('--'))
    .map((line) => {
      const cells = unescaped(line.trim()).split(' | ')
      const [head = '', statement = '', name = '-', before = '-', reads = ''] = cells
      const by = roles.find((role) => head.startsWith(`${role} `))
      if (!by) throw new Error(`no caller in ${line}`)
      const result = head.slice(by.length + 1)
      return {
        name: name === '-' ? `${by} gets ${result}: ${statement}` : name,
        by,
        result,
        statements: spread(statement),
        before: before === '-' ? '' : before,
        reads,
      }
    })
}

const unescaped = (text: string) =>
  text.replace(/\\(u([0-9a-f]{4})|n|\\)/g, (_, mark: string, point?: string) =>
    point ? String.fromCharCode(Number.parseInt(point, 16)) : mark === 'n' ? '\n' : '\\',
  )

function spread(statement: string): string[] {
  const [, head, parts, tail] = /^(.*)\[\[(.*)\]\](.*)$/s.exec(statement) ?? []
  return parts === undefined
    ? statement.split(' ;; ')
    : parts.split(' ;; ').map((part) => `${head}${part}${tail}`)
}

type Scene = Record<'me' | 'other' | 'admin' | 'benefit' | 'order' | 'token' | 'invite', string>

/** A benefit of ten tokens, which the member has ordered once, and an unused code of each kind. */
export async function setScene(world: World): Promise<Scene> {
  const [me, other, admin] = [await createMember(world), await createMember(world), await createAdmin(world)]
  const benefit = await createBenefit(world)
  return {
    me: me.id,
    other: other.id,
    admin: admin.id,
    benefit: benefit.id,
    order: await placeOrder(me, benefit),
    token: (await createTokenCode(world)).code,
    invite: (await createInviteCode(world)).code,
  }
}

/** Makes the attempt in a transaction that is rolled back. */
export async function attempt(world: World, scene: Scene, tries: Attempt): Promise<void> {
  const { by, result, statements } = tries
  const spelt = (text: string) =>
    text
      .replace(
        /:(me|other|admin|benefit|order|token|invite)\b/g,
        (_, name: keyof Scene) => `'${scene[name]}'`,
      )
      .replace(/:x([0-9a-f]{2})\b/g, `'00000000-0000-4000-8000-0000000000$1'`)
  const nameOf = (error: unknown) => {
    const { constraint, detail } = error as { constraint?: string; detail?: string }
    if (constraint === result) return result
    return result.endsWith(')') ? `${codeOf(error)} (${detail})` : codeOf(error)
  }
  await world.undone(async (sql) => {
    const valueIn = async (query: string) => Object.values((await sql(spelt(query)))[0] ?? {})[0]
    const prepare = [spelt(tries.before), ...become(by, scene)].filter(Boolean)
    if (prepare.length > 0) await sql(prepare.join('; '))
    for (const statement of statements) {
      if (result.startsWith('= ')) expect(await valueIn(statement)).toEqual(JSON.parse(result.slice(2)))
      else expect(await tryStatement(sql, spelt(statement), [], nameOf)).toBe(result)
    }
    if (!tries.reads) return
    await sql('reset role')
    const at = tries.reads.lastIndexOf(' => ')
    expect(await valueIn(tries.reads.slice(0, at))).toEqual(JSON.parse(tries.reads.slice(at + 4)))
  })
}

function become(by: Attempt['by'], scene: Scene): string[] {
  if (by === 'owner') return []
  const claims = JSON.stringify({ sub: by === 'service' ? scene.me : scene[by], role: 'authenticated' })
  return [
    ...(by === 'service' ? ['grant all on all tables in schema public to service_role'] : []),
    `select set_config('request.jwt.claims', '${claims}', true)`,
    `set local role ${by === 'service' ? 'service_role' : 'authenticated'}`,
  ]
}
