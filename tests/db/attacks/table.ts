import { randomUUID } from 'node:crypto'
import { freshCode } from '../support/rows.ts'
import type { Row } from '../support/world.ts'
import { type Attack, request } from './attack.ts'
import { order, type Scene } from './scene.ts'
import type { Ask } from './send.ts'

type Defaults = Pick<Ask, 'as' | 'headers'>

/**
 * One attack a line: `expected responses | [actor] METHOD path | name | body | headers`. Responses are separated by ', ',
 * paths are below /rest/v1/ unless they begin with a slash. A body is JSON, `raw` text, an `order` of Mallory's with these
 * changes (a list of them, `order*40`), or a `newcomer` of a sign-up; {placeholders} name parts of the scene, {text*1000}
 * repeats a text.
 */
export function table({ as: usual = 'mallory', headers: common }: Defaults, text: string): Attack[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [expect = '', call = '', name = '', body = '', headers = '{}'] = line.trim().split(' | ')
    const words = call.split(' ')
    const [path = '', method] = [words.pop(), words.pop()]
    const asked = (scene: Scene): Ask => ({
      as: (words[0] ?? usual) as Ask['as'],
      method,
      path: fill(path.startsWith('/') ? path : `/rest/v1/${path}`, scene),
      headers: fill({ ...common, ...JSON.parse(headers) }, scene),
      ...bodyOf(body, scene),
    })
    return request(name, asked, expect.replaceAll(', ', ' | ').replace('refused', REFUSED))
  })
}

// Embedded auth responds to a refusal of the trigger with a bare 500, as hosted auth does without the hook (D9).
const REFUSED = '4xx | 500 unexpected_failure | 500'

function bodyOf(text: string, scene: Scene): Pick<Ask, 'body' | 'raw'> {
  if (text === '') return {}
  const [, kind, times, json] = /^(raw|order|newcomer)?(?:\*(\d+))? ?(.*)$/.exec(text) ?? []
  const value = fill(JSON.parse(json || '{}'), scene)
  if (kind === 'raw') return { raw: value }
  if (kind === 'order' && times) return { body: Array.from({ length: Number(times) }, () => order(scene)) }
  if (kind === 'order') {
    return { body: Array.isArray(value) ? value.map((row: Row) => order(scene, row)) : order(scene, value) }
  }
  const newcomer = { email: `proof-${randomUUID()}@example.test`, password: 'a long enough password' }
  return { body: kind === 'newcomer' ? { ...newcomer, ...value } : value }
}

/** Replaces the placeholders in every text of a value. */
function fill<T>(value: T, scene: Scene): T {
  const filled = JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'string'
      ? one
          .replace(/\{([^{}]+)\*(\d+)\}/g, (_, text: string, times) => text.repeat(Number(times)))
          .replace(/\{([a-z.]+)\}/g, (all, name: string) => named(name, scene) ?? all)
      : one,
  )
  return JSON.parse(filled)
}

/** `victim` and `benefit` are ids; `victim.email`, `order.mallory`, `code.invite`, `file.victim` are what they say. */
function named(
  name: string,
  { fixture, victim, mallory, tokens, benefit, hidden, keyed, orders, codes, files }: Scene,
) {
  const made = { uuid: randomUUID(), fresh: freshCode(), evil: encodeURIComponent('https://evil.test/') }
  const people = { victim, mallory, admin: fixture.admin }
  const known: Record<string, object> = {
    ...people,
    benefit,
    hidden,
    keyed,
    order: orders,
    code: codes,
    token: tokens,
    file: files,
    made,
  }
  const [thing = '', part = 'id'] = name in made ? ['made', name] : name.split('.')
  const text: unknown = Object.entries(known[thing] ?? {}).find(([key]) => key === part)?.[1]
  return typeof text === 'string' ? text : undefined
}
