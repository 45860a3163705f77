import { screen } from '@testing-library/react'
import { authAnswers, authRefuses, expectToast, holdAnswers, openAuth } from '@tests/support/auth-api'
import { expect, it } from 'vitest'

async function ask(email = 'tamsin@ferreira.example') {
  const { user } = openAuth('/auth?mode=forgot')
  await user.type(await screen.findByLabelText('Email'), email)
  await user.click(screen.getByRole('button', { name: 'Send Reset Instructions' }))
  return user
}

it('sends the reset email and shows sign in', async () => {
  const calls = authAnswers('recover', {})
  const release = holdAnswers()
  await ask()
  expect(await screen.findByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true')
  release()
  await expectToast('Password Reset Sent', 'Check your email for password reset instructions.')
  expect(calls).toMatchObject([
    { redirectTo: 'http://localhost:3000/auth/callback', body: { email: 'tamsin@ferreira.example' } },
  ])
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('tamsin@ferreira.example')
})

it('requires an email and links back to sign in', async () => {
  const { user } = openAuth('/auth?mode=forgot')
  await user.click(await screen.findByRole('button', { name: 'Send Reset Instructions' }))
  expect(await screen.findByText('Enter your email address.')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Back to Sign In' }))
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

it.each([
  ['over_email_send_rate_limit', 'For security purposes, wait 37 seconds.', 429, ''],
  ['email_address_invalid', 'Email address is invalid', 400, 'Email address is invalid'],
])(
  'shows the error %s as a toast, and an invalid address at its field',
  async (code, message, status, problem) => {
    authRefuses('recover', code, message, status)
    await ask()
    await expectToast('Reset Password Error', message)
    const email = screen.getByLabelText('Email')
    expect(email).toHaveAccessibleDescription(problem)
    expect(email).toHaveValue('tamsin@ferreira.example')
  },
)
