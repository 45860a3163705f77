import { randomUUID } from 'node:crypto'

/** An error as hosted auth words it. */
export function authError(status: number, message: string, code?: string): Response {
  return Response.json(
    { code: status, ...(code ? { error_code: code } : {}), msg: message },
    { status, headers: code ? { 'x-sb-error-code': code } : {} },
  )
}

/** The refusal of a second mail to one address within the pause. */
export function tooSoon(seconds: number): Response {
  const message = `For security purposes, you can only request this after ${seconds} seconds.`
  return authError(429, message, 'over_email_send_rate_limit')
}

/** What a sign-up answers when the address is known: it looks like a new account (D16). */
export function newcomer(email: string, data: unknown): Record<string, unknown> {
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
