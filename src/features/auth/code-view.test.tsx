import { screen, waitFor } from '@testing-library/react'
import { expectToast, openAuth, respondToAuth } from '@tests/support/auth-api'
import { recoveryCodes, serveFactors, sessionWith } from '@tests/support/factors'
import { refusal } from '@tests/support/member-api'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'

async function signIn(names: string[]) {
  respondToAuth('token', sessionWith(names))
  const { user } = openAuth('/auth?mode=signin')
  await user.type(await screen.findByLabelText('Email'), 'tamsin@ferreira.example')
  await user.type(screen.getByLabelText('Password'), 'the password')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  return user
}

const field = () => screen.findByLabelText('Code')
const submit = () => screen.getByRole('button', { name: 'Continue' })

it('asks for the code after the password, and keeps what was entered when it is wrong', async () => {
  const calls = serveFactors(['Telephone'])
  const user = await signIn(['Telephone'])
  expect(await field()).toHaveAttribute('autocomplete', 'one-time-code')
  expect(screen.queryByText('Welcome back!')).not.toBeInTheDocument()
  await user.click(submit())
  expect(await field()).toHaveAccessibleDescription('Enter the six digits of the code.')
  await user.type(await field(), '111 111')
  await user.click(submit())
  expect(await screen.findByText(/This code is not right/)).toBeInTheDocument()
  expect(await field()).toHaveValue('111 111')
  await user.clear(await field())
  await user.type(await field(), '123 456{Enter}')
  expect(await screen.findByText('elsewhere: /dashboard')).toBeInTheDocument()
  await expectToast('Welcome back!', 'Successfully signed in.')
  expect(calls).toEqual(['code 111111 of Telephone', 'code 123456 of Telephone'])
})

it('offers several authenticators, says when the server is busy, and leads back', async () => {
  serveFactors(['Telephone', 'Tablet'])
  server.use(
    http.post('*/auth/v1/factors/:id/challenge', () =>
      HttpResponse.json({ code: 429, error_code: 'over_request_rate_limit', msg: 'Slow' }, { status: 429 }),
    ),
    http.post('*/auth/v1/logout', () => new HttpResponse(null, { status: 204 })),
  )
  const user = await signIn(['Telephone', 'Tablet'])
  await user.selectOptions(await screen.findByLabelText('Authenticator'), 'Tablet')
  await user.type(await field(), '123456{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many tries. Wait a minute, then try again.')
  await user.click(screen.getByRole('button', { name: 'Back to Sign In' }))
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeInTheDocument()
})

it('takes a recovery code for a lost authenticator, and leads to the profile to add a new one (D54)', async () => {
  const calls = serveFactors(['Telephone'])
  const user = await signIn(['Telephone'])
  await user.click(await screen.findByRole('button', { name: /Use a recovery code/ }))
  expect(screen.getByText(/ask an admin to reset your second factor/)).toBeInTheDocument()
  const recoveryField = screen.getByLabelText('Recovery code')
  await user.click(submit())
  await waitFor(() => expect(recoveryField).toHaveAccessibleDescription('Enter a recovery code.'))
  await user.type(recoveryField, 'WRONG{Enter}')
  expect(await screen.findByText('This recovery code is not right, or was used already.')).toBeInTheDocument()
  expect(recoveryField).toHaveValue('WRONG')
  await user.clear(recoveryField)
  await user.type(recoveryField, ` ${recoveryCodes[0]} {Enter}`)
  expect(await screen.findByText('elsewhere: /dashboard/profile')).toBeInTheDocument()
  await expectToast('Success', 'Your authenticators were removed. Add a new one in your profile.')
  expect(calls).toEqual(['recovery code WRONG', `recovery code ${recoveryCodes[0]}`])
})

it('says when recovery codes were tried too often, and leads back to the authenticator', async () => {
  serveFactors(['Telephone'])
  server.use(http.post('*/rest/v1/rpc/use_recovery_code', () => refusal(429, 'rate_limited', '40')))
  const user = await signIn(['Telephone'])
  await user.click(await screen.findByRole('button', { name: /Use a recovery code/ }))
  await user.type(screen.getByLabelText('Recovery code'), 'ABCD{Enter}')
  expect(await screen.findByText('Too many tries. Wait a minute, then try again.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Use your authenticator' }))
  expect(await field()).toBeInTheDocument()
})

it('is skipped without an authenticator', async () => {
  await signIn([])
  expect(await screen.findByText('elsewhere: /dashboard')).toBeInTheDocument()
})
