import { screen, waitFor } from '@testing-library/react'
import { expectToast, holdResponses, openAuth, refuseAuth, respondToAuth } from '@tests/support/auth-api'
import { expect, it } from 'vitest'

async function submit(email?: string) {
  const { user } = openAuth('/auth?mode=forgot')
  const field = await screen.findByLabelText('Email')
  if (email) await user.type(field, email)
  await user.click(screen.getByRole('button', { name: 'Send Reset Instructions' }))
  return field
}

it('sends the reset email and shows sign in', async () => {
  const calls = respondToAuth('recover', {})
  const release = holdResponses()
  await submit('tamsin@ferreira.example')
  expect(await screen.findByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true')
  release()
  await expectToast('Password Reset Sent', 'Check your email for password reset instructions.')
  const redirectTo = 'http://localhost:3000/auth/callback'
  expect(calls).toMatchObject([{ redirectTo, body: { email: 'tamsin@ferreira.example' } }])
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('tamsin@ferreira.example')
})

it('requires an email', async () => {
  await submit()
  expect(await screen.findByText('Enter your email address.')).toBeVisible()
})

it.each([
  ['over_email_send_rate_limit', 'For security purposes, wait 37 seconds.', 429, ''],
  ['email_address_invalid', 'Email address is invalid', 400, 'Email address is invalid'],
])('shows %s as a toast, and an invalid address at its field', async (code, message, status, problem) => {
  refuseAuth('recover', code, message, status)
  const field = await submit('tamsin@ferreira.example')
  await expectToast('Reset Password Error', message)
  await waitFor(() => expect(field).toHaveAccessibleDescription(problem))
  expect(field).toHaveValue('tamsin@ferreira.example')
})
