import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Settings } from '../settings.ts'
import { authError, newcomer } from './answers.ts'

/**
 * Asks the function that config.toml names under auth.hook.before_user_created; lite has no hooks.
 * Returns the refusal, or undefined when the account may be made.
 */
export async function askHook(
  pool: Pool,
  { auth }: Settings,
  caller: string,
  email: string,
  data: unknown,
): Promise<Response | undefined> {
  const { enabled, uri } = auth.hook.before_user_created
  const name = /^pg-functions:\/\/postgres\/(\w+)\/(\w+)$/.exec(uri)
  if (!enabled || !name) return undefined
  const event = {
    metadata: {
      uuid: randomUUID(),
      time: new Date().toISOString(),
      name: 'before-user-created',
      ip_address: caller,
    },
    user: newcomer(email, data),
  }
  const { rows } = await pool.query(
    `select to_regprocedure('${name[1]}.${name[2]}(jsonb)') is not null as exists`,
  )
  if (!rows[0]?.exists) return undefined
  const answer = await pool.query(`select ${name[1]}.${name[2]}($1::jsonb) as verdict`, [
    JSON.stringify(event),
  ])
  const refusal = answer.rows[0]?.verdict?.error
  return refusal ? authError(refusal.http_code ?? 500, refusal.message) : undefined
}
