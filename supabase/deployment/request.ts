import type { Deployment } from './finding.ts'

type Result = { status: number; headers: Headers; text: string; body: Record<string, unknown> }

/** Sends one request without following redirects. Throws when there is no response within 15 seconds. */
export async function request(address: string, init: RequestInit = {}): Promise<Result> {
  const response = await fetch(address, {
    ...init,
    redirect: 'manual',
    signal: AbortSignal.timeout(15_000),
  }).catch((cause: unknown) => {
    throw new Error(`${address} does not respond`, { cause })
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: read(text) }
}

/** Sends a request to the project with its publishable key; with a `body` it is a POST. */
export function requestProject({ url, key }: Deployment, path: string, body?: object, more = {}) {
  const headers = { apikey: key, 'content-type': 'application/json', ...more }
  return request(url + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
}

function read(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
