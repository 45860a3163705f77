import pg from 'pg'
import type { Row } from '../../db/support/world.ts'
import type { Call } from './call.ts'
import type { Stage } from './stage.ts'

const quoted = (value: unknown) => pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value))
const literal = (value: unknown) => (typeof value === 'number' ? String(value) : quoted(value))

/** What the REST layer sends for a call: the role and the claims, for this transaction only, then one statement. */
export function statementOf(call: Call, stage: Stage): string[] {
  if (call.by === 'auth') return [call.sql]
  const visitor = call.by === 'visitor'
  const role = visitor ? 'anon' : 'authenticated'
  const claims = { role, ...(call.by === 'visitor' ? {} : { sub: stage.ids[call.by] }) }
  const settings = {
    'request.jwt.claims': claims,
    'request.headers': { 'cf-connecting-ip': '192.0.2.1' },
  }
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', ${quoted(value)}, true)`)
  return [`set local role ${role}`, `select ${set.join(', ')}`, statement(call)]
}

function statement(call: Exclude<Call, { by: 'auth' }>): string {
  if ('rpc' in call) {
    const args = Object.entries(call.args).map(([name, value]) => `${name} => ${literal(value)}`)
    return `select * from public.${call.rpc}(${args})`
  }
  if ('insert' in call) {
    const columns = Object.keys(call.rows[0] ?? {})
    const merge = `on conflict (key) do update set value = excluded.value`
    return `insert into public.${call.insert} (${columns}) select ${columns}
      from json_populate_recordset(null::public.${call.insert}, ${quoted(call.rows)})
      ${call.merge ? merge : ''} returning ${call.merge ? 'key' : 'id'}`
  }
  const condition = Object.entries(call.where).map(([column, value]) => `${column} = ${literal(value)}`)
  const where = `where ${condition.join(' and ')} returning id`
  if ('remove' in call) return `delete from public.${call.remove} ${where}`
  return `update public.${call.update} set ${assignments(call.set)} ${where}`
}

function assignments(set: Row): string {
  return Object.entries(set)
    .map(([column, value]) => `${column} = ${literal(value)}`)
    .join(', ')
}
