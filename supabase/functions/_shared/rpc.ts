/** A refusal of the database: its status, and the body with `code`, `message` and `details`. */
export class Refused extends Error {
  constructor(
    name: string,
    readonly status: number,
    readonly body: { code?: string; message?: string; details?: string | null },
  ) {
    super(`${name} was refused with status ${status}`)
  }
}

export type Project = { supabaseUrl: string; key: string; token?: string }

/** Calls a function of a project's database, with `token` as whom it belongs to. Throws Refused, or what fetch throws. */
export async function callFunction<T>(
  { supabaseUrl, key, token = key }: Project,
  name: string,
  body: object,
  timeoutMs = 10_000,
): Promise<T> {
  const response = await fetch(`${supabaseUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await response.text()
  if (response.ok) return text === '' ? (undefined as T) : JSON.parse(text)
  throw new Refused(name, response.status, parse(text))
}

function parse(text: string): Refused['body'] {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
