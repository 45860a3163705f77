import { request as plainRequest } from 'node:http'
import type { Scene } from './scene.ts'

/** A request as no library would send it. */
export type Ask = {
  as?: 'anonymous' | 'mallory' | 'admin'
  /** Another token than that of the actor, whatever it is. */
  token?: string
  method?: string
  path: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>
}

export type Answer = {
  status: number
  /** The headers, one line each. */
  head: string
  body: string
  /** Status and word: the code of the failure (our own for a PT state), the number of rows, or '[]' for none. */
  summary: string
}

/** Sends it with the publishable key, as any visitor can. */
export async function send(scene: Scene, ask: Ask): Promise<Answer> {
  const { fixture } = scene
  const answer = await fixture.fetch(fixture.url + ask.path, {
    method: ask.method ?? (ask.body === undefined && ask.raw === undefined ? 'GET' : 'POST'),
    headers: headersOf(scene, ask),
    body: ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body)),
    redirect: 'manual',
  })
  const head = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  const body = await answer.text()
  return { status: answer.status, head, body, summary: `${answer.status} ${wordOf(body)}`.trim() }
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

/** The same with a path that fetch would tidy up, or a method it would not send; answers the status. */
export function sendUntidied(scene: Scene, ask: Ask): Promise<number> {
  const { hostname, port } = new URL(scene.fixture.url)
  return new Promise((resolve, reject) => {
    const { method = 'GET', path } = ask
    plainRequest({ hostname, port, method, path, headers: headersOf(scene, ask) }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end(ask.raw)
  })
}

type Failure = { code?: unknown; message?: unknown; error_code?: unknown; error?: unknown }

function wordOf(body: string): string {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return ''
  }
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `${value.length} rows`
  if (typeof value !== 'object' || value === null) return ''
  const { code, message, error_code, error } = value as Failure
  if (typeof code === 'string') return code.startsWith('PT') ? String(message) : code
  return typeof error_code === 'string' ? error_code : typeof error === 'string' ? error : ''
}
