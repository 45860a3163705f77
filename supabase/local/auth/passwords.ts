import type { Pool } from 'pg'
import { authError } from './responses.ts'

// Of the cost that lite hashes with, so that an unknown address takes as long as a known one.
const NOBODY = `select extensions.crypt('nobody', extensions.gen_salt('bf', 10)) as hash`
// pgcrypto knows the same hash under its older name.
const COMPARE = `
  with wanted as (
    select replace(coalesce((select encrypted_password from auth.users where email = $1), $3), '$2b$', '$2a$') as hash
  )
  select extensions.crypt($2, hash) = hash as right,
    (select email_confirmed_at is not null from auth.users where email = $1) as confirmed
  from wanted`

type Checked = { right: boolean; confirmed: boolean | null }

/**
 * The refusal of a sign-in: the same response after the same work for a wrong password and an unknown address, and that an
 * account is not confirmed only with the right password. lite checks that first.
 */
export function checkPasswords(pool: Pool) {
  // Not before the first sign-in, when the extension is there.
  let nobody: string | undefined
  return async (email: string, password: string): Promise<Response | undefined> => {
    // Postgres knows no such character.
    const text = password.replaceAll('\0', '\ufffd')
    nobody ??= (await pool.query<{ hash: string }>(NOBODY)).rows[0]?.hash
    const { rows } = await pool.query<Checked>(COMPARE, [email, text, nobody])
    const [checked] = rows
    if (!checked?.right || checked.confirmed === null) {
      return authError(400, 'Invalid login credentials', 'invalid_credentials')
    }
    return checked.confirmed ? undefined : authError(400, 'Email not confirmed', 'email_not_confirmed')
  }
}
