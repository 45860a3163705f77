import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import type { Handler } from '../gateway.ts'
import { JWT_SECRET } from '../keys.ts'

export type Factor = {
  id: string
  friendly_name: string | null
  factor_type: string
  status: 'unverified' | 'verified'
  created_at: string
  updated_at: string
}

const CLAIMS = `
  select authentication_method as method, extract(epoch from updated_at)::int as timestamp
  from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`
const ADD_CLAIM = `
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  values (gen_random_uuid(), $1, now(), now(), $2)
  on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`
const FACTORS = `
  select id, friendly_name, factor_type, status, created_at, updated_at
  from auth.mfa_factors where user_id = $1 order by created_at`

type Database = Pick<Pool, 'query'>

/** Records how a session was authenticated, as hosted auth does. */
export async function addClaim(database: Database, session: string, method: string): Promise<void> {
  await database.query(ADD_CLAIM, [session, method])
}

export async function factorsOf(database: Database, user: string): Promise<Factor[]> {
  return (await database.query<Factor>(FACTORS, [user])).rows
}

/** The token with the claims `aal` and `amr` of its session, and with `changes`, signed anew. */
export async function withClaims(
  database: Database,
  token: string,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const [head] = token.split('.')
  const payload = payloadOf(token)
  const { rows: amr } = await database.query<{ method: string }>(CLAIMS, [payload.session_id])
  const aal = amr.some(({ method }) => method === 'totp') ? 'aal2' : 'aal1'
  const claims = JSON.stringify({ ...payload, ...changes, aal, amr })
  const signed = `${head}.${Buffer.from(claims).toString('base64url')}`
  return `${signed}.${createHmac('sha256', JWT_SECRET).update(signed).digest('base64url')}`
}

/** Adds to lite's tokens how the session was authenticated, and to its users their factors. */
export function withAssurance(pool: Pool, lite: Handler): Handler {
  return async (request) => {
    const response = await lite(request)
    const { pathname, searchParams } = new URL(request.url)
    if (!pathname.startsWith('/auth/v1/')) return response
    const renewed = searchParams.get('grant_type') === 'refresh_token'
    const method = renewed ? undefined : pathname.endsWith('/token') ? 'password' : 'otp'
    const assure = async (token: string) => {
      const { session_id } = payloadOf(token)
      if (method) await addClaim(pool, String(session_id), method)
      return withClaims(pool, token)
    }
    const location = response.headers.get('location')
    if (location) return rewriteRedirect(response, location, assure)
    if (!response.ok || !response.headers.get('content-type')?.includes('json')) return response
    const body = await response.clone().json()
    const user = body?.user ?? (pathname.endsWith('/user') ? body : undefined)
    if (!user?.id) return response
    const factors = await factorsOf(pool, user.id)
    if (factors.length > 0) user.factors = factors
    if (body.access_token) body.access_token = await assure(body.access_token)
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    return Response.json(body, { status: response.status, headers })
  }
}

/** A link of an email leads back with the token in its fragment. */
async function rewriteRedirect(
  response: Response,
  location: string,
  assure: (token: string) => Promise<string>,
) {
  const [address, fragment = ''] = location.split('#')
  const values = new URLSearchParams(fragment)
  const token = values.get('access_token')
  if (!token) return response
  values.set('access_token', await assure(token))
  const headers = new Headers(response.headers)
  headers.set('location', `${address}#${values}`)
  return new Response(response.body, { status: response.status, headers })
}

function payloadOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}
