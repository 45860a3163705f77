import { screen } from '@testing-library/react'
import { expectToast, holdAnswers, openAuth, serverIsGone, untilReleased } from '@tests/support/auth-api'
import { sessionAnswer, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { beginRecovery, currentSession } from '@/entities/session/session'

type Options = { user?: { status: number; body: object }; logout?: number }

function serve({ user = { status: 200, body: sessionAnswer().user }, logout = 204 }: Options = {}) {
  const calls: string[] = []
  server.use(
    http.put('*/auth/v1/user', async ({ request }) => {
      calls.push(JSON.stringify(await request.json()))
      await untilReleased()
      return HttpResponse.json(user.body, { status: user.status })
    }),
    http.post('*/auth/v1/logout', ({ request }) => {
      calls.push(`logout ${new URL(request.url).searchParams.get('scope')}`)
      return new HttpResponse(null, { status: logout })
    }),
  )
  return calls
}

const samePassword = {
  status: 422,
  body: {
    code: 422,
    error_code: 'same_password',
    msg: 'New password should be different from the old password.',
  },
}

async function recover() {
  await signInAs()
  beginRecovery()
  return openAuth('/auth?mode=new-password')
}

async function save(password: string, repeat = password) {
  const { user } = await recover()
  if (password) await user.type(await screen.findByLabelText('New password'), password)
  if (repeat) await user.type(screen.getByLabelText('Repeat the new password'), repeat)
  await user.click(screen.getByRole('button', { name: 'Save new password' }))
  return user
}

it('is shown although one is signed in, in whatever mode, until the password is set (D14)', async () => {
  await signInAs()
  beginRecovery()
  openAuth('/auth')
  expect(await screen.findByRole('heading', { name: 'Set a new password' })).toBeVisible()
  expect(screen.getByText(/tamsin@ferreira.example/)).toBeVisible()
})

it('is not shown without a recovery', async () => {
  openAuth('/auth?mode=new-password')
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

it('saves the password, ends the other sessions, says Password Updated and opens the dashboard', async () => {
  const calls = serve()
  const release = holdAnswers()
  await save('a new password')
  expect(await screen.findByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-disabled', 'true')
  release()
  await expectToast('Password Updated', 'Other devices are signed out.')
  expect(await screen.findByText('elsewhere: /dashboard')).toBeVisible()
  expect(calls).toEqual([expect.stringContaining('"password":"a new password"'), 'logout others'])
  expect(currentSession()).toMatchObject({ status: 'signed-in', recovering: false })
})

it('takes the same password on a retry for the success of a try whose answer was lost', async () => {
  serve({ user: samePassword })
  server.use(http.put('*/auth/v1/user', () => HttpResponse.error(), { once: true }))
  const user = await save('a new password')
  await expectToast('Reset Password Error', 'An unexpected error occurred')
  await user.click(screen.getByRole('button', { name: 'Save new password' }))
  await expectToast('Password Updated', 'Other devices are signed out.')
  expect(currentSession()).toMatchObject({ recovering: false })
})

it('does not claim that the other sessions ended when they did not', async () => {
  serve({ logout: 500 })
  await save('a new password')
  await expectToast('Password Updated', 'Other devices could not be signed out and may still be signed in.')
})

it('requires both, and the same twice', async () => {
  await save('', '')
  expect(await screen.findByText('Enter a password.')).toBeVisible()
  expect(screen.getByText('Repeat the new password.')).toBeVisible()
})

it('says that one is missing and that the other is not the same in one pass', async () => {
  await save('', 'another password')
  expect(await screen.findByText('Enter a password.')).toBeVisible()
  expect(screen.getByText('The two passwords are not the same.')).toBeVisible()
  expect(screen.getByLabelText('New password')).toHaveFocus()
})

it('refuses two different passwords', async () => {
  await save('a new password', 'another password')
  expect(await screen.findByLabelText('Repeat the new password')).toHaveAccessibleDescription(
    'The two passwords are not the same.',
  )
})

it.each([
  ['weak_password', 'Password should be at least 10 characters.'],
  ['same_password', 'New password should be different from the old password.'],
])('shows %s at the field and as a toast, and loses nothing', async (error_code, msg) => {
  serve({ user: { status: 422, body: { code: 422, error_code, msg } } })
  await save('short')
  await expectToast('Reset Password Error', msg)
  expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(msg)
  expect(screen.getByLabelText('New password')).toHaveValue('short')
})

it('surfaces a missing session as its message', async () => {
  serve({ user: { status: 403, body: { code: 403, error_code: 'session_not_found', msg: 'gone' } } })
  await save('a new password')
  await expectToast('Reset Password Error', 'Auth session missing!')
})

it('says at the form that the server cannot be reached', async () => {
  serverIsGone('auth/v1/user')
  await save('a new password')
  await expectToast('Reset Password Error', 'An unexpected error occurred')
  expect(screen.getByRole('alert')).toHaveTextContent(
    'The server cannot be reached. Check your connection and try again.',
  )
  expect(screen.getByLabelText('New password')).toHaveValue('a new password')
})

it('can be given up: Back to Sign In ends the session that the link opened', async () => {
  const calls = serve()
  const { user } = await recover()
  await user.click(await screen.findByRole('button', { name: 'Back to Sign In' }))
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(calls).toEqual(['logout local'])
  expect(currentSession().status).toBe('signed-out')
})
