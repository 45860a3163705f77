import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Pool, PoolClient } from 'pg'
import encodeQR from 'qr'
import type { Handler } from '../gateway.ts'
import { inTransaction } from '../postgres/pool.ts'
import { claimsOf } from '../realtime/token.ts'
import type { Settings } from '../settings.ts'
import { addClaim, factorsOf, withClaims } from './assurance.ts'
import { authError } from './responses.ts'

const CHALLENGE_SECONDS = 300
const SESSION = `
  select s.id, s.user_id, s.aal = 'aal2' as strong, u.email
  from auth.sessions as s join auth.users as u on u.id = s.user_id where s.id = $1`
const FACTOR = `
  select id, status = 'verified' as verified, secret from auth.mfa_factors where id = $1 and user_id = $2`
// Factors without any challenge.
const FORGET_ABANDONED = `
  delete from auth.mfa_factors as f where f.status <> 'verified' and f.created_at < now() - interval '5 minutes'
    and not exists (select from auth.mfa_challenges as c where c.factor_id = f.id)`
const ENROLL = `
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
  values ($1, $2, $3, 'totp', 'unverified', now(), now(), $4)`
const CHALLENGE = `
  with challenged as (update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $2 returning id)
  insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) select $1, id, now(), $3 from challenged`
const FIND_CHALLENGE = `
  select created_at < now() - make_interval(secs => $4) as expired, verified_at is null and ip_address = $3 as mine
  from auth.mfa_challenges where id = $1 and factor_id = $2`
const USE_CHALLENGE =
  'update auth.mfa_challenges set verified_at = now() where id = $1 and verified_at is null returning id'
// Otherwise the previous access token would still grant the second-factor level.
const NEW_REFRESH_TOKEN = `
  with old as (delete from auth.refresh_tokens where session_id = $1)
  insert into auth.refresh_tokens (id, token, user_id, session_id, revoked) values ($2, $3, $4, $1, false)`

type Session = { id: string; user_id: string; strong: boolean; email: string }
type Owned = { id: string; verified: boolean; secret: string }
type Challenge = { expired: boolean; mine: boolean }
type Body = { [key: string]: unknown }
type Options = {
  pool: Pool
  settings: Settings
  siteUrl: string
  lite: Handler
}

/** The second factors of hosted auth, which lite lacks: authenticator apps. `action` is the path after /auth/v1/. */
export function handleFactors({ pool, settings, siteUrl, lite }: Options) {
  const { max_enrolled_factors: maxFactors } = settings.auth.mfa

  async function enroll({ user_id, strong, email }: Session, body: Body): Promise<Response> {
    const { factor_type: type, friendly_name: given, issuer } = body
    if (type === 'phone' || type === 'webauthn') {
      return authError(422, `MFA enroll is disabled for ${type}`, `mfa_${type}_enroll_not_enabled`)
    }
    if (type !== 'totp') return invalid('factor_type needs to be totp, phone, or webauthn')
    const name = typeof given === 'string' ? given : ''
    await pool.query(FORGET_ABANDONED)
    const factors = await factorsOf(pool, user_id)
    if (factors.some(({ friendly_name }) => friendly_name === name)) {
      const message = `A factor with the friendly name "${name}" for this user already exists`
      return authError(422, message, 'mfa_factor_name_conflict')
    }
    if (factors.length >= maxFactors) {
      const message = 'Maximum number of verified factors reached, unenroll to continue'
      return authError(422, message, 'too_many_enrolled_mfa_factors')
    }
    if (factors.some(({ status }) => status === 'verified') && !strong) {
      return authError(403, 'AAL2 required to enroll a new factor', 'insufficient_aal')
    }
    const id = randomUUID()
    const key = new TOTP({
      issuer: typeof issuer === 'string' && issuer !== '' ? issuer : new URL(siteUrl).host,
      label: email,
      secret: new Secret(),
    })
    const uri = key.toString().replace('%40', '@')
    await pool.query(ENROLL, [id, user_id, name, key.secret.base32])
    const qr_code = encodeQR(uri, 'svg', { ecc: 'high' })
    return Response.json({
      id,
      type: 'totp',
      friendly_name: name,
      totp: { qr_code, secret: key.secret.base32, uri },
    })
  }

  async function challenge({ id }: Owned, caller: string): Promise<Response> {
    const challenge_id = randomUUID()
    await pool.query(CHALLENGE, [challenge_id, id, caller])
    const expires_at = Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS
    return Response.json({ id: challenge_id, type: 'totp', expires_at })
  }

  async function verify(
    session: Session,
    factor: Owned,
    body: Body,
    caller: string,
    token: string,
    own: () => Promise<Response>,
  ): Promise<Response> {
    const { code, challenge_id } = body
    if (typeof code !== 'string' || code === '') return invalid('Code needs to be non-empty')
    const refusal = await challengeRefusal(factor.id, challenge_id, caller)
    if (refusal) return refusal
    // A code is valid in its 30-second step and in the adjacent ones.
    const right =
      /^[0-9]{6}$/.test(code) &&
      new TOTP({ secret: factor.secret }).validate({ token: code, window: 1 }) !== null
    if (!right) return authError(422, 'Invalid TOTP code entered', 'mfa_verification_failed')
    const refresh_token = randomUUID()
    const done = await inTransaction(pool, (client) =>
      raiseAssurance(client, session, factor, challenge_id, refresh_token),
    )
    if (!done) return mismatch()
    const { jwt_expiry: expires_in } = settings.auth
    const now = Math.floor(Date.now() / 1000)
    const expires_at = now + expires_in
    const access_token = await withClaims(pool, token, { iat: now, exp: expires_at })
    const user = await (await own()).json()
    return Response.json({ access_token, token_type: 'bearer', expires_in, expires_at, refresh_token, user })
  }

  async function challengeRefusal(
    factor: string,
    id: unknown,
    caller: string,
  ): Promise<Response | undefined> {
    if (!isId(id)) return authError(400, 'Could not parse request body as JSON: invalid UUID', 'bad_json')
    const { rows } = await pool.query<Challenge>(FIND_CHALLENGE, [id, factor, caller, CHALLENGE_SECONDS])
    const [found] = rows
    if (!found) return notFound(422, 'MFA factor with the provided challenge ID not found')
    if (!found.mine) return mismatch()
    if (!found.expired) return undefined
    await pool.query('delete from auth.mfa_challenges where id = $1', [id])
    const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`
    return authError(422, message, 'mfa_challenge_expired')
  }

  async function unenroll({ user_id, strong }: Session, { id, verified }: Owned): Promise<Response> {
    if (verified && !strong) {
      return authError(422, 'AAL2 required to unenroll verified factor', 'insufficient_aal')
    }
    await inTransaction(pool, async (client) => {
      await client.query('delete from auth.mfa_factors where id = $1', [id])
      await client.query(
        `delete from auth.mfa_amr_claims where authentication_method = 'totp'
           and session_id in (select id from auth.sessions where factor_id = $1)`,
        [id],
      )
      await client.query(
        `update auth.sessions set aal = 'aal1', factor_id = null where user_id = $1 and factor_id = $2`,
        [user_id, id],
      )
    })
    return Response.json({ id })
  }

  return async (request: Request, action: string, token: string): Promise<Response> => {
    const [, id, verb, ...more] = action.split('/').filter((part) => part !== '')
    if (token === '') return authError(401, 'This endpoint requires a valid Bearer token', 'no_authorization')
    const claims = claimsOf(token)
    if (!claims?.session_id)
      return authError(403, 'invalid JWT: unable to parse or verify signature', 'bad_jwt')
    const { rows } = await pool.query<Session>(SESSION, [claims.session_id])
    const [session] = rows
    if (!session)
      return authError(403, 'Session from session_id claim in JWT does not exist', 'session_not_found')
    const { method } = request
    if (id === undefined) return method === 'POST' ? enroll(session, await bodyOf(request)) : notAllowed()
    if (!isId(id)) return authError(404, 'factor_id must be an UUID', 'validation_failed')
    const { rows: owned } = await pool.query<Owned>(FACTOR, [id, session.user_id])
    const [factor] = owned
    if (!factor) return notFound(404, 'Factor not found')
    if (more.length > 0) return new Response('404 page not found', { status: 404 })
    if (verb === undefined) return method === 'DELETE' ? unenroll(session, factor) : notAllowed()
    const caller = request.headers.get('cf-connecting-ip') || '127.0.0.1'
    if (method !== 'POST') return notAllowed()
    if (verb === 'challenge') return challenge(factor, caller)
    if (verb !== 'verify') return new Response('404 page not found', { status: 404 })
    const headers = new Headers(request.headers)
    headers.delete('content-length')
    const own = () => lite(new Request(new URL('/auth/v1/user', request.url), { headers }))
    return verify(session, factor, await bodyOf(request), caller, token, own)
  }
}

/** Gives the session the second factor, ends those without it, and removes what was not finished. */
async function raiseAssurance(
  client: PoolClient,
  { id, user_id }: Session,
  factor: Owned,
  challenge: unknown,
  refreshToken: string,
): Promise<boolean> {
  if ((await client.query(USE_CHALLENGE, [challenge])).rowCount === 0) return false
  await client.query(`update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`, [
    factor.id,
  ])
  await addClaim(client, id, 'totp')
  await client.query(`update auth.sessions set aal = 'aal2', factor_id = $2 where id = $1`, [id, factor.id])
  await client.query(NEW_REFRESH_TOKEN, [id, randomUUID(), refreshToken, user_id])
  await client.query(`delete from auth.sessions where user_id = $1 and aal < 'aal2'`, [user_id])
  await client.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = 'totp'`,
    [user_id],
  )
  return true
}

async function bodyOf(request: Request): Promise<Body> {
  const value: unknown = await request.json().catch(() => undefined)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const isId = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const invalid = (message: string) => authError(400, message, 'validation_failed')
const notAllowed = () => new Response(null, { status: 405 })
const notFound = (status: number, message: string) => authError(status, message, 'mfa_factor_not_found')
const mismatch = () =>
  authError(422, 'Challenge and verify IP addresses mismatch.', 'mfa_ip_address_mismatch')
