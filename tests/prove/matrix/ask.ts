import type { Row } from '../../db/support/world.ts'
import type { Fixture } from '../fixture.ts'
import type { Actor } from './rule.ts'

export type Request = { method: string; path: string; body?: unknown; prefer?: string; schema?: string }

export type Answer = { status: number; code: string; rows: number; data: unknown }

/** One request as this actor sends it, past every client library. */
export async function ask(fixture: Fixture, actor: Actor, request: Request): Promise<Answer> {
  const { method, path, body, prefer, schema } = request
  const answer = await fixture.fetch(`${fixture.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: fixture.publishable_key,
      'content-type': 'application/json',
      ...(actor.token ? { authorization: `Bearer ${actor.token}` } : {}),
      ...(prefer ? { prefer } : {}),
      ...(schema ? { 'accept-profile': schema, 'content-profile': schema } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const data = parse(await answer.text())
  const counted = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]
  return { status: answer.status, code: codeOf(data), rows: rowsOf(data, counted), data }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function codeOf(data: unknown): string {
  const { code } = (data ?? {}) as Row
  return typeof code === 'string' ? code : ''
}

function rowsOf(data: unknown, counted: string | undefined): number {
  if (Array.isArray(data)) return data.length
  return counted === undefined ? 1 : Number(counted)
}

// Rights and guards; a token that is not valid; a schema or function that has no name here.
const BY_RIGHT = /^(42501|PT4\d\d|PGRST(30[123]|106|202))$/

/** Undefined when it was refused because it is not allowed; else what happened instead. */
export function whyNotRefused({ status, code, rows }: Answer, alsoBy?: string): string | undefined {
  if (status < 300) return rows === 0 ? undefined : 'went through'
  if (status < 500 && (BY_RIGHT.test(code) || code === alsoBy)) return undefined
  return `was stopped only by ${status} ${code}`
}

/** Undefined when it went through for exactly one row. */
export function whyNotDone({ status, code, rows }: Answer): string | undefined {
  if (status >= 300) return `was refused with ${status} ${code}`
  return rows === 1 ? undefined : `touched ${rows} rows`
}
