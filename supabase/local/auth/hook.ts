import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { inTransaction } from '../postgres/pool.ts'
import type { Settings } from '../settings.ts'
import { authError, newAccount } from './responses.ts'

/**
 * Calls the function that config.toml names under auth.hook.before_user_created; lite has no hooks.
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
    user: newAccount(email, data),
  }
  const { rows } = await pool.query(
    `select to_regprocedure('${name[1]}.${name[2]}(jsonb)') is not null as exists`,
  )
  if (!rows[0]?.exists) return undefined
  const verdict = await call(pool, `${name[1]}.${name[2]}`, event)
  const refusal = verdict?.error
  return refusal ? authError(refusal.http_code ?? 500, refusal.message) : undefined
}

type Verdict = { error?: { http_code?: number; message: string } } | null

/** Runs as the role of hosted auth, so that a missing grant fails here, too. */
async function call(pool: Pool, name: string, event: unknown): Promise<Verdict> {
  return inTransaction(pool, async (client) => {
    await client.query('set local role supabase_auth_admin')
    const { rows } = await client.query<{ verdict: Verdict }>(`select ${name}($1::jsonb) as verdict`, [
      JSON.stringify(event),
    ])
    return rows[0]?.verdict ?? null
  })
}
