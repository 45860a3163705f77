import { screen, waitFor, within } from '@testing-library/react'
import { authAnswers, authRefuses, expectToast, serverIsGone } from '@tests/support/auth-api'
import { goOffline } from '@tests/support/offline'
import { renderPage, sessionAnswer, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast, toastsTitled } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { currentSession } from '@/entities/session/session'
import { Security } from './security'

beforeEach(() => signInAs())

/** Knows one password, takes any other new one than `refusal` speaks of, and records what was asked. */
function serveAuth({
  refusal,
  logout = 204,
  lost = false,
}: {
  refusal?: { error_code: string; msg: string }
  logout?: number
  /** The first new password is taken, and nobody hears of it. */
  lost?: boolean
} = {}) {
  const calls: string[] = []
  let known = 'the current one'
  server.use(
    http.post('*/auth/v1/token', async ({ request }) => {
      const { email, password } = (await request.json()) as { email: string; password: string }
      calls.push(`sign in ${email}`)
      return password === known
        ? HttpResponse.json(sessionAnswer())
        : HttpResponse.json(
            { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login' },
            { status: 400 },
          )
    }),
    http.put('*/auth/v1/user', async ({ request }) => {
      const { password } = (await request.json()) as { password: string }
      calls.push(`set ${password}`)
      if (lost && known !== password) {
        known = password
        return HttpResponse.error()
      }
      return refusal
        ? HttpResponse.json({ code: 422, ...refusal }, { status: 422 })
        : HttpResponse.json(sessionAnswer().user)
    }),
    http.post('*/auth/v1/logout', ({ request }) => {
      calls.push(`end ${new URL(request.url).searchParams.get('scope')}`)
      return new HttpResponse(null, { status: logout })
    }),
  )
  return calls
}

async function openChange() {
  const { user } = renderPage(<Security />)
  await user.click(await screen.findByRole('button', { name: 'Change password' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change password', busy: false })
  const field = (label: string) => within(dialog).getByLabelText(label)
  const save = () => user.click(within(dialog).getByRole('button', { name: 'Save new password' }))
  return { user, dialog, field, save }
}

async function change(current: string, password: string, repeat = password) {
  const opened = await openChange()
  await opened.user.type(opened.field('Current password'), current)
  await opened.user.type(opened.field('New password'), password)
  await opened.user.type(opened.field('Repeat the new password'), repeat)
  await opened.save()
  return opened
}

it('changes the password of whoever knows the current one, and ends the other sessions', async () => {
  const calls = serveAuth()
  const { dialog } = await change('the current one', 'a better password')
  await seeToast('Password Updated', 'Other devices are signed out.')
  expect(calls).toEqual(['sign in tamsin@ferreira.example', 'set a better password', 'end others'])
  expect(dialog).not.toBeInTheDocument()
  expect(currentSession().status).toBe('signed-in')
})

it('does not claim that the other sessions ended when they did not', async () => {
  serveAuth({ logout: 500 })
  await change('the current one', 'a better password')
  await seeToast('Password Updated', 'Other devices could not be signed out and may still be signed in.')
})

it('finds on a retry that a try whose answer was lost had set it', async () => {
  const calls = serveAuth({ lost: true })
  const { dialog, save } = await change('the current one', 'a better password')
  await seeToast('Update Failed', 'The server cannot be reached. Check your connection and try again.')
  await save()
  await seeToast('Password Updated', 'Other devices are signed out.')
  expect(dialog).not.toBeInTheDocument()
  expect(calls.slice(-3)).toEqual([
    'sign in tamsin@ferreira.example',
    'sign in tamsin@ferreira.example',
    'end others',
  ])
})

it('says at its field that the current password is wrong, and changes nothing', async () => {
  const calls = serveAuth()
  const { field } = await change('a wrong one', 'a better password')
  await waitFor(() =>
    expect(field('Current password')).toHaveAccessibleDescription('This is not your current password.'),
  )
  expect(field('Current password')).toHaveFocus()
  expect(field('New password')).toHaveValue('a better password')
  expect(calls).toEqual(['sign in tamsin@ferreira.example'])
  expect(toastsTitled('Update Failed')).toBe(0)
})

it.each([
  ['weak_password', 'Password should be at least 10 characters.'],
  ['same_password', 'New password should be different from the old password.'],
])('says at the new password why it is refused: %s', async (error_code, msg) => {
  serveAuth({ refusal: { error_code, msg } })
  const { field } = await change('the current one', 'short')
  await waitFor(() => expect(field('New password')).toHaveAccessibleDescription(msg))
  expect(field('New password')).toHaveFocus()
  expect(field('Current password')).toHaveValue('the current one')
})

it('asks for all three, and for the same twice, and sends nothing', async () => {
  const calls = serveAuth()
  const { user, field, save } = await openChange()
  await save()
  expect(await screen.findByText('Enter your current password.')).toBeVisible()
  expect(screen.getByText('Enter a password.')).toBeVisible()
  expect(screen.getByText('Repeat the new password.')).toBeVisible()
  expect(field('Current password')).toHaveFocus()
  await user.type(field('Current password'), 'the current one')
  await user.type(field('New password'), 'a better password')
  await user.type(field('Repeat the new password'), 'a better passwort')
  await save()
  expect(await screen.findByText('The two passwords are not the same.')).toBeVisible()
  expect(calls).toEqual([])
})

it('says Update Failed, and keeps what was typed, for everything else', async () => {
  serveAuth()
  authRefuses('token', 'over_request_rate_limit', 'Request rate limit reached', 429)
  const { field } = await change('the current one', 'a better password')
  await seeToast('Update Failed', 'Request rate limit reached')
  expect(field('Current password')).toHaveValue('the current one')
})

it('refuses to change the password offline, with the reason', async () => {
  const calls = serveAuth()
  goOffline()
  await change('the current one', 'a better password')
  await seeToast('Update Failed', 'You are offline, so nothing was sent. Try again once you are back.')
  expect(calls).toEqual([])
})

it('sends reset instructions to whoever forgot the current one', async () => {
  const calls = authAnswers('recover', {})
  const { user, dialog } = await openChange()
  await user.click(within(dialog).getByRole('button', { name: 'Send reset instructions' }))
  await seeToast('Password Reset Sent', 'Check your email for password reset instructions.')
  expect(calls).toMatchObject([{ body: { email: 'tamsin@ferreira.example' } }])
})

async function leaveEverywhere() {
  const { user } = renderPage(<Security />)
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  const dialog = await screen.findByRole('dialog', { name: 'Sign out everywhere?', busy: false })
  expect(dialog).toHaveTextContent(
    'You are signed out here at once, and on every other device within the hour. To come back you need your password.',
  )
  return { user, dialog, confirm: within(dialog).getByRole('button', { name: 'Sign out everywhere' }) }
}

it('signs out everywhere once that is confirmed', async () => {
  const calls = serveAuth()
  const { user, confirm } = await leaveEverywhere()
  expect(calls).toEqual([])
  await user.click(confirm)
  await seeToast('Signed out', 'You have been successfully signed out.')
  expect(calls).toEqual(['end global'])
  expect(currentSession()).toEqual({ status: 'signed-out', left: true })
})

it('keeps every session where one cancels', async () => {
  const calls = serveAuth()
  const { user, dialog } = await leaveEverywhere()
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(dialog).not.toBeInTheDocument()
  expect(calls).toEqual([])
})

it.each([
  [
    'the server fails',
    () => serveAuth({ logout: 500 }),
    'You are still signed in everywhere. Please try again.',
  ],
  [
    'the server cannot be reached',
    () => serverIsGone('auth/v1/logout'),
    'The server cannot be reached. Check your connection and try again.',
  ],
  [
    'the browser is offline',
    () => goOffline(),
    'You are offline, so nothing was sent. Try again once you are back.',
  ],
])(
  'says Sign Out Error, why in the dialog, and stays signed in where %s',
  async (_case, arrange, sentence) => {
    arrange()
    const { user, dialog, confirm } = await leaveEverywhere()
    await user.click(confirm)
    await expectToast('Sign Out Error', 'An unexpected error occurred')
    expect(within(dialog).getByRole('alert')).toHaveTextContent(sentence)
    expect(currentSession().status).toBe('signed-in')
  },
)
