import { screen, waitFor } from '@testing-library/react'
import { expectToast, holdResponses, openAuth, servePasswordChange } from '@tests/support/auth-api'
import { signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { beginRecovery, currentSession } from '@/entities/session/session'

const samePassword = {
  error_code: 'same_password',
  msg: 'New password should be different from the old password.',
}

async function recover() {
  await signInAs()
  beginRecovery()
  const { user } = openAuth('/auth')
  await screen.findByRole('heading', { name: 'Set a new password' })
  return user
}

const submit = (user: Awaited<ReturnType<typeof recover>>) =>
  user.click(screen.getByRole('button', { name: 'Save new password' }))

async function save(password: string, repeat = password) {
  const user = await recover()
  if (password) await user.type(screen.getByLabelText('New password'), password)
  if (repeat) await user.type(screen.getByLabelText('Repeat the new password'), repeat)
  await submit(user)
  return user
}

it('is not shown without a recovery', async () => {
  openAuth('/auth?mode=new-password')
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

it('saves the password, ends the other sessions and opens the dashboard (D14)', async () => {
  const calls = servePasswordChange()
  const release = holdResponses()
  await save('a new password')
  expect(screen.getByText(/tamsin@ferreira.example/)).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-disabled', 'true')
  release()
  await expectToast('Password Updated', 'Other devices are signed out.')
  expect(await screen.findByText('elsewhere: /dashboard')).toBeVisible()
  expect(calls).toEqual(['set a new password', 'end others'])
  expect(currentSession()).toMatchObject({ status: 'signed-in', recovering: false })
})

it('treats the same password on a retry as the success of an attempt without a response', async () => {
  servePasswordChange({ refusal: samePassword })
  // auth-js also logs it.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.use(http.put('*/auth/v1/user', () => HttpResponse.error(), { once: true }))
  const user = await save('a new password')
  await expectToast('Reset Password Error', 'An unexpected error occurred')
  expect(screen.getByRole('alert')).toHaveTextContent(/^The server cannot be reached\./)
  expect(screen.getByLabelText('New password')).toHaveValue('a new password')
  await submit(user)
  await expectToast('Password Updated', 'Other devices are signed out.')
  expect(currentSession()).toMatchObject({ recovering: false })
})

it('reports that the other sessions could not be ended', async () => {
  servePasswordChange({ logout: 500 })
  await save('a new password')
  await expectToast('Password Updated', 'Other devices could not be signed out and may still be signed in.')
})

it.each([
  ['', '', 'Enter a password.', 'Repeat the new password.'],
  ['', 'another password', 'Enter a password.', 'The two passwords are not the same.'],
  ['a new password', 'another password', /^At least/, 'The two passwords are not the same.'],
])('validates "%s" and "%s" in one pass', async (password, repeat, first, second) => {
  await save(password, repeat)
  expect(await screen.findByText(second)).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(first))
  expect(screen.getByLabelText(password ? 'Repeat the new password' : 'New password')).toHaveFocus()
})

it.each([{ error_code: 'weak_password', msg: 'Password should be at least 10 characters.' }, samePassword])(
  'shows $error_code as a toast and at the field, keeping the input',
  async (refusal) => {
    servePasswordChange({ refusal })
    await save('short')
    await expectToast('Reset Password Error', refusal.msg)
    await waitFor(() =>
      expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(refusal.msg),
    )
    expect(screen.getByLabelText('New password')).toHaveValue('short')
  },
)

it('ends the session of the link with Back to Sign In', async () => {
  const calls = servePasswordChange()
  const user = await recover()
  await user.click(screen.getByRole('button', { name: 'Back to Sign In' }))
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(calls).toEqual(['end local'])
  expect(currentSession().status).toBe('signed-out')
})
