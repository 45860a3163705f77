import { screen, waitFor, within } from '@testing-library/react'
import {
  expectToast,
  holdResponses,
  openAuth,
  refuseAuth,
  respondToAuth,
  serveRole,
} from '@tests/support/auth-api'
import { sessionAnswer, signInAs } from '@tests/support/render'
import { expect, it, onTestFinished, vi } from 'vitest'

async function fillIn(next?: string) {
  const { user } = openAuth(`/auth?mode=signin${next ? `&next=${encodeURIComponent(next)}` : ''}`)
  await user.type(await screen.findByLabelText('Email'), ' tamsin@ferreira.example ')
  await user.type(screen.getByLabelText('Password'), ' my secret ')
  return { user, submit: () => user.click(screen.getByRole('button', { name: 'Sign In' })) }
}

async function signIn() {
  const opened = await fillIn()
  await opened.submit()
  return opened.user
}

const redirectedTo = (path: string) => screen.findByText(`elsewhere: ${path}`)

it('signs in with the trimmed email and shows the welcome toast', async () => {
  const calls = respondToAuth('token', sessionAnswer())
  await signIn()
  await expectToast('Welcome back!', 'Successfully signed in.')
  expect(calls[0]?.body).toMatchObject({ email: 'tamsin@ferreira.example', password: ' my secret ' })
})

it.each([
  ['user', undefined, '/dashboard'],
  ['user', '/dashboard/orders?q=x', '/dashboard/orders?q=x'],
  ['admin', undefined, '/dashboard'],
  ['admin', '/admin', '/admin'],
  ['admin', '//evil.example', '/dashboard'],
] as const)('redirects a %s who requested %s to %s (D17)', async (role, next, path) => {
  respondToAuth('token', sessionAnswer())
  const { submit } = await fillIn(next)
  serveRole(role)
  await submit()
  expect(await redirectedTo(path)).toBeVisible()
})

it('redirects a user who is already signed in to the dashboard, also an admin', async () => {
  await signInAs()
  openAuth('/auth')
  serveRole('admin')
  expect(await redirectedTo('/dashboard')).toBeVisible()
})

it('requires both fields', async () => {
  const { user } = openAuth('/auth?mode=signin')
  await user.click(await screen.findByRole('button', { name: 'Sign In' }))
  expect(await screen.findByText('Enter your email address.')).toBeVisible()
  expect(screen.getByText('Enter your password.')).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveFocus()
})

it('marks both fields of a refused sign-in until one changes, and drops the toast after a success', async () => {
  const message = 'Invalid login credentials'
  refuseAuth('token', 'invalid_credentials', message)
  const release = holdResponses()
  const user = await signIn()
  const busy = await screen.findByRole('button', { name: 'Signing in...' })
  expect(busy).toHaveAttribute('aria-disabled', 'true')
  release()
  await expectToast('Sign In Error', message)
  const fields = [screen.getByLabelText('Email'), screen.getByLabelText('Password')] as const
  for (const field of fields) {
    expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(field).toHaveAccessibleDescription(message)
  }
  expect(within(screen.getByRole('main')).getAllByText(message)).toHaveLength(1)
  expect(fields[1]).toHaveFocus()
  expect(fields[1]).toHaveValue(' my secret ')

  await user.clear(fields[0])
  await user.type(fields[0], 'odile@brandt.example')
  await waitFor(() => {
    for (const field of fields) {
      expect(field).not.toHaveAttribute('aria-invalid')
      expect(field).toHaveAccessibleDescription('')
    }
  })
  respondToAuth('token', sessionAnswer())
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  await expectToast('Welcome back!', 'Successfully signed in.')
  await waitFor(() => expect(screen.queryByText('Sign In Error')).not.toBeInTheDocument())
})

it('offers a new link to an unconfirmed user, with a cooldown that outlives the view (D15)', async () => {
  refuseAuth('token', 'email_not_confirmed', 'Email not confirmed')
  const calls = respondToAuth('resend', {})
  const user = await signIn()
  await expectToast('Sign In Error', 'Email not confirmed')
  expect(screen.getByRole('alert')).toHaveTextContent('We sent a link to tamsin@ferreira.example.')
  expect(screen.getByLabelText('Email')).not.toHaveAttribute('aria-invalid')

  await user.click(screen.getByRole('button', { name: 'Send a new link' }))
  await expectToast('Link sent', 'Please check your email to confirm your account.')
  const redirectTo = 'http://localhost:3000/dashboard'
  expect(calls).toMatchObject([{ redirectTo, body: { type: 'signup', email: 'tamsin@ferreira.example' } }])
  expect(await screen.findByRole('button', { name: /Send again in (60|5\d) s/ })).toBeDisabled()

  await user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
  await user.click(screen.getByRole('link', { name: 'Back to Sign In' }))
  expect(screen.getByRole('button', { name: /Send again in \d+ s/ })).toBeDisabled()
})

it('enables resending after a minute', async () => {
  const now = Date.now()
  vi.setSystemTime(now)
  onTestFinished(() => void vi.useRealTimers())
  sessionStorage.setItem('guildhall-email-sent', String(now - 59_000))
  refuseAuth('token', 'email_not_confirmed', 'Email not confirmed')
  await signIn()
  expect(await screen.findByRole('button', { name: 'Send again in 1 s' })).toBeDisabled()
  vi.setSystemTime(now + 1_000)
  expect(await screen.findByRole('button', { name: 'Send a new link' })).toBeEnabled()
})

it('starts the cooldown when the server enforces one', async () => {
  const message = 'For security purposes, you can only request this after 41 seconds.'
  refuseAuth('token', 'email_not_confirmed', 'Email not confirmed')
  refuseAuth('resend', 'over_email_send_rate_limit', message, 429)
  const user = await signIn()
  await user.click(await screen.findByRole('button', { name: 'Send a new link' }))
  await expectToast('Error', message)
  expect(await screen.findByRole('button', { name: /Send again in/ })).toBeDisabled()
})
