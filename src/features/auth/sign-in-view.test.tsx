import { screen, waitFor, within } from '@testing-library/react'
import {
  authAnswers,
  authRefuses,
  expectToast,
  holdAnswers,
  openAuth,
  roleAnswers,
} from '@tests/support/auth-api'
import { profile } from '@tests/support/builders'
import { sessionAnswer, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it, onTestFinished, vi } from 'vitest'

async function typeIn(route = '/auth?mode=signin') {
  const { user } = openAuth(route)
  await user.type(await screen.findByLabelText('Email'), ' tamsin@ferreira.example ')
  await user.type(screen.getByLabelText('Password'), ' my secret ')
  return user
}

async function signIn(route?: string) {
  const user = await typeIn(route)
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  return user
}

it('signs in, says Welcome back! and opens the dashboard', async () => {
  const calls = authAnswers('token', sessionAnswer())
  await signIn()
  await expectToast('Welcome back!', 'Successfully signed in.')
  expect(await screen.findByText('elsewhere: /dashboard')).toBeVisible()
  expect(calls[0]?.body).toMatchObject({ email: 'tamsin@ferreira.example', password: ' my secret ' })
})

it('opens the requested page (D17)', async () => {
  authAnswers('token', sessionAnswer())
  await signIn('/auth?mode=signin&next=%2Fdashboard%2Forders%3Fq%3Dx')
  expect(await screen.findByText('elsewhere: /dashboard/orders?q=x')).toBeVisible()
})

it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'never leaves for %s',
  async (next) => {
    await signInAs()
    openAuth(`/auth?mode=signin&next=${encodeURIComponent(next)}`)
    expect(await screen.findByText('elsewhere: /dashboard')).toBeVisible()
  },
)

it.each(['user', 'admin'] as const)(
  'sends whoever is signed in already to the dashboard, whatever the role: %s',
  async (role) => {
    await signInAs()
    openAuth('/auth')
    roleAnswers(role)
    expect(await screen.findByText('elsewhere: /dashboard')).toBeVisible()
  },
)

it('leads an admin who signs in to /admin, and shows no other page before the role is known', async () => {
  authAnswers('token', sessionAnswer())
  const user = await typeIn()
  let release = () => {}
  const known = new Promise<void>((resolve) => {
    release = resolve
  })
  server.use(
    http.get('*/rest/v1/profiles', async () => {
      await known
      return HttpResponse.json(profile({ role: 'admin' }))
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(await screen.findByText('Opening your account')).toBeInTheDocument()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(screen.queryByText(/^elsewhere:/)).not.toBeInTheDocument()
  release()
  expect(await screen.findByText('elsewhere: /admin')).toBeVisible()
})

it.each([
  ['the page that was asked for', '/dashboard/orders?q=x', '/dashboard/orders?q=x'],
  ['the dashboard, where that was asked for', '/dashboard', '/dashboard'],
  ['/admin, where another site was asked for', '//evil.example', '/admin'],
])('leads an admin who signs in to %s', async (_page, next, place) => {
  authAnswers('token', sessionAnswer())
  const user = await typeIn(`/auth?mode=signin&next=${encodeURIComponent(next)}`)
  roleAnswers('admin')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(await screen.findByText(`elsewhere: ${place}`)).toBeVisible()
})

it('opens the dashboard when the profile cannot be loaded', async () => {
  authAnswers('token', sessionAnswer())
  const user = await typeIn()
  server.use(http.get('*/rest/v1/profiles', () => HttpResponse.json({ message: 'no' }, { status: 400 })))
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(await screen.findByText('elsewhere: /dashboard')).toBeVisible()
})

it('requires both fields', async () => {
  const { user } = openAuth('/auth?mode=signin')
  await user.click(await screen.findByRole('button', { name: 'Sign In' }))
  expect(await screen.findByText('Enter your email address.')).toBeVisible()
  expect(screen.getByText('Enter your password.')).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveFocus()
})

it("shows the server's message, busy while it waits, and loses nothing", async () => {
  authRefuses('token', 'invalid_credentials', 'Invalid login credentials')
  const release = holdAnswers()
  await signIn()
  expect(await screen.findByRole('button', { name: 'Signing in...' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  release()
  await expectToast('Sign In Error', 'Invalid login credentials')
  expect(screen.getByLabelText('Password')).toHaveValue(' my secret ')
  expect(screen.queryByText('Confirm your email first')).not.toBeInTheDocument()
})

it('marks both fields of a refused sign-in, and does not tell which of the two was wrong', async () => {
  const words = 'Invalid login credentials'
  authRefuses('token', 'invalid_credentials', words)
  const user = await signIn()
  await expectToast('Sign In Error', words)
  const [email, password] = [screen.getByLabelText('Email'), screen.getByLabelText('Password')]
  for (const field of [email, password]) {
    expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(field).toHaveAccessibleDescription(words)
  }
  expect(within(screen.getByRole('main')).getAllByText(words)).toHaveLength(1)
  expect(password).toHaveFocus()

  await user.clear(email)
  await user.type(email, 'odile@brandt.example')
  await waitFor(() => {
    for (const field of [email, password]) {
      expect(field).not.toHaveAttribute('aria-invalid')
      expect(field).toHaveAccessibleDescription('')
    }
  })
})

it.each([
  ['email_not_confirmed', 400],
  ['over_request_rate_limit', 429],
])('marks no field where none is wrong: %s', async (code, status) => {
  authRefuses('token', code, 'a sentence of the server', status)
  await signIn()
  await expectToast('Sign In Error', 'a sentence of the server')
  expect(screen.getByLabelText('Email')).not.toHaveAttribute('aria-invalid')
  expect(screen.getByLabelText('Password')).not.toHaveAttribute('aria-invalid')
})

it('forgets a refusal once signing in worked', async () => {
  authRefuses('token', 'invalid_credentials', 'Invalid login credentials')
  const user = await signIn()
  await expectToast('Sign In Error', 'Invalid login credentials')
  authAnswers('token', sessionAnswer())
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  await expectToast('Welcome back!', 'Successfully signed in.')
  await waitFor(() => expect(screen.queryByText('Sign In Error')).not.toBeInTheDocument())
})

it('falls back to a generic message', async () => {
  authAnswers('token', {}, 500)
  await signIn()
  await expectToast('Sign In Error', 'An unexpected error occurred')
})

it('offers a new link to whoever has not confirmed, then counts a minute that outlives the view (D15)', async () => {
  authRefuses('token', 'email_not_confirmed', 'Email not confirmed')
  const calls = authAnswers('resend', {})
  const user = await signIn()
  await expectToast('Sign In Error', 'Email not confirmed')
  expect(screen.getByRole('alert')).toHaveTextContent('We sent a link to tamsin@ferreira.example.')

  await user.click(screen.getByRole('button', { name: 'Send a new link' }))
  await expectToast('Link sent', 'Please check your email to confirm your account.')
  expect(calls).toMatchObject([
    {
      redirectTo: 'http://localhost:3000/dashboard',
      body: { type: 'signup', email: 'tamsin@ferreira.example' },
    },
  ])
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
  authRefuses('token', 'email_not_confirmed', 'Email not confirmed')
  await signIn()
  expect(await screen.findByRole('button', { name: 'Send again in 1 s' })).toBeDisabled()
  vi.setSystemTime(now + 1_000)
  expect(await screen.findByRole('button', { name: 'Send a new link' })).toBeEnabled()
})

it('starts the cooldown when the server enforces one', async () => {
  const words = 'For security purposes, you can only request this after 41 seconds.'
  authRefuses('token', 'email_not_confirmed', 'Email not confirmed')
  authRefuses('resend', 'over_email_send_rate_limit', words, 429)
  const user = await signIn()
  await user.click(await screen.findByRole('button', { name: 'Send a new link' }))
  await expectToast('Error', words)
  expect(await screen.findByRole('button', { name: /Send again in/ })).toBeDisabled()
})
