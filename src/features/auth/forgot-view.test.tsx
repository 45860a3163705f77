import { screen } from '@testing-library/react'
import { authAnswers, authRefuses, expectToast, holdAnswers, openAuth } from '@tests/support/auth-api'
import { expect, it } from 'vitest'

async function ask(email = 'tamsin@ferreira.example') {
  const { user } = openAuth('/auth?mode=forgot')
  await user.type(await screen.findByLabelText('Email'), email)
  await user.click(screen.getByRole('button', { name: 'Send Reset Instructions' }))
  return user
}

it('sends the mail that leads to the callback, says so, and shows sign in', async () => {
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

it('requires an email, and leads back to sign in', async () => {
  const { user } = openAuth('/auth?mode=forgot')
  await user.click(await screen.findByRole('button', { name: 'Send Reset Instructions' }))
  expect(await screen.findByText('Enter your email address.')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Back to Sign In' }))
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

it("shows the server's words and stays", async () => {
  const words = 'For security purposes, you can only request this after 37 seconds.'
  authRefuses('recover', 'over_email_send_rate_limit', words, 429)
  await ask()
  await expectToast('Reset Password Error', words)
  expect(screen.getByLabelText('Email')).toHaveValue('tamsin@ferreira.example')
})

it('shows a refused address at its field', async () => {
  authRefuses('recover', 'email_address_invalid', 'Email address is invalid', 400)
  await ask()
  await expectToast('Reset Password Error', 'Email address is invalid')
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email address is invalid')
})
