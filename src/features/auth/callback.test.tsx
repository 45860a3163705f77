import { screen, waitFor } from '@testing-library/react'
import { failNetwork, holdResponses, refuseAuth, respondToAuth } from '@tests/support/auth-api'
import { renderPage, sessionAnswer, signInAs } from '@tests/support/render'
import { see, seeLink } from '@tests/support/see'
import { pendingRequests, server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, it } from 'vitest'
import { captureEmailLink, clearEmailLink } from '@/entities/session/email-link'
import { currentSession } from '@/entities/session/session'
import { CallbackPage } from './callback-page'

const open = (query = '') =>
  renderPage(<CallbackPage />, { path: '/auth/callback', route: `/auth/callback${query}` })

/** Opens a link of this project's form. */
const openToken = (type: string) => open(`?token_hash=abc123&type=${type}`)

/** Opens a link of hosted Supabase's default form, with a session or an error in the fragment. */
function openFragment(fragment: string, path = '/auth/callback') {
  window.history.replaceState(null, '', `${path}#${fragment}`)
  captureEmailLink()
  return open()
}

function fragmentSession(type: string, email = 'tamsin@ferreira.example', id = 'person-1') {
  const session = sessionAnswer(email, id)
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json(session.user)))
  return `access_token=${session.access_token}&refresh_token=r1&expires_in=3600&token_type=bearer&type=${type}`
}

function refuseUser(msg: string) {
  const refusal = { code: 403, error_code: 'bad_jwt', msg }
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json(refusal, { status: 403 })))
}

const expired = ['verify', 'otp_expired', 'Email link is invalid or has expired', 403] as const
const onceOnly = 'It works once and expires after an hour.'
const confirmed = ['Email Confirmed!', 'Welcome to Guildhall.'] as const
const redirectedTo = (path: string) => screen.findByText(`elsewhere: ${path}`)
const button = (name: string) => screen.findByRole('button', { name })

afterEach(() => {
  clearEmailLink()
  window.history.replaceState(null, '', '/')
})

it('goes to the dashboard with a session', async () => {
  await signInAs()
  open()
  await seeToast(...confirmed)
  expect(await redirectedTo('/dashboard')).toBeVisible()
})

it('goes to sign in without a session', async () => {
  open()
  await seeToast('No Session Found', 'Please sign in.')
  expect(await redirectedTo('/auth?mode=signin')).toBeVisible()
})

it('opens a link on click only (D15)', async () => {
  const calls = respondToAuth('verify', sessionAnswer())
  const { user } = openToken('signup')
  await see('Confirm your email', 'Confirm your email to open your account.')
  expect(pendingRequests()).toEqual([])

  const release = holdResponses()
  await user.click(await button('Confirm email'))
  expect(await button('Confirming...')).toHaveAttribute('aria-disabled', 'true')
  release()
  await seeToast(...confirmed)
  expect(await redirectedTo('/dashboard')).toBeVisible()
  expect(calls).toMatchObject([{ body: { token_hash: 'abc123', type: 'signup' } }])
})

it('requires a new password after a recovery (D14)', async () => {
  respondToAuth('verify', sessionAnswer())
  const { user } = openToken('recovery')
  expect(await screen.findByRole('heading', { name: 'Reset your password' })).toBeVisible()
  expect(screen.getByText('Continue to choose a new password.')).toBeVisible()
  await user.click(await button('Continue'))
  expect(await redirectedTo('/auth?mode=new-password')).toBeVisible()
  expect(currentSession()).toMatchObject({ status: 'signed-in', recovering: true })
})

it.each([
  ['No Session Found', 'Please sign in.', () => respondToAuth('verify', { msg: 'no session', code: 200 })],
  ['Authentication Error', 'banned', () => refuseAuth('verify', 'user_banned', 'banned', 403)],
  ['Unexpected Error', 'An unexpected error occurred', () => respondToAuth('verify', {}, 500)],
  [
    'Unexpected Error',
    'The server cannot be reached. Check your connection and try again.',
    () => failNetwork('auth/v1/verify'),
  ],
])('goes to sign in with the toast %s: %s', async (title, text, arrange) => {
  arrange()
  const { user } = openToken('signup')
  await user.click(await button('Confirm email'))
  await seeToast(title, text)
  expect(await redirectedTo('/auth?mode=signin')).toBeVisible()
})

it('stays when there were too many tries, and opens the link by another click', async () => {
  refuseAuth('verify', 'over_request_rate_limit', 'Request rate limit reached', 429)
  const { user } = openToken('signup')
  await user.click(await button('Confirm email'))
  const again = await button('Try again')
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Too many tries. Wait a minute, then try again.')
  respondToAuth('verify', sessionAnswer())
  await user.click(again)
  await seeToast(...confirmed)
})

it.each([
  ['of its message', () => openFragment('message=Call+this+number&sb=', '/')],
  ['of its token', () => openToken('email_change')],
])('says after the first link of a change of address that there is another: %s', async (_form, openLink) => {
  respondToAuth('verify', { msg: 'Confirmation link accepted', code: '200' })
  const { user } = openLink()
  if (_form === 'of its token') await user.click(await button('Confirm email'))
  await see(
    'One more link to open',
    'A new email address counts once the links in both emails are opened, the one to the old address and the one to the new.',
  )
  await seeLink('Open your dashboard', '/dashboard')
  expect(screen.queryByText(/Call this number/)).not.toBeInTheDocument()
})

it('resends an expired confirmation link (D15)', async () => {
  refuseAuth(...expired)
  const resent = respondToAuth('resend', {})
  const { user } = openToken('signup')
  await user.click(await button('Confirm email'))
  const heading = await screen.findByRole('heading', { name: 'This link no longer works' })
  await waitFor(() => expect(heading).toHaveFocus())
  await see(`${onceOnly} If you have already confirmed your email, just sign in.`)
  await user.click(await button('Send a new link'))
  expect(await screen.findByText('Enter your email address.')).toBeVisible()
  await user.type(screen.getByLabelText('Email'), 'tamsin@ferreira.example{Enter}')
  await seeToast('Link sent', 'Please check your email to confirm your account.')
  expect(resent).toMatchObject([{ body: { type: 'signup', email: 'tamsin@ferreira.example' } }])
  expect(await screen.findByRole('button', { name: /Send again in/ })).toBeDisabled()
})

it('links to a new recovery when the link has expired', async () => {
  refuseAuth(...expired)
  const { user } = openToken('recovery')
  await user.click(await button('Continue'))
  await see(`${onceOnly} Request a new one; your password has not changed.`)
  await seeLink('Back to Sign In', '/auth?mode=signin')
  await user.click(screen.getByRole('link', { name: 'Send a new link' }))
  expect(await redirectedTo('/auth?mode=forgot')).toBeVisible()
})

it('accepts a session in the fragment (D15)', async () => {
  openFragment(fragmentSession('signup'), '/dashboard')
  await seeToast(...confirmed)
  expect(await redirectedTo('/dashboard')).toBeVisible()
  expect(currentSession()).toMatchObject({ user: { id: 'person-1' }, recovering: false })
})

it('shows any other error of the fragment as a toast', async () => {
  openFragment('error=server_error&error_code=unexpected_failure&error_description=Error+confirming+user')
  await seeToast('Authentication Error', 'Error confirming user')
  expect(await redirectedTo('/auth?mode=signin')).toBeVisible()
})

it("asks before another user's link replaces the session", async () => {
  await signInAs('odile@brandt.example', 'person-2')
  const { user } = openFragment(fragmentSession('signup', 'attacker@example.test'))
  const question =
    'You are signed in as odile@brandt.example. Continuing signs you in to attacker@example.test instead.'
  expect(await screen.findByText(question)).toBeVisible()
  expect(currentSession()).toMatchObject({ user: { id: 'person-2' } })

  await user.click(screen.getByRole('link', { name: 'Stay signed in as odile@brandt.example' }))
  expect(await redirectedTo('/dashboard')).toBeVisible()
  expect(currentSession()).toMatchObject({ user: { id: 'person-2' } })
})

it("opens the user's own recovery directly", async () => {
  await signInAs('tamsin@ferreira.example', 'person-1')
  openFragment(fragmentSession('recovery'))
  expect(await redirectedTo('/auth?mode=new-password')).toBeVisible()
})

it('rejects a session that the server does not know', async () => {
  const fragment = fragmentSession('signup')
  refuseUser('invalid JWT')
  openFragment(fragment)
  await seeToast('Authentication Error', 'invalid JWT')
  expect(currentSession().status).toBe('signed-out')
})

it('rejects an expired token without renewing it', async () => {
  await signInAs('tamsin@ferreira.example', 'person-1')
  const renewals = respondToAuth('token', sessionAnswer('attacker@example.test', 'person-9'))
  refuseUser('token is expired')
  const claims = btoa(JSON.stringify({ sub: 'person-1', exp: 1 })).replaceAll('=', '')
  openFragment(`access_token=e30.${claims}.c2ln&refresh_token=foreign&type=signup`)
  await seeToast('Authentication Error', 'token is expired')
  expect(renewals).toEqual([])
  expect(currentSession()).toMatchObject({ user: { id: 'person-1' } })
})

it('names the signed-in user before opening a link, and stays signed in when it has expired', async () => {
  await signInAs('odile@brandt.example', 'person-2')
  refuseAuth(...expired)
  const { user } = openToken('signup')
  const question =
    'You are signed in as odile@brandt.example. Continuing signs you in to the account that this link was sent to instead.'
  expect(await screen.findByText(question)).toBeVisible()
  await user.click(await button('Confirm email'))
  await see(`${onceOnly} You are signed in as odile@brandt.example.`)
  await seeLink('Open your dashboard', '/dashboard')
})
