import { sessionAnswer } from '@tests/support/render'
import { afterEach, expect, it } from 'vitest'
import { captureEmailLink, clearEmailLink, emailLink } from './email-link'

const none = new URLSearchParams()
const session = (email: string) =>
  `access_token=${sessionAnswer(email, 'person-1').access_token}&refresh_token=r1&expires_in=3600&token_type=bearer`

function arriveAt(address: string) {
  window.history.replaceState(null, '', address)
  captureEmailLink()
}

afterEach(() => {
  clearEmailLink()
  window.history.replaceState(null, '', '/')
})

it.each(['/dashboard', '/auth/callback'])('takes a session out of the fragment of %s', (place) => {
  arriveAt(`${place}#${session('tamsin@ferreira.example')}&type=signup`)
  expect(emailLink(none)).toMatchObject({
    kind: 'session',
    refreshToken: 'r1',
    account: { id: 'person-1', email: 'tamsin@ferreira.example' },
    recovery: false,
  })
  expect(window.location.href).toBe('http://localhost:3000/auth/callback')
})

it('knows a recovery by its type', () => {
  arriveAt(`/auth/callback#${session('a@b.example')}&type=recovery`)
  expect(emailLink(none)).toMatchObject({ kind: 'session', recovery: true })
})

it.each([
  ['/dashboard', false],
  ['/auth/callback', true],
])('takes an error out of the fragment of %s, and knows by the place what it was for', (place, recovery) => {
  arriveAt(`${place}#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid`)
  expect(emailLink(none)).toEqual({
    kind: 'error',
    code: 'otp_expired',
    message: 'Email link is invalid',
    recovery,
  })
  expect(window.location.pathname).toBe('/auth/callback')
  expect(window.location.hash).toBe('')
})

it.each([
  `/#${session('a@b.example')}`,
  `/auth?mode=signin#${session('a@b.example')}`,
  `/dashboard/orders#${session('a@b.example')}`,
  '/dashboard#features',
  '/dashboard#access_token=nonsense&refresh_token=r',
])('leaves %s as it is', (address) => {
  arriveAt(address)
  expect(emailLink(none)).toBeUndefined()
  expect(window.location.href).toBe(`http://localhost:3000${address}`)
})

it('reads our own form, and no type that it does not know', () => {
  expect(emailLink(new URLSearchParams('token_hash=abc&type=signup'))).toMatchObject({
    kind: 'token',
    recovery: false,
  })
  expect(emailLink(new URLSearchParams('token_hash=abc&type=recovery'))).toMatchObject({ recovery: true })
  expect(emailLink(new URLSearchParams('token_hash=abc&type=else'))).toBeUndefined()
  expect(emailLink(new URLSearchParams('error_code=otp_expired'))).toMatchObject({ kind: 'error' })
})
