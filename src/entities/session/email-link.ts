import { readClaims } from '@/lib/claims'
import { paths } from '@/lib/paths'

const tokenTypes = ['signup', 'email', 'recovery', 'email_change'] as const

/** The content of an email link (D15): this project's form, or one of hosted Supabase's default forms. */
type EmailLink =
  | { kind: 'token'; tokenHash: string; type: (typeof tokenTypes)[number]; recovery: boolean }
  | { kind: 'session'; accessToken: string; refreshToken: string; account: Account; recovery: boolean }
  | { kind: 'error'; code: string; message: string; recovery: boolean }

export type OpenableLink = Exclude<EmailLink, { kind: 'error' }>

type Account = { id: string; email: string }

let arrived: EmailLink | undefined

/** Moves a session or an error from the fragment to memory before anything else reads it; routes to /auth/callback. */
export function captureEmailLink() {
  const { pathname, hash } = window.location
  if (pathname !== paths.dashboard && pathname !== paths.authCallback) return
  const link = readFragment(new URLSearchParams(hash.slice(1)), pathname === paths.authCallback)
  if (!link) return
  arrived = link
  window.history.replaceState(null, '', paths.authCallback)
}

/** The captured link, or this project's own form in the query. */
export function emailLink(query: URLSearchParams): EmailLink | undefined {
  const tokenHash = query.get('token_hash')
  const type = tokenTypes.find((known) => known === query.get('type'))
  if (tokenHash && type) return { kind: 'token', tokenHash, type, recovery: type === 'recovery' }
  return readError(query, true) ?? arrived
}

export function clearEmailLink() {
  arrived = undefined
}

function readFragment(params: URLSearchParams, atCallback: boolean): EmailLink | undefined {
  const accessToken = params.get('access_token')
  const refreshToken = params.get('refresh_token')
  const account = accessToken && accountOf(accessToken)
  if (account && refreshToken) {
    return {
      kind: 'session',
      accessToken,
      refreshToken,
      account,
      recovery: params.get('type') === 'recovery',
    }
  }
  return readError(params, atCallback)
}

/** An error does not say what its link was for; only recovery emails link to the callback. */
function readError(params: URLSearchParams, recovery: boolean): EmailLink | undefined {
  const code = params.get('error_code') ?? params.get('error')
  return code ? { kind: 'error', code, message: params.get('error_description') ?? '', recovery } : undefined
}

/** Unverified; the server verifies it before sign-in. */
function accountOf(accessToken: string): Account | undefined {
  const { sub, email } = readClaims(accessToken) ?? {}
  return typeof sub === 'string' ? { id: sub, email: String(email ?? '') } : undefined
}
