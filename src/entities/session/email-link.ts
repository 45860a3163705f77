import { readClaims } from '@/lib/claims'
import { paths } from '@/lib/paths'

const tokenTypes = ['signup', 'email', 'recovery', 'email_change'] as const

/** The content of an email link (D15): this project's form, or one of hosted Supabase's default forms. */
type EmailLink =
  | { kind: 'token'; tokenHash: string; type: (typeof tokenTypes)[number]; recovery: boolean }
  | { kind: 'session'; accessToken: string; refreshToken: string; account: Account; recovery: boolean }
  | { kind: 'error'; code: string; message: string; recovery: boolean }
  | { kind: 'half' }

export type OpenableLink = Extract<EmailLink, { kind: 'token' | 'session' }>

type Account = { id: string; email: string }

let arrivedLink: EmailLink | undefined

/** The pages that auth leads back to: the site, and those that emails name (D15). */
const landings: string[] = [paths.home, paths.dashboard, paths.authCallback]
const linkFragmentPattern = /[#&](\w+_token|error\w*|message)=./

/**
 * Takes what auth appends to an address out of it before anything else reads it. Where auth leads back to, it is kept in memory
 * for /auth/callback; everywhere else nothing comes of it.
 */
export function captureEmailLink() {
  const { pathname, search, hash } = window.location
  if (!linkFragmentPattern.test(hash)) return
  if (landings.includes(pathname))
    arrivedLink = readFragment(new URLSearchParams(hash.slice(1)), pathname === paths.authCallback)
  window.history.replaceState(null, '', arrivedLink ? paths.authCallback : pathname + search)
}

/** The captured link, or this project's own form in the query. */
export function emailLink(query: URLSearchParams): EmailLink | undefined {
  const tokenHash = query.get('token_hash')
  const type = tokenTypes.find((known) => known === query.get('type'))
  if (tokenHash && type) return { kind: 'token', tokenHash, type, recovery: type === 'recovery' }
  return readError(query, true) ?? arrivedLink
}

export function clearEmailLink() {
  arrivedLink = undefined
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
  // Of the two links of a change of address, the first was opened.
  return params.get('message') ? { kind: 'half' } : readError(params, atCallback)
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
