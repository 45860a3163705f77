import { screen, waitFor } from '@testing-library/react'
import { authAnswers, authRefuses, expectToast, holdAnswers, serverIsGone } from '@tests/support/auth-api'
import { renderPage, sessionAnswer, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, it } from 'vitest'
import { captureEmailLink, clearEmailLink } from '@/entities/session/email-link'
import { currentSession } from '@/entities/session/session'
import { CallbackPage } from './callback-page'

const open = (query = '') =>
  renderPage(<CallbackPage />, { path: '/auth/callback', route: `/auth/callback${query}` })
const own = (type: string) => `?token_hash=abc123&type=${type}`

/** Lands with a session or an error in the fragment, as hosted Supabase's default links do. */
function land(fragment: string, place = '/auth/callback') {
  window.history.replaceState(null, '', `${place}#${fragment}`)
  captureEmailLink()
  return open()
}

function fragmentSession(type: string, email = 'tamsin@ferreira.example', id = 'person-1') {
  const answer = sessionAnswer(email, id)
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json(answer.user)))
  return `access_token=${answer.access_token}&refresh_token=r1&expires_in=3600&token_type=bearer&type=${type}`
}

afterEach(() => {
  clearEmailLink()
  window.history.replaceState(null, '', '/')
})

it('goes to the dashboard with a session', async () => {
  await signInAs()
  open()
  await expectToast('Email Confirmed!', 'Welcome to Guildhall.')
  expect(await screen.findByText('elsewhere: /dashboard')).toBeVisible()
})

it('goes to sign in without a session', async () => {
  open()
  await expectToast('No Session Found', 'Please sign in.')
  expect(await screen.findByText('elsewhere: /auth?mode=signin')).toBeVisible()
})

it('opens a link on click only (D15)', async () => {
  const calls = authAnswers('verify', sessionAnswer())
  const { user } = open(own('signup'))
  expect(await screen.findByRole('heading', { name: 'Confirm your email' })).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(calls).toHaveLength(0)

  const release = holdAnswers()
  await user.click(screen.getByRole('button', { name: 'Confirm email' }))
  expect(await screen.findByRole('button', { name: 'Confirming...' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  release()
  await expectToast('Email Confirmed!', 'Welcome to Guildhall.')
  expect(await screen.findByText('elsewhere: /dashboard')).toBeVisible()
  expect(calls).toMatchObject([{ body: { token_hash: 'abc123', type: 'signup' } }])
})

it('asks for a new password after a recovery (D14)', async () => {
  authAnswers('verify', sessionAnswer())
  const { user } = open(own('recovery'))
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('elsewhere: /auth?mode=new-password')).toBeVisible()
  expect(currentSession()).toMatchObject({ status: 'signed-in', recovering: true })
})

it('goes to sign in when auth returns no session', async () => {
  authAnswers('verify', { msg: 'Please confirm the other address too', code: 200 })
  const { user } = open(own('email_change'))
  await user.click(await screen.findByRole('button', { name: 'Confirm email' }))
  await expectToast('No Session Found', 'Please sign in.')
})

it.each([
  [
    'auth refuses',
    () => authRefuses('verify', 'user_banned', 'User is banned', 403),
    'Authentication Error',
    'User is banned',
  ],
  [
    'the server fails',
    () => authAnswers('verify', {}, 500),
    'Unexpected Error',
    'An unexpected error occurred',
  ],
  [
    'the server cannot be reached',
    () => serverIsGone('auth/v1/verify'),
    'Unexpected Error',
    'The server cannot be reached. Check your connection and try again.',
  ],
])('goes to sign in with a toast when %s', async (_case, arrange, title, text) => {
  arrange()
  const { user } = open(own('signup'))
  await user.click(await screen.findByRole('button', { name: 'Confirm email' }))
  await expectToast(title, text)
  expect(await screen.findByText('elsewhere: /auth?mode=signin')).toBeVisible()
})

it('resends an expired confirmation link (D15)', async () => {
  authRefuses('verify', 'otp_expired', 'Email link is invalid or has expired', 403)
  const resent = authAnswers('resend', {})
  const { user } = open(own('signup'))
  await user.click(await screen.findByRole('button', { name: 'Confirm email' }))
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toHaveFocus()

  await user.click(screen.getByRole('button', { name: 'Send a new link' }))
  expect(await screen.findByText('Enter your email address.')).toBeVisible()
  await user.type(screen.getByLabelText('Email'), 'tamsin@ferreira.example{Enter}')
  await expectToast('Link sent', 'Please check your email to confirm your account.')
  expect(resent).toMatchObject([{ body: { type: 'signup', email: 'tamsin@ferreira.example' } }])
  expect(await screen.findByRole('button', { name: /Send again in/ })).toBeDisabled()
})

it('links to a new recovery when the link has expired', async () => {
  authRefuses('verify', 'otp_expired', 'Email link is invalid or has expired', 403)
  const { user } = open(own('recovery'))
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('link', { name: 'Send a new link' }))
  expect(await screen.findByText('elsewhere: /auth?mode=forgot')).toBeVisible()
})

it.each(['/dashboard', '/auth/callback'])('accepts a session in the fragment of %s (D15)', async (place) => {
  land(fragmentSession('signup'), place)
  await expectToast('Email Confirmed!', 'Welcome to Guildhall.')
  expect(await screen.findByText('elsewhere: /dashboard')).toBeVisible()
  expect(currentSession()).toMatchObject({ user: { id: 'person-1' }, recovering: false })
})

it('asks for a new password after a recovery by fragment', async () => {
  land(fragmentSession('recovery'))
  expect(await screen.findByText('elsewhere: /auth?mode=new-password')).toBeVisible()
})

it('rejects a session that the server does not know', async () => {
  const fragment = fragmentSession('signup')
  server.use(
    http.get('*/auth/v1/user', () =>
      HttpResponse.json({ code: 403, error_code: 'bad_jwt', msg: 'invalid JWT' }, { status: 403 }),
    ),
  )
  land(fragment)
  await expectToast('Authentication Error', 'invalid JWT')
  expect(currentSession().status).toBe('signed-out')
})

it.each([
  ['/dashboard', 'Email'],
  ['/auth/callback', undefined],
])('explains an expired link in the fragment of %s', async (place, field) => {
  land(
    'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired',
    place,
  )
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  if (field) expect(screen.getByLabelText(field)).toBeVisible()
  else
    expect(screen.getByRole('link', { name: 'Send a new link' })).toHaveAttribute('href', '/auth?mode=forgot')
})

it('shows any other error of the fragment as a toast', async () => {
  land('error=server_error&error_code=unexpected_failure&error_description=Error+confirming+user')
  await expectToast('Authentication Error', 'Error confirming user')
  expect(await screen.findByText('elsewhere: /auth?mode=signin')).toBeVisible()
})

it("asks before a stranger's link replaces the session", async () => {
  await signInAs('odile@brandt.example', 'person-2')
  const { user } = land(fragmentSession('signup', 'stranger@example.test'))
  expect(
    await screen.findByText(
      'You are signed in as odile@brandt.example. Continuing signs you in to stranger@example.test instead.',
    ),
  ).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(currentSession()).toMatchObject({ user: { id: 'person-2' } })

  await user.click(screen.getByRole('link', { name: 'Stay signed in as odile@brandt.example' }))
  expect(await screen.findByText('elsewhere: /dashboard')).toBeVisible()
  expect(currentSession()).toMatchObject({ user: { id: 'person-2' } })
})

it("opens the user's own link directly", async () => {
  await signInAs('tamsin@ferreira.example', 'person-1')
  land(fragmentSession('recovery'))
  expect(await screen.findByText('elsewhere: /auth?mode=new-password')).toBeVisible()
})

it('rejects an expired token without renewing it', async () => {
  await signInAs('tamsin@ferreira.example', 'person-1')
  const renewals = authAnswers('token', sessionAnswer('stranger@example.test', 'person-9'))
  const refusal = { code: 403, error_code: 'bad_jwt', msg: 'token is expired' }
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json(refusal, { status: 403 })))
  const claim = btoa(JSON.stringify({ sub: 'person-1', exp: 1 })).replaceAll('=', '')
  land(`access_token=e30.${claim}.c2ln&refresh_token=strangers&type=signup`)
  await expectToast('Authentication Error', 'token is expired')
  expect(renewals).toEqual([])
  expect(currentSession()).toMatchObject({ user: { id: 'person-1' } })
})

it('names the signed-in user before opening a link, and stays signed in when it has expired', async () => {
  await signInAs('odile@brandt.example', 'person-2')
  authRefuses('verify', 'otp_expired', 'Email link is invalid or has expired', 403)
  const { user } = open(own('signup'))
  expect(await screen.findByText(/^You are signed in as odile@brandt.example\./)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Confirm email' }))
  await waitFor(() => expect(screen.getByRole('link', { name: 'Open your dashboard' })).toBeVisible())
})
