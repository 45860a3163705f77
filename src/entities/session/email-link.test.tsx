import { sessionAnswer } from '@tests/support/render'
import { afterEach, expect, it } from 'vitest'
import { captureEmailLink, clearEmailLink, emailLink } from './email-link'

const { access_token } = sessionAnswer('tamsin@ferreira.example', 'person-1')
const session = `access_token=${access_token}&refresh_token=r1&expires_in=3600&token_type=bearer`

function openUrl(url: string) {
  window.history.replaceState(null, '', url)
  captureEmailLink()
  return emailLink(new URLSearchParams())
}

afterEach(() => {
  clearEmailLink()
  window.history.replaceState(null, '', '/')
})

it.each([
  ['/', 'email_change', false],
  ['/dashboard', 'signup', false],
  ['/auth/callback', 'signup', false],
  ['/auth/callback', 'recovery', true],
])('takes a session out of the fragment of %s; %s is a recovery by its type: %s', (path, type, recovery) => {
  expect(openUrl(`${path}#${session}&type=${type}`)).toMatchObject({
    kind: 'session',
    refreshToken: 'r1',
    account: { id: 'person-1', email: 'tamsin@ferreira.example' },
    recovery,
  })
  expect(window.location.href).toBe('http://localhost:3000/auth/callback')
})

it.each([
  ['/', false],
  ['/dashboard', false],
  ['/auth/callback', true],
])('takes an error out of the fragment of %s; a recovery: %s', (path, recovery) => {
  const error = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid'
  const message = 'Email link is invalid'
  expect(openUrl(`${path}#${error}`)).toEqual({ kind: 'error', code: 'otp_expired', message, recovery })
  expect(window.location.href).toBe('http://localhost:3000/auth/callback')
})

it('notes that the first of two links was opened, and nothing that an address says', () => {
  expect(openUrl('/#message=Call+this+number&sb=')).toEqual({ kind: 'half' })
  expect(window.location.href).toBe('http://localhost:3000/auth/callback')
})

it.each([
  `/auth?mode=signin#${session}`,
  `/dashboard/orders#${session}`,
  '/terms#error=access_denied&error_code=otp_expired',
  '/admin/users?q=ann#message=Welcome',
  '/dashboard#access_token=nonsense&refresh_token=r',
])('cleans %s, and takes nothing', (url) => {
  expect(openUrl(url)).toBeUndefined()
  expect(window.location.href).toBe(`http://localhost:3000${url.replace(/#.*/, '')}`)
})

it.each(['/dashboard#features', '/auth?invite=WELCOME001#0f3a', '/#message'])(
  'leaves %s unchanged',
  (url) => {
    expect(openUrl(url)).toBeUndefined()
    expect(window.location.href).toBe(`http://localhost:3000${url}`)
  },
)

it.each([
  ['token_hash=abc&type=signup', { kind: 'token', recovery: false }],
  ['token_hash=abc&type=recovery', { kind: 'token', recovery: true }],
  ['error_code=otp_expired', { kind: 'error' }],
])('reads the query %s', (query, link) => {
  expect(emailLink(new URLSearchParams(query))).toMatchObject(link)
})

it('ignores an unknown type', () => {
  expect(emailLink(new URLSearchParams('token_hash=abc&type=else'))).toBeUndefined()
})
