import { randomUUID } from 'node:crypto'
import type { Row } from '../support/world.ts'
import { order, type Scene } from './scene.ts'

/** One attempt, which must be refused. */
export type Attack = {
  name: string
  /** Returns what went wrong, or nothing when it was refused. */
  run(scene: Scene): Promise<string | undefined>
}

/** The attacks on one target, in a scene. */
export type Group = (s: Scene) => Attack[]

/** A request past every client library. */
export type RequestOptions = {
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

type Outcome = {
  status: number
  /** The headers, one line each. */
  head: string
  body: string
  /** Status and word: an error code, 'N rows' or '[]', 'count N' of the total that was asked for, or a function's true, false or null. */
  summary: string
}

/** Sends a request with the publishable key, which needs no sign-in. */
export async function send({ world, tokens }: Scene, options: RequestOptions): Promise<Outcome> {
  const token = options.token ?? (options.as && options.as !== 'anonymous' ? tokens[options.as] : undefined)
  const response = await fetch(world.address.url + options.path, {
    method: options.method ?? (options.body === undefined && options.raw === undefined ? 'GET' : 'POST'),
    headers: {
      apikey: world.address.publishable_key,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...options.headers,
    },
    body: options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
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

/**
 * An attack by one request. `expect` is the summary of the response, or several: '403 42501 | 200 []', '4xx'. No response
 * may hold any of `Scene.secrets`, nor name evil.test.
 */
export const request = (
  name: string,
  optionsOf: (scene: Scene) => RequestOptions,
  expect: string,
): Attack => ({
  name,
  run: async (scene) => {
    const options = optionsOf(scene)
    const outcome = await send(scene, options)
    if (!meets(outcome.summary, expect))
      return `returned ${outcome.summary} instead of ${expect}: ${outcome.body.slice(0, 200)}`
    return options.as === 'admin' ? undefined : leak(outcome, options, scene)
  },
})

/** The secret that a response gives away, unless the request held it. */
function leak({ body, head }: Outcome, options: RequestOptions, { secrets }: Scene): string | undefined {
  const sent = JSON.stringify([options.path, options.body, options.raw ?? ''])
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
 * changes (a list of them, `order*40`), or a `newcomer` of a sign-up.
 */
export function table(
  { as: defaultActor = 'mallory', headers: common }: Pick<RequestOptions, 'as' | 'headers'>,
  text: string,
): Attack[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [expect = '', call = '', name = '', body = '', headers = '{}'] = line.trim().split(' | ')
    const words = call.split(' ')
    const [path = '', method] = [words.pop(), words.pop()]
    const optionsOf = (scene: Scene): RequestOptions => ({
      as: (words[0] ?? defaultActor) as RequestOptions['as'],
      method,
      path: path.startsWith('/') ? path : `/rest/v1/${path}`,
      headers: { ...common, ...JSON.parse(headers) },
      ...bodyOf(body, scene),
    })
    return request(name, optionsOf, expect.replaceAll(', ', ' | ').replace('refused', REFUSED))
  })
}

function bodyOf(text: string, scene: Scene): Pick<RequestOptions, 'body' | 'raw'> {
  if (text === '') return {}
  const [, kind, times, json] = /^(raw|order|newcomer)?(?:\*(\d+))? ?(.*)$/.exec(text) ?? []
  const value = JSON.parse(json || '{}')
  if (kind === 'raw') return { raw: value }
  if (kind === 'order' && times) return { body: Array.from({ length: Number(times) }, () => order(scene)) }
  if (kind === 'order') {
    return { body: Array.isArray(value) ? value.map((row: Row) => order(scene, row)) : order(scene, value) }
  }
  const newcomer = { email: `proof-${randomUUID()}@example.test`, password: 'a long enough password' }
  return { body: kind === 'newcomer' ? { ...newcomer, ...value } : value }
}
