import { randomUUID } from 'node:crypto'
import { freshCode } from '../../db/support/rows.ts'
import type { Row } from '../../db/support/world.ts'
import { type Attack, request } from './attack.ts'
import { order, type Scene } from './scene.ts'
import type { Ask } from './send.ts'

type Defaults = { as?: NonNullable<Ask['as']>; headers?: Record<string, string> }

/**
 * One attack a line: `expected answers | [actor] METHOD path | name | body | headers`. Answers are separated by ', ', paths
 * are below /rest/v1/ unless they begin with a slash. A body is JSON, `raw` text, an `order` of Mallory's with these
 * changes (a list of them, `order*40`), or a `newcomer` of a sign-up; {placeholders} name what stands in the scene, {x*1000} repeats a character.
 */
export function table({ as: usual = 'mallory', headers: common }: Defaults, text: string): Attack[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [expect = '', call = '', name = '', body = '', headers = '{}'] = line.trim().split(' | ')
    const words = call.split(' ')
    const [path = '', method] = [words.pop(), words.pop()]
    const as = (words[0] ?? usual) as NonNullable<Ask['as']>
    const asked = (scene: Scene): Ask => {
      const filled = (value: unknown) => fill(value, scene)
      return {
        as,
        method,
        path: String(filled(path.startsWith('/') ? path : `/rest/v1/${path}`)),
        headers: filled({ ...common, ...JSON.parse(headers) }) as Record<string, string>,
        ...bodyOf(body, scene),
      }
    }
    return request(name, asked, expect.replaceAll(', ', ' | ').replace('refused', REFUSED))
  })
}

// Embedded auth answers a refusal of the trigger with a bare 500, as hosted auth does without the hook (D9).
const REFUSED = '4xx | 500 unexpected_failure | 500'

function bodyOf(text: string, scene: Scene): Pick<Ask, 'body' | 'raw'> {
  if (text === '') return {}
  const [, kind, times, json = '{}'] = /^(raw|order|newcomer)?(?:\*(\d+))? ?(.*)$/.exec(text) ?? []
  const value = fill(JSON.parse(json || '{}'), scene)
  if (kind === 'raw') return { raw: String(value) }
  if (kind === 'order' && times) return { body: Array.from({ length: Number(times) }, () => order(scene)) }
  if (kind === 'order' && Array.isArray(value)) return { body: value.map((row) => order(scene, row)) }
  if (kind === 'order') return { body: order(scene, value as Row) }
  if (kind !== 'newcomer') return { body: value }
  const newcomer = { email: `proof-${randomUUID()}@example.test`, password: 'a long enough password' }
  return { body: { ...newcomer, ...(value as Row) } }
}

/** Replaces the placeholders in every text of a value. */
function fill(value: unknown, scene: Scene): unknown {
  if (Array.isArray(value)) return value.map((one) => fill(one, scene))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one, scene)]))
  }
  if (typeof value !== 'string') return value
  const names = namesOf(scene)
  return value
    .replace(/\{(.)\*(\d+)\}/g, (_, letter: string, times) => letter.repeat(Number(times)))
    .replace(/\{([a-z.]+)\}/g, (all, name: string) => names[name]?.() ?? all)
}

function namesOf({ fixture, victim, mallory, tokens, benefit, hidden, orders, codes }: Scene) {
  const names: Record<string, () => string> = { uuid: randomUUID, fresh: freshCode }
  const people = Object.entries({ victim, mallory, admin: fixture.admin })
  for (const [name, { id, email }] of people)
    Object.assign(names, { [name]: () => id, [`${name}.email`]: () => email })
  for (const [kind, list] of Object.entries({ order: orders, code: codes, token: tokens })) {
    for (const [name, text] of Object.entries(list)) names[`${kind}.${name}`] = () => text
  }
  const offers = { benefit: benefit.id, hidden: hidden.id, 'benefit.name': benefit.name }
  for (const [name, text] of Object.entries(offers)) names[name] = () => text
  return names
}
