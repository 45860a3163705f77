import { isIP } from 'node:net'
import type { EmailDriver } from '@supabase/lite'
import type { Pool } from 'pg'
import type { Handler } from '../gateway.ts'
import { PUBLISHABLE_KEY, SECRET_KEY } from '../keys.ts'
import { claimsOf } from '../realtime/token.ts'
import { emailIntervalSeconds, type Settings } from '../settings.ts'
import { type Account, findAccount, sendConfirmation } from './accounts.ts'
import { limitAttempts } from './attempts.ts'
import { handleFactors } from './factors.ts'
import { callHook } from './hook.ts'
import { changePassword, checkPasswords, lacksFactor } from './passwords.ts'
import { authError, newAccount, tooSoon } from './responses.ts'
import { writeAuthTemplates } from './templates.ts'

type Body = {
  email?: unknown
  password?: unknown
  type?: unknown
  data?: unknown
  create_user?: unknown
  nonce?: unknown
  refresh_token?: unknown
}

export type GuardOptions = {
  pool: Pool
  mailer: EmailDriver
  settings: Settings
  siteUrl: string
  /** Whether the rate limits of config.toml apply. */
  limited: boolean
  lite: Handler
}

/** Adds to lite's auth what hosted auth does: the pause between emails, resending, the hook. */
export function guardAuth(options: GuardOptions): Handler {
  const { pool, mailer, settings, siteUrl, limited, lite } = options
  const pause = emailIntervalSeconds(settings)
  let templates: Promise<void> | undefined
  const serialize = createSerializer()
  const refuseAttempt = limitAttempts(limited ? settings.auth.rate_limit : undefined)
  const refusePassword = checkPasswords(pool)
  const factors = handleFactors(options)
  const resend = (account: Account) => sendConfirmation(pool, mailer, settings, siteUrl, account)

  async function signUp(request: Request, body: Body, email: string): Promise<Response> {
    const weak = String(body.password ?? '').length < settings.auth.minimum_password_length
    if (weak || !email.includes('@')) return lite(request)
    const account = await findAccount(pool, email)
    if (account?.confirmed) return Response.json(newAccount(email, body.data))
    if (account) {
      if (account.confirmation_age < pause) return tooSoon(secondsLeft(account.confirmation_age))
      await resend(account)
      return Response.json({ ...newAccount(email, body.data), id: account.id })
    }
    return createChecked(request, body, email)
  }

  /** Calls the hook first, as for every kind of sign-up. */
  async function createChecked(request: Request, body: Body, email: string): Promise<Response> {
    // As Supabase Auth: the first address of the list, which a client may have written.
    const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
    const caller = hops.find((hop) => isIP(hop)) ?? ''
    return (await callHook(pool, settings, caller, email, body.data)) ?? create(request)
  }

  /** lite responds without a message when a trigger refuses the account. */
  async function create(request: Request): Promise<Response> {
    const response = await lite(request)
    return response.status === 500
      ? authError(500, 'Database error saving new user', 'unexpected_failure')
      : response
  }

  async function resendSignUp(email: string): Promise<Response> {
    const account = await findAccount(pool, email)
    if (account && !account.confirmed) {
      if (account.confirmation_age < pause) return tooSoon(secondsLeft(account.confirmation_age))
      await resend(account)
    }
    return Response.json({})
  }

  async function sendEmail(
    request: Request,
    body: Body,
    email: string,
    createsAccount: boolean,
  ): Promise<Response> {
    const account = await findAccount(pool, email)
    if (!account && createsAccount && body.create_user !== false) return createChecked(request, body, email)
    return account && account.recovery_age < pause
      ? tooSoon(secondsLeft(account.recovery_age))
      : create(request)
  }

  async function signIn(request: Request, { email, password }: Body): Promise<Response> {
    if (typeof email !== 'string' || typeof password !== 'string') return lite(request)
    if (email === '' || password === '') return lite(request)
    return (await refusePassword(email.toLowerCase(), password)) ?? lite(request)
  }

  /** lite sends another code for every request. */
  async function reauthenticate(request: Request): Promise<Response> {
    const claims = claimsOf(bearerOf(request))
    const { rows } = await pool.query<{ age: number }>(
      'select extract(epoch from now() - reauthentication_sent_at)::float as age from auth.users where id = $1',
      [claims?.sub],
    )
    const age = rows[0]?.age ?? Number.POSITIVE_INFINITY
    return age < pause ? tooSoon(secondsLeft(age)) : lite(request)
  }

  const secondsLeft = (age: number) => Math.max(1, Math.ceil(pause - age))

  return async (request) => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith('/auth/v1/') || !hasKey(request)) return lite(request)
    const action = actionOf(url.pathname)
    const grant = url.searchParams.get('grant_type') ?? ''
    const isChange = action === 'user' && request.method === 'PUT'
    const countedAction = isChange ? 'PUT user' : action.replace(/^factors\/[^/]+\//, 'factor ')
    const refusal = refuseAttempt(countedAction, request.headers.get('cf-connecting-ip') ?? '')
    if (refusal) return refusal
    if (/^factors(\/|$)/.test(action)) return factors(request, action, bearerOf(request))
    if (action === 'reauthenticate') return reauthenticate(request)
    const isMail = ['signup', 'resend', 'recover', 'otp', 'magiclink'].includes(action)
    if (!isChange && (request.method !== 'POST' || !(isMail || action === 'token'))) return lite(request)
    const text = await request.text()
    const replay = new Request(request, { body: text })
    const body = parse(text)
    if (isChange && (await lacksFactor(pool, claimsOf(bearerOf(request)), body))) {
      const message = 'AAL2 session is required to update email or password when MFA is enabled.'
      return authError(401, message, 'insufficient_aal')
    }
    if (isChange && body?.password !== undefined) {
      return changePassword(pool, settings, claimsOf(bearerOf(request)), body.nonce, () => lite(replay))
    }
    if (isChange) return lite(replay)
    if (action === 'token' && grant === 'password') return signIn(replay, body ?? {})
    // Of two at once, lite would refuse the one that comes between the steps of the other.
    if (action === 'token') return serialize(`token ${body?.refresh_token}`, () => lite(replay))
    if (typeof body?.email !== 'string' || body.email === '') return lite(replay)
    const email = body.email.toLowerCase()
    templates ??= writeAuthTemplates(settings)
    await templates
    return serialize(email, () => {
      if (action === 'signup') return signUp(replay, body, email)
      if (action === 'resend') return body.type === 'signup' ? resendSignUp(email) : lite(replay)
      return sendEmail(replay, body, email, action !== 'recover')
    })
  }
}

/** Decoded, as lite decodes it before it looks for a route. */
function actionOf(pathname: string): string {
  const path = pathname.replace('/auth/v1/', '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function bearerOf({ headers }: Request): string {
  return /^bearer (.*)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
}

function hasKey(request: Request): boolean {
  const key = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey')
  return key === PUBLISHABLE_KEY || key === SECRET_KEY
}

function parse(text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Serializes requests for one address, so that concurrent ones send one email, or with one token. */
function createSerializer() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const mine = Promise.resolve(last.get(key)).then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
