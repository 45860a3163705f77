import pg from 'pg'
import { codeOf } from '../../db/support/outcome.ts'
import { PASSWORD, tokenFor } from '../../db/support/people.ts'
import type { Address, Query, Row } from '../../db/support/world.ts'
import { type Call, wordOf } from './call.ts'
import type { Stage } from './stage.ts'
import { statementOf } from './statement.ts'

/** How one request is sent: by which way, after how long, and how long its transaction stays open (in ms). */
export type Way = { way: 'http' | 'sql'; after: number; open: number }

/** Sends requests, each on a connection of its own; answers the word of each answer. `read` is prepared once. */
export type Sender = {
  send(call: Call, stage: Stage, way: Way): Promise<string>
  read: Query
  close(): Promise<void>
}

export function createSender(address: Address, connections: number): Sender {
  const pool = new pg.Pool({ connectionString: address.db_url, max: connections, idleTimeoutMillis: 0 })
  pool.on('error', () => undefined)
  return {
    send: (call, stage, way) =>
      way.way === 'http' && !(call.by === 'auth' && !call.signUp)
        ? later(way.after, () => overHttp(address, call, stage))
        : onPostgres(pool, call, stage, way),
    read: async <T extends Row>(text: string, values?: unknown[]) =>
      (await pool.query<T>({ name: 'read', text, values })).rows,
    close: () => pool.end(),
  }
}

const later = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
  return work()
}

/** In one message, so that nothing lies between its statements but what they wait for. */
async function onPostgres(pool: pg.Pool, call: Call, stage: Stage, { after, open }: Way): Promise<string> {
  const connection = await pool.connect()
  const sleep = (ms: number) => `select pg_sleep(${ms / 1000})`
  const statements = [sleep(after), 'begin', ...statementOf(call, stage), sleep(open), 'commit']
  try {
    // With several statements, node-postgres answers one result for each.
    const results = (await connection.query(statements.join(';\n'))) as unknown as pg.QueryResult<Row>[]
    const result = results.at(-3)
    return call.by === 'auth' ? (result?.rowCount ? 'done' : '[]') : wordOf(result?.rows ?? [])
  } catch (error) {
    await connection.query('rollback')
    return codeOf(error)
  } finally {
    connection.release()
  }
}

type Failure = { code?: string; message?: string; error_code?: string }

async function overHttp({ url, publishable_key }: Address, call: Call, stage: Stage): Promise<string> {
  const { path, method, body, prefer } = requestOf(call)
  const token = call.by === 'auth' || call.by === 'visitor' ? undefined : tokenFor(stage.ids[call.by], 600)
  const answer = await fetch(url + path, {
    method,
    headers: {
      apikey: publishable_key,
      'content-type': 'application/json',
      ...(prefer ? { prefer } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const data = (await answer.json().catch(() => ({}))) as Row[] | Failure
  if (call.by === 'auth') return signedUp(answer.status, data as Failure)
  if (answer.ok) return wordOf(data as Row[])
  const word = codeOf(data)
  return answer.status < 500 ? word : `${answer.status} ${word}`
}

function requestOf(call: Call): { path: string; method: string; body?: unknown; prefer?: string } {
  if (call.by === 'auth') {
    return { path: '/auth/v1/signup', method: 'POST', body: { ...call.signUp, password: PASSWORD } }
  }
  if ('rpc' in call) return { path: `/rest/v1/rpc/${call.rpc}`, method: 'POST', body: call.args }
  const prefer = 'return=representation'
  if ('insert' in call) {
    const { rows, insert, merge } = call
    const path = `/rest/v1/${insert}?select=${merge ? 'key' : 'id'}`
    return {
      path,
      method: 'POST',
      body: rows,
      prefer: merge ? `resolution=merge-duplicates,${prefer}` : prefer,
    }
  }
  const filter = Object.entries(call.where).map(([column, value]) => `&${column}=eq.${value}`)
  const path = `/rest/v1/${'update' in call ? call.update : call.remove}?select=id${filter.join('')}`
  return 'update' in call
    ? { path, method: 'PATCH', body: call.set, prefer }
    : { path, method: 'DELETE', prefer }
}

/** Auth's words for a code that is spent by now, and for an e-mail that is there already (D9, D16). */
function signedUp(status: number, { error_code, code, message }: Failure): string {
  if (status === 200) return 'done'
  if (status === 429) return '23505'
  const word = error_code ?? code ?? ''
  return status === 422 || word === 'unexpected_failure'
    ? 'invalid_invite_code'
    : `${status} ${word} ${message}`
}
