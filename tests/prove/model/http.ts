import { codeOf } from '../../db/support/outcome.ts'
import { PASSWORD, tokenFor } from '../../db/support/people.ts'
import type { Address, Row } from '../../db/support/world.ts'
import { type Answer, DUPLICATE, rows } from '../operations/answer.ts'
import { AUTH, type Request } from '../operations/operation.ts'
import { type Connection, keyOf, valuesOf } from './connection.ts'
import { type Model, send } from './model.ts'

/** Whether a client can send it; guesses by address cannot, as the gateway counts them all under its own. */
export function canUseHttp({ call }: Request): boolean {
  if ('rpc' in call)
    return !['validate_invite_code', 'open_invitation', 'request_invitation'].includes(call.rpc)
  return !('sql' in call) || call.signUp !== undefined
}

type Failure = { code?: string; message?: string; error_code?: string }

/** Sends a request through the gateway; undefined without a response, or with one that leaves the commit open (5xx). */
export async function sendHttp(
  { url, publishable_key, jwt_secret }: Address & { jwt_secret?: string },
  request: Request,
  signal?: AbortSignal,
): Promise<Answer | undefined> {
  const { path, method, body, prefer } = messageOf(request)
  const token = typeof request.by === 'string' ? tokenFor(request.by, 600, jwt_secret) : undefined
  const headers = {
    apikey: publishable_key,
    'content-type': 'application/json',
    ...(prefer ? { prefer } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  try {
    const answer = await fetch(url + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    })
    const data = (await answer.json()) as Row[] | Failure
    if (request.by === AUTH) return signedUp(answer.status, data as Failure)
    const { call } = request
    if (answer.ok && 'rpc' in call) {
      const columns = call.returns.split(', ')
      return valuesOf(
        (data as Row[]).map((row) => Object.fromEntries(columns.map((name) => [name, row[name]]))),
      )
    }
    if (answer.ok) return rows((data as Row[]).length)
    return answer.status < 500 ? codeOf(data) : undefined
  } catch {
    return undefined
  }
}

function messageOf({ call }: Request): { path: string; method: string; body?: unknown; prefer?: string } {
  const prefer = 'return=representation'
  const rest = '/rest/v1/'
  if ('rpc' in call) return { path: `${rest}rpc/${call.rpc}`, method: 'POST', body: call.args }
  if ('insert' in call) {
    const how = call.merge ? `resolution=merge-duplicates,${prefer}` : prefer
    return {
      path: `${rest}${call.insert}?select=${keyOf(call)}`,
      method: 'POST',
      body: call.rows,
      prefer: how,
    }
  }
  if ('sql' in call) {
    const { email, name, code } = call.signUp ?? { email: '', name: '', code: '' }
    const data = { name, phone: '', invite_code: code }
    return { path: '/auth/v1/signup', method: 'POST', body: { email, password: PASSWORD, data } }
  }
  const filter = Object.entries(call.where).map(([column, value]) => `&${column}=eq.${value}`)
  const path = `${rest}${'update' in call ? call.update : call.remove}?select=id${filter.join('')}`
  return 'update' in call
    ? { path, method: 'PATCH', body: call.set, prefer }
    : { path, method: 'DELETE', prefer }
}

/** D9, D16: Auth's refusals of a used code, and of a second email within a minute. */
function signedUp(status: number, { error_code, code }: Failure): Answer | undefined {
  if (status === 200) return rows(1)
  if (status === 429) return DUPLICATE
  const word = error_code ?? code ?? ''
  if (status === 422 || word === 'unexpected_failure') return 'invalid_invite_code'
  return status < 500 ? word : undefined
}

/** Takes over the ids that Auth chose for those who signed up over HTTP. */
export async function adopt(connection: Connection, model: Model, requests: Request[]): Promise<void> {
  const newcomers = requests.flatMap(({ call }) => ('sql' in call && call.signUp) || [])
  if (newcomers.length === 0) return
  const emails = newcomers.map(({ email }) => email)
  for (const { id, email } of await connection.query(
    'select id, email from auth.users where email = any ($1)',
    [emails],
  )) {
    for (const newcomer of newcomers.filter((one) => one.email === email)) {
      if (!model.sent.has(String(id))) send(model, 'person', String(id), newcomer.name)
      newcomer.id = String(id)
    }
  }
}
