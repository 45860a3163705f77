import { screen, waitFor, within } from '@testing-library/react'
import {
  expectToast,
  failNetwork,
  refuseAuth,
  respondToAuth,
  servePasswordChange,
} from '@tests/support/auth-api'
import { serveFactors, storeSessionWith } from '@tests/support/factors'
import { goOffline } from '@tests/support/offline'
import { renderPage, sessionAnswer, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast, toastsTitled } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { currentSession } from '@/entities/session/session'
import { Security } from './security'

beforeEach(() => signInAs())

type Options = Parameters<typeof servePasswordChange>[0] & {
  /** The first new password is saved, but the response is lost. */
  lost?: boolean
}

/** Also accepts sign-ins with the current password. */
function serveAuth({ lost = false, ...options }: Options = {}) {
  const calls = servePasswordChange(options)
  let known = 'the current one'
  const loseResponse = http.put<never, { password: string }>(
    '*/auth/v1/user',
    async ({ request }) => {
      known = (await request.json()).password
      return HttpResponse.error()
    },
    { once: true },
  )
  if (lost) server.use(loseResponse)
  server.use(
    http.post<never, { email: string; password: string }>('*/auth/v1/token', async ({ request }) => {
      const { email, password } = await request.json()
      calls.push(`sign in ${email}`)
      if (password === known) return HttpResponse.json(sessionAnswer())
      return HttpResponse.json({ code: 400, error_code: 'invalid_credentials', msg: 'No' }, { status: 400 })
    }),
  )
  return calls
}

async function openChange() {
  const { user } = renderPage(<Security admin={false} />)
  await user.click(await screen.findByRole('button', { name: 'Change password' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change password', busy: false })
  const field = (label: string) => within(dialog).getByLabelText(label)
  const save = () => user.click(within(dialog).getByRole('button', { name: 'Save new password' }))
  return { user, dialog, field, save }
}

async function change(current: string, password: string, repeat = password) {
  const opened = await openChange()
  if (current) await opened.user.type(opened.field('Current password'), current)
  if (password) await opened.user.type(opened.field('New password'), password)
  if (repeat) await opened.user.type(opened.field('Repeat the new password'), repeat)
  await opened.save()
  return opened
}

it('asks for a code of the chosen authenticator', async () => {
  storeSessionWith(['Telephone', 'Tablet'], 'aal2')
  serveAuth()
  const calls = serveFactors(['Telephone', 'Tablet'])
  const { user, field, save } = await openChange()
  await user.type(field('Current password'), 'the current one')
  await user.type(field('New password'), 'a better password')
  await user.type(field('Repeat the new password'), 'a better password')
  await user.selectOptions(field('Authenticator'), 'Tablet')
  await user.type(field('Code of your authenticator'), '123456')
  await save()
  await waitFor(() => expect(calls).toEqual(['code 123456 of Tablet']))
})

it('changes the password with the current one, and ends the other sessions', async () => {
  const calls = serveAuth()
  const { dialog } = await change('the current one', 'a better password')
  await seeToast('Password Updated', 'Other devices are signed out.')
  expect(calls).toEqual(['sign in tamsin@ferreira.example', 'set a better password', 'end others'])
  expect(dialog).not.toBeInTheDocument()
  expect(currentSession().status).toBe('signed-in')
})

it('succeeds on a retry when an attempt without a response had changed it', async () => {
  // auth-js also logs it.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const calls = serveAuth({ lost: true })
  const { dialog, save } = await change('the current one', 'a better password')
  await seeToast('Update Failed', 'The server cannot be reached. Check your connection and try again.')
  await save()
  await seeToast('Password Updated', 'Other devices are signed out.')
  expect(dialog).not.toBeInTheDocument()
  const signIn = 'sign in tamsin@ferreira.example'
  expect(calls.slice(-3)).toEqual([signIn, signIn, 'end others'])
})

it('shows at its field that the current password is wrong, and changes nothing', async () => {
  const calls = serveAuth()
  const { field } = await change('a wrong one', 'a better password')
  const current = field('Current password')
  await waitFor(() => expect(current).toHaveAccessibleDescription('This is not your current password.'))
  expect(current).toHaveFocus()
  expect(field('New password')).toHaveValue('a better password')
  expect(calls).toEqual(['sign in tamsin@ferreira.example'])
  expect(toastsTitled('Update Failed')).toBe(0)
})

it('shows a refusal at the new password', async () => {
  const msg = 'Password should be at least 10 characters.'
  serveAuth({ refusal: { error_code: 'weak_password', msg } })
  const { field } = await change('the current one', 'short')
  await waitFor(() => expect(field('New password')).toHaveAccessibleDescription(msg))
  expect(field('New password')).toHaveFocus()
  expect(field('Current password')).toHaveValue('the current one')
})

it.each([
  ['', 'Enter a password.', 'Repeat the new password.'],
  ['another', 'Enter a password.', 'The two passwords are not the same.'],
])('validates all fields in one pass, repeated as "%s", and sends nothing', async (repeat, ...errors) => {
  const calls = serveAuth()
  const { field } = await change('', '', repeat)
  const current = field('Current password')
  await waitFor(() => expect(current).toHaveAccessibleDescription('Enter your current password.'))
  await waitFor(() => expect(field('New password')).toHaveAccessibleDescription(errors[0]))
  await waitFor(() => expect(field('Repeat the new password')).toHaveAccessibleDescription(errors[1]))
  expect(current).toHaveFocus()
  expect(calls).toEqual([])
})

it('shows any other error as a toast and keeps the input', async () => {
  serveAuth()
  refuseAuth('token', 'over_request_rate_limit', 'Request rate limit reached', 429)
  const { field } = await change('the current one', 'a better password')
  await seeToast('Update Failed', 'Request rate limit reached')
  expect(field('Current password')).toHaveValue('the current one')
})

it('sends reset instructions', async () => {
  const calls = respondToAuth('recover', {})
  const { user, dialog } = await openChange()
  await user.click(within(dialog).getByRole('button', { name: 'Send reset instructions' }))
  await seeToast('Password Reset Sent', 'Check your email for password reset instructions.')
  expect(calls).toMatchObject([{ body: { email: 'tamsin@ferreira.example' } }])
})

it('says why reset instructions could not be sent', async () => {
  failNetwork('auth/v1/recover')
  const { user, dialog } = await openChange()
  await user.click(within(dialog).getByRole('button', { name: 'Send reset instructions' }))
  expect(await within(dialog).findByText(/connection/)).toBeVisible()
})

async function openSignOutEverywhere() {
  const { user } = renderPage(<Security admin={false} />)
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  const dialog = await screen.findByRole('dialog', { name: 'Sign out everywhere?', busy: false })
  expect(dialog).toHaveTextContent(
    'You are signed out here at once, and on every other device within the hour. To come back you need your password.',
  )
  const press = (name: string) => user.click(within(dialog).getByRole('button', { name }))
  return { dialog, press }
}

it('signs out everywhere after confirmation', async () => {
  const calls = serveAuth()
  const { press } = await openSignOutEverywhere()
  expect(calls).toEqual([])
  await press('Sign out everywhere')
  await seeToast('Signed out', 'You have been successfully signed out.')
  expect(calls).toEqual(['end global'])
  expect(currentSession()).toEqual({ status: 'signed-out', left: true })
})

it.each([
  ['You are still signed in everywhere. Please try again.', () => serveAuth({ logout: 500 })],
  [/^The server cannot be reached\./, () => failNetwork('auth/v1/logout')],
  [/^You are offline, so nothing was sent\./, () => goOffline()],
])('shows Sign Out Error, in the dialog "%s", and stays signed in', async (reason, arrange) => {
  arrange()
  const { dialog, press } = await openSignOutEverywhere()
  await press('Sign out everywhere')
  await expectToast('Sign Out Error', 'An unexpected error occurred')
  expect(within(dialog).getByRole('alert')).toHaveTextContent(reason)
  expect(currentSession().status).toBe('signed-in')
})
