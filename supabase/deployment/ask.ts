import type { Deployment } from './finding.ts'

type Answer = { status: number; headers: Headers; text: string; body: Record<string, unknown> }

/** Asks once, follows no redirect, and gives up after 15 seconds. Throws where nobody answers. */
export async function ask(address: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(address, {
    ...init,
    redirect: 'manual',
    signal: AbortSignal.timeout(15_000),
  }).catch((cause: unknown) => {
    throw new Error(`${address} does not answer`, { cause })
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: read(text) }
}

/** Asks the project as any visitor can. With a `body` it is a POST. */
export function askProject({ url, key }: Deployment, path: string, body?: object) {
  const headers = { apikey: key, 'content-type': 'application/json' }
  return ask(url + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
}

function read(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
