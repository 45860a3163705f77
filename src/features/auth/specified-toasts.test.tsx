import { screen, waitFor } from '@testing-library/react'
import { expectToast, failNetwork, openAuth, respondToInvite } from '@tests/support/auth-api'
import { goOffline } from '@tests/support/offline'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it, onTestFinished, vi } from 'vitest'

const unexpected = 'An unexpected error occurred'
const unreachable = 'The server cannot be reached. Check your connection and try again.'
const offline = 'You are offline, so nothing was sent. Try again once you are back.'

function respond(response: () => Response) {
  return (call: string) => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => quiet.mockRestore())
    server.use(http.post(`*/${call}`, response))
  }
}

const failures = {
  'a lost connection': { fail: failNetwork, reason: unreachable },
  'a gateway error': {
    fail: respond(() => HttpResponse.html('<h1>502</h1>', { status: 502 })),
    reason: unreachable,
  },
  'a server error': { fail: respond(() => HttpResponse.json({}, { status: 500 })), reason: undefined },
  'a captive portal': { fail: respond(() => HttpResponse.html('<h1>Hotel</h1>')), reason: unreachable },
  'going offline': { fail: () => void goOffline(), reason: offline },
}
type Failure = keyof typeof failures

const forms = {
  'Sign In Error': {
    route: '/auth?mode=signin',
    call: 'auth/v1/token',
    values: { Email: 'tamsin@ferreira.example', Password: 'a secret' },
    button: 'Sign In',
  },
  'Sign Up Error': {
    route: '/auth?invite=WELCOME001',
    call: 'auth/v1/signup',
    values: { 'Full name': 'Tamsin', Email: 'tamsin@ferreira.example', Phone: '+351', Password: 'a secret' },
    button: 'Create Account & Get 25 Tokens',
  },
  'Reset Password Error': {
    route: '/auth?mode=forgot',
    call: 'auth/v1/recover',
    values: { Email: 'tamsin@ferreira.example' },
    button: 'Send Reset Instructions',
  },
}
type Title = keyof typeof forms

const cases = Object.keys(forms).flatMap((title) =>
  Object.keys(failures).map((failure) => [title, failure] as [Title, Failure]),
)

it.each(cases)('shows the specified %s after %s, and the reason in the form', async (title, failure) => {
  respondToInvite([{ is_valid: true }])
  const { route, call, values, button } = forms[title]
  const { fail, reason } = failures[failure]
  const { user } = openAuth(route)
  await screen.findByRole('button', { name: button })
  for (const [label, text] of Object.entries(values)) await user.type(screen.getByLabelText(label), text)
  fail(call)
  await user.click(screen.getByRole('button', { name: button }))

  await expectToast(title, unexpected)
  if (reason) expect(screen.getByRole('alert')).toHaveTextContent(reason)
  else expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  for (const [label, text] of Object.entries(values)) {
    expect(screen.getByLabelText(label)).toHaveValue(text)
    expect(screen.getByLabelText(label)).toBeValid()
  }
})

const unable = 'Unable to validate invite code.'
const error = 'Error validating invite code.'

it.each<[string, Failure, string]>([
  [error, 'a lost connection', unreachable],
  [unable, 'a gateway error', unreachable],
  [unable, 'a server error', unable],
  [error, 'a captive portal', unreachable],
  [error, 'going offline', offline],
])('shows the specified "%s" after %s, and the reason at the field', async (sentence, failure, reason) => {
  const { user } = openAuth()
  const field = await screen.findByLabelText('Invite code')
  await user.type(field, 'WELCOME001')
  failures[failure].fail('rest/v1/rpc/validate_invite_code')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await expectToast('Invite Code Error', sentence)
  await waitFor(() => expect(field).toHaveAccessibleDescription(reason))
  expect(field).toHaveValue('WELCOME001')
})
