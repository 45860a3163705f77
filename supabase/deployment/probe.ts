/** A hosted project with its publishable key, and the site that is built for it. */
export type Deployment = { url: string; key: string; site: string }

/** Sends one request without following redirects. Throws when there is no response within 15 seconds. */
export async function request(address: string, init: RequestInit = {}) {
  const timed = { ...init, redirect: 'manual', signal: AbortSignal.timeout(15_000) } as const
  const response = await fetch(address, timed).catch((cause: unknown) => {
    throw new Error(`${address} does not respond`, { cause })
  })
  const text = await response.text()
  const json: Record<string, unknown> | null = await new Response(text).json().catch(() => null)
  return { status: response.status, headers: response.headers, text, body: json ?? {} }
}

/** Sends a request to the project with its publishable key; with a `body` it is a POST. */
export function requestProject({ url, key }: Deployment, path: string, body?: object, more = {}) {
  const headers = { apikey: key, 'content-type': 'application/json', ...more }
  return request(url + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
}

/** One line of the report: `open` is still to do, `unknown` cannot be checked from outside. */
export type Finding = { state: 'ok' | 'open' | 'unknown'; text: string }

export const openFinding = (text: string): Finding => ({ state: 'open', text })
export const unknownFinding = (text: string): Finding => ({ state: 'unknown', text })

/** The faults that apply, as open findings; `good` if none does. */
export function check(good: string, faults: Record<string, boolean> = {}): Finding[] {
  const todo = Object.keys(faults).filter((text) => faults[text])
  return todo.length > 0 ? todo.map(openFinding) : [{ state: 'ok', text: good }]
}

/** One finding per line, the open ones first. */
export function report(findings: Finding[]): string {
  const signs = { open: 'OPEN', unknown: '?   ', ok: 'ok  ' }
  const linesOf = ([state, sign]: string[]) =>
    findings.flatMap((found) => (found.state === state ? `${sign}  ${found.text}\n` : []))
  return Object.entries(signs).flatMap(linesOf).join('')
}
