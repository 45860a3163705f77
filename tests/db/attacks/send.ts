import type { Scene } from './scene.ts'

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
export async function send(scene: Scene, ask: Ask): Promise<Answer> {
  const { fixture } = scene
  const response = await fetch(fixture.url + ask.path, {
    method: ask.method ?? (ask.body === undefined && ask.raw === undefined ? 'GET' : 'POST'),
    headers: headersOf(scene, ask),
    body: ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body)),
    redirect: 'manual',
  })
  const { status } = response
  const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  const body = await response.text()
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  return { status, head, body, summary: `${status} ${total ? `count ${total}` : wordOf(body)}`.trim() }
}

function headersOf({ fixture, tokens }: Scene, ask: Ask): Record<string, string> {
  const token = ask.token ?? (ask.as && ask.as !== 'anonymous' ? tokens[ask.as] : undefined)
  return {
    apikey: fixture.publishable_key,
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...ask.headers,
  }
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
