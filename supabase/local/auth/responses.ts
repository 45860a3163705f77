import { randomUUID } from 'node:crypto'

/** An error in the format of hosted auth. */
export function authError(status: number, message: string, code?: string): Response {
  return Response.json(
    { code: status, ...(code ? { error_code: code } : {}), msg: message },
    { status, headers: code ? { 'x-sb-error-code': code } : {} },
  )
}

/** The refusal of a second email to one address within the pause. */
export function tooSoon(seconds: number): Response {
  const message = `For security purposes, you can only request this after ${seconds} seconds.`
  return authError(429, message, 'over_email_send_rate_limit')
}

/** The response to a sign-up with a registered address, like that of a new account (D16). */
export function newAccount(email: string, data: unknown): Record<string, unknown> {
  const now = new Date().toISOString()
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data ?? {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
