import { randomUUID } from 'node:crypto'
import { freshCode } from '../support/rows.ts'
import type { Row } from '../support/world.ts'
import { order, type Scene } from './scene.ts'

/** One attempt, which must be refused. */
export type Attack = {
  name: string
  /** What it rightly leaves behind, which it checks itself. */
  leaves?: string
  /** Returns what went wrong, or nothing when it was refused. */
  run(scene: Scene): Promise<string | undefined>
}

/** A request past every client library. */
export type Ask = {
  as?: 'anonymous' | 'mallory' | 'admin'
  /** In place of the actor's token. */
  token?: string
  method?: string
  path: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged, in place of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>
}

export type Answer = {
  status: number
  /** The headers, one line each. */
  head: string
  body: string
  /** Status and word: an error code, 'N rows' or '[]', 'count N' of the total that was asked for, or a function's true, false or null. */
  summary: string
}

/** Sends a request with the publishable key, which needs no sign-in. */
export async function send({ world, tokens }: Scene, ask: Ask): Promise<Answer> {
  const token = ask.token ?? (ask.as && ask.as !== 'anonymous' ? tokens[ask.as] : undefined)
  const response = await fetch(world.address.url + ask.path, {
    method: ask.method ?? (ask.body === undefined && ask.raw === undefined ? 'GET' : 'POST'),
    headers: {
      apikey: world.address.publishable_key,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...ask.headers,
    },
    body: ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body)),
    redirect: 'manual',
  })
  const { status } = response
  const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  const body = await response.text()
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  return { status, head, body, summary: `${status} ${total ? `count ${total}` : wordOf(body)}`.trim() }
}

type Failure = { code?: unknown; message?: unknown; error_code?: unknown; error?: unknown }

function wordOf(body: string): string {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return ''
  }
  if (Array.isArray(value)) {
    const [{ is_valid, ok = is_valid } = {}] = value as { is_valid?: boolean | null; ok?: boolean | null }[]
    return value.length === 0 ? '[]' : ok === undefined ? `${value.length} rows` : String(ok)
  }
  if (typeof value !== 'object' || value === null) return ''
  const { code, message, error_code, error } = value as Failure
  if (typeof code === 'string') return code.startsWith('PT') ? String(message) : code
  return typeof error_code === 'string' ? error_code : typeof error === 'string' ? error : ''
}

type Extra = Pick<Attack, 'leaves'> & {
  /** Checks the response further; returns what is wrong. */
  besides?: (answer: Answer, scene: Scene) => Promise<string | undefined> | string | undefined
}

/**
 * An attack by one request. `expect` is the summary of the response, or several: '403 42501 | 200 []', '4xx'. No response
 * may hold any of `Scene.secrets`, nor name evil.test.
 */
export function request(
  name: string,
  asked: Ask | ((scene: Scene) => Ask),
  expect: string,
  { besides, ...rest }: Extra = {},
): Attack {
  return {
    name,
    ...rest,
    run: async (scene) => {
      const ask = typeof asked === 'function' ? asked(scene) : asked
      const answer = await send(scene, ask)
      if (!meets(answer.summary, expect)) {
        return `returned ${answer.summary} instead of ${expect}: ${answer.body.slice(0, 200)}`
      }
      return (ask.as === 'admin' ? undefined : leak(answer, ask, scene)) ?? (await besides?.(answer, scene))
    },
  }
}

/** The secret that a response gives away, unless the request held it. */
function leak({ body, head }: Answer, ask: Ask, { secrets }: Scene): string | undefined {
  const sent = JSON.stringify([ask.path, ask.body, ask.raw ?? ''])
  const unsent = secrets.filter((text) => !sent.includes(text))
  const secret = [...unsent, '//evil.test'].find((text) => `${head}\n${body}`.includes(text))
  return secret && `the response holds ${secret}: ${head} ${body.slice(0, 200)}`
}

function meets(summary: string, expect: string): boolean {
  return expect.split(' | ').some((wanted) => {
    const pattern = wanted.replace(/[[\]$.*+?()^{}\\]/g, '\\$&').replaceAll('xx', '\\d\\d')
    return new RegExp(`^${pattern}${wanted.includes(' ') ? '$' : '( |$)'}`).test(summary)
  })
}

// Embedded auth responds to a refusal of the trigger with a bare 500, as hosted auth does without the hook (D9).
const REFUSED = '4xx | 500 unexpected_failure | 500'

/**
 * One attack a line: `expected responses | [actor] METHOD path | name | body | headers`. Responses are separated by ', ',
 * paths are below /rest/v1/ unless they begin with a slash. A body is JSON, `raw` text, an `order` of Mallory's with these
 * changes (a list of them, `order*40`), or a `newcomer` of a sign-up; {placeholders} name parts of the scene, {text*1000}
 * repeats a text.
 */
export function table(
  { as: usual = 'mallory', headers: common }: Pick<Ask, 'as' | 'headers'>,
  text: string,
): Attack[] {
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
function named(name: string, { orders, codes, tokens, files, ...scene }: Scene): string | undefined {
  const made = { uuid: randomUUID(), fresh: freshCode(), evil: encodeURIComponent('https://evil.test/') }
  const known: Record<string, object> = {
    ...scene,
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
