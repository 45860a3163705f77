import type { EmailDriver } from '@supabase/lite'
import type { Pool } from 'pg'
import type { Handler } from '../gateway.ts'
import { PUBLISHABLE_KEY } from '../keys.ts'
import type { Secrets } from '../secrets.ts'
import { mailPause, type Settings } from '../settings.ts'
import { type Account, findAccount, sendConfirmation } from './accounts.ts'
import { authError, newcomer, tooSoon } from './answers.ts'
import { askHook } from './hook.ts'

type Body = {
  email?: unknown
  password?: unknown
  type?: unknown
  data?: unknown
  create_user?: unknown
}

export type GuardOptions = {
  pool: Pool
  mailer: EmailDriver
  settings: Settings
  siteUrl: string
  secrets: Secrets
  lite: Handler
}

/** Puts in front of lite's auth what hosted auth does and lite does not: the pause between mails, resending, the hook. */
export function guardAuth({ pool, mailer, settings, siteUrl, secrets, lite }: GuardOptions): Handler {
  const pause = mailPause(settings)
  const inTurn = oneAtATime()
  const resend = (account: Account) => sendConfirmation(pool, mailer, settings, siteUrl, account)

  async function signUp(request: Request, body: Body, email: string): Promise<Response> {
    const weak = String(body.password ?? '').length < settings.auth.minimum_password_length
    if (weak || !email.includes('@')) return lite(request)
    const account = await findAccount(pool, email)
    if (account?.confirmed) return Response.json(newcomer(email, body.data))
    if (account) {
      if (account.confirmation_age < pause) return tooSoon(left(account.confirmation_age))
      await resend(account)
      return Response.json({ ...newcomer(email, body.data), id: account.id })
    }
    return createAsked(request, body, email)
  }

  /** Asks the hook first, as every way of making an account does. */
  async function createAsked(request: Request, body: Body, email: string): Promise<Response> {
    const caller = request.headers.get('cf-connecting-ip') ?? ''
    return (await askHook(pool, settings, caller, email, body.data)) ?? create(request)
  }

  /** A trigger that refuses the account makes lite answer without words. */
  async function create(request: Request): Promise<Response> {
    const answer = await lite(request)
    return answer.status === 500
      ? authError(500, 'Database error saving new user', 'unexpected_failure')
      : answer
  }

  async function resendSignUp(email: string): Promise<Response> {
    const account = await findAccount(pool, email)
    if (account && !account.confirmed) {
      if (account.confirmation_age < pause) return tooSoon(left(account.confirmation_age))
      await resend(account)
    }
    return Response.json({})
  }

  async function mailed(request: Request, body: Body, email: string, makes: boolean): Promise<Response> {
    const account = await findAccount(pool, email)
    if (!account && makes && body.create_user !== false) return createAsked(request, body, email)
    return account && account.recovery_age < pause ? tooSoon(left(account.recovery_age)) : create(request)
  }

  const left = (age: number) => Math.max(1, Math.ceil(pause - age))

  return async (request) => {
    const action = actionOf(request)
    const guarded = ['signup', 'resend', 'recover', 'otp', 'magiclink'].includes(action)
    if (request.method !== 'POST' || !guarded || !hasKey(request, secrets)) return lite(request)
    const text = await request.text()
    const again = new Request(request, { body: text })
    const body = parse(text)
    if (typeof body?.email !== 'string' || body.email === '') return lite(again)
    const email = body.email.toLowerCase()
    return inTurn(email, () => {
      if (action === 'signup') return signUp(again, body, email)
      if (action === 'resend') return body.type === 'signup' ? resendSignUp(email) : lite(again)
      return mailed(again, body, email, action !== 'recover')
    })
  }
}

/** Decoded, as lite decodes it before it looks for a route. */
function actionOf(request: Request): string {
  const path = new URL(request.url).pathname.replace('/auth/v1/', '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function hasKey(request: Request, { secret_key }: Secrets): boolean {
  const key = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey')
  return key === PUBLISHABLE_KEY || key === secret_key
}

function parse(text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Requests for one address wait for each other, so that many at once send one mail. */
function oneAtATime() {
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
