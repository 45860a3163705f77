import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Handler } from '../gateway.ts'
import type { Claims } from '../realtime/token.ts'
import type { Settings } from '../settings.ts'
import { authError } from './responses.ts'

// Of the cost that lite hashes with, so that an unknown address takes as long as a known one.
const DUMMY_HASH = `select extensions.crypt('nobody', extensions.gen_salt('bf', 10)) as hash`
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
  let dummyHash: string | undefined
  return async (email: string, password: string): Promise<Response | undefined> => {
    // Postgres knows no such character.
    const text = password.replaceAll('\0', '\ufffd')
    dummyHash ??= (await pool.query<{ hash: string }>(DUMMY_HASH)).rows[0]?.hash
    const { rows } = await pool.query<Checked>(COMPARE, [email, text, dummyHash])
    const [checked] = rows
    if (!checked?.right || checked.confirmed === null) {
      return authError(400, 'Invalid login credentials', 'invalid_credentials')
    }
    return checked.confirmed ? undefined : authError(400, 'Email not confirmed', 'email_not_confirmed')
  }
}

const SESSION = `
  select s.created_at > now() - interval '24 hours' as recent, u.email, u.reauthentication_token as token,
    u.reauthentication_sent_at > now() - make_interval(secs => $2) as in_time
  from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1`

type Session = { recent: boolean; email: string; token: string | null; in_time: boolean | null }

/**
 * Changes a password as hosted auth does: a session older than a day needs the code of an email (`secure_password_change`),
 * and the change ends every other session. A recovery is a new session, so it needs no code.
 */
export async function changePassword(
  pool: Pool,
  { auth }: Settings,
  claims: Claims | undefined,
  nonce: unknown,
  change: () => ReturnType<Handler>,
): Promise<Response> {
  const { rows } = await pool.query<Session>(SESSION, [claims?.session_id, auth.email.otp_expiry])
  const [session] = rows
  // lite reports the reason.
  if (!session) return change()
  const needsNonce = auth.email.secure_password_change && !session.recent
  if (needsNonce && !nonce) {
    return authError(400, 'Password update requires reauthentication', 'reauthentication_needed')
  }
  if (needsNonce && !isValidNonce(session, String(nonce))) {
    return authError(422, 'Nonce has expired or is invalid', 'reauthentication_not_valid')
  }
  const response = await change()
  if (response.ok) {
    await pool.query('delete from auth.sessions where user_id = $1 and id <> $2', [
      claims?.sub,
      claims?.session_id,
    ])
    await pool.query('update auth.users set reauthentication_token = null where id = $1', [claims?.sub])
  }
  return response
}

/** Whether this would change the password or the email of an account with a second factor, by a session without it. */
export async function lacksFactor(
  pool: Pool,
  claims: Claims | undefined,
  body: { password?: unknown; email?: unknown } | undefined,
): Promise<boolean> {
  if (!body?.password && !body?.email) return false
  const { rows } = await pool.query(
    `select from auth.sessions as s join auth.users as u on u.id = s.user_id
     where s.id = $1 and s.aal is distinct from 'aal2' and ($2 or lower($3) <> u.email)
       and exists (select from auth.mfa_factors as f where f.user_id = u.id and f.status = 'verified')`,
    [claims?.session_id, Boolean(body.password), String(body.email ?? '')],
  )
  return rows.length > 0
}

function isValidNonce({ email, token, in_time }: Session, nonce: string): boolean {
  return in_time === true && token === createHash('sha256').update(`${email}${nonce}`).digest('hex')
}
