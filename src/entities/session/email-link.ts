import { readClaims } from '@/lib/claims'
import { paths } from '@/lib/paths'

const tokenTypes = ['signup', 'email', 'recovery', 'email_change'] as const

/** What a link of a mail brought along (D15): the project's own form, or one of hosted Supabase's default forms. */
export type EmailLink =
  | { kind: 'token'; tokenHash: string; type: (typeof tokenTypes)[number]; recovery: boolean }
  | { kind: 'session'; accessToken: string; refreshToken: string; account: Account; recovery: boolean }
  | { kind: 'error'; code: string; message: string; recovery: boolean }

/** A link that can be opened: it holds a token or a session. */
export type OpenableLink = Exclude<EmailLink, { kind: 'error' }>

type Account = { id: string; email: string }

let arrived: EmailLink | undefined

/**
 * Takes a session or an error out of the fragment of a landing place, before anybody else sees it, and makes the
 * address /auth/callback, which acts on it: so it is never kept in the history, and both landing places act alike.
 */
export function captureEmailLink() {
  const { pathname, hash } = window.location
  if (pathname !== paths.dashboard && pathname !== paths.authCallback) return
  const link = readFragment(new URLSearchParams(hash.slice(1)), pathname === paths.authCallback)
  if (!link) return
  arrived = link
  window.history.replaceState(null, '', paths.authCallback)
}

/** The link that opened this page: the one captured, or the project's own in the query. */
export function emailLink(query: URLSearchParams): EmailLink | undefined {
  const tokenHash = query.get('token_hash')
  const type = tokenTypes.find((known) => known === query.get('type'))
  if (tokenHash && type) return { kind: 'token', tokenHash, type, recovery: type === 'recovery' }
  return readError(query, true) ?? arrived
}

/** The link has done what it can. */
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

/** An error does not say what its link was for; the mails of a reset land at the callback, the others do not. */
function readError(params: URLSearchParams, recovery: boolean): EmailLink | undefined {
  const code = params.get('error_code') ?? params.get('error')
  return code ? { kind: 'error', code, message: params.get('error_description') ?? '', recovery } : undefined
}

/** Whose session an access token says it is. It is proven by the server, before anybody is signed in. */
function accountOf(accessToken: string): Account | undefined {
  const { sub, email } = readClaims(accessToken) ?? {}
  return typeof sub === 'string' ? { id: sub, email: String(email ?? '') } : undefined
}
