import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { inTransaction } from '../postgres/pool.ts'
import type { Settings } from '../settings.ts'
import { authError, newAccount } from './responses.ts'

/**
 * Calls the function that config.toml names under auth.hook.before_user_created; lite has no hooks.
 * Returns the refusal, or undefined when the account may be made.
 */
export async function callHook(
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
  const hook = `${name[1]}.${name[2]}`
  const { rows: found } = await pool.query(`select to_regprocedure('${hook}(jsonb)') is not null as exists`)
  if (!found[0]?.exists) return undefined
  const refusal = await inTransaction(pool, async (client) => {
    // The role of hosted auth, so that a missing grant fails here, too.
    await client.query('set local role supabase_auth_admin')
    const values = [JSON.stringify(event)]
    const { rows } = await client.query<{ verdict: Verdict }>(`select ${hook}($1::jsonb) as verdict`, values)
    return rows[0]?.verdict?.error
  })
  return refusal ? authError(refusal.http_code ?? 500, refusal.message) : undefined
}

type Verdict = { error?: { http_code?: number; message: string } } | null
