import { screen } from '@testing-library/react'
import { expectToast, inviteAnswers, openAuth } from '@tests/support/auth-api'
import { goOffline } from '@tests/support/offline'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it, onTestFinished, vi } from 'vitest'

const unexpected = 'An unexpected error occurred'
const unreachable = 'The server cannot be reached. Check your connection and try again.'
const offline = 'You are offline, so nothing was sent. Try again once you are back.'

const failures = {
  'a lost connection': { fail: answers(() => HttpResponse.error()), reason: unreachable },
  'a gateway that gave up': {
    fail: answers(() => HttpResponse.html('<h1>502</h1>', { status: 502 })),
    reason: unreachable,
  },
  'a broken server': { fail: answers(() => HttpResponse.json({}, { status: 500 })), reason: undefined },
  'no answer of the server': {
    fail: answers(() => HttpResponse.html('<h1>Hotel network</h1>')),
    reason: unreachable,
  },
  'a browser that is offline': { fail: () => void goOffline(), reason: offline },
}
type Failure = keyof typeof failures

function answers(answer: () => Response) {
  return (call: string) => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => quiet.mockRestore())
    server.use(http.post(`*/${call}`, answer))
  }
}

const forms = {
  'Sign In Error': {
    route: '/auth?mode=signin',
    call: 'auth/v1/token',
    typed: { Email: 'tamsin@ferreira.example', Password: 'a secret' },
    button: 'Sign In',
  },
  'Sign Up Error': {
    route: '/auth?invite=WELCOME001',
    call: 'auth/v1/signup',
    typed: {
      'Full name': 'Tamsin Ferreira',
      Email: 'tamsin@ferreira.example',
      Phone: '+351 912',
      Password: 'a secret',
    },
    button: 'Create Account & Get 25 Tokens',
  },
  'Reset Password Error': {
    route: '/auth?mode=forgot',
    call: 'auth/v1/recover',
    typed: { Email: 'tamsin@ferreira.example' },
    button: 'Send Reset Instructions',
  },
}
type Title = keyof typeof forms

const cases = Object.keys(forms).flatMap((title) =>
  Object.keys(failures).map((failure) => [title, failure] as [Title, Failure]),
)

it.each(cases)('says the specified %s after %s, and more at the form', async (title, failure) => {
  inviteAnswers([{ is_valid: true }])
  const { route, call, typed, button } = forms[title]
  const { fail, reason } = failures[failure]
  const { user } = openAuth(route)
  await screen.findByRole('button', { name: button })
  for (const [label, text] of Object.entries(typed)) await user.type(screen.getByLabelText(label), text)
  fail(call)
  await user.click(screen.getByRole('button', { name: button }))

  await expectToast(title, unexpected)
  if (reason) expect(screen.getByRole('alert')).toHaveTextContent(reason)
  else expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  for (const [label, text] of Object.entries(typed)) {
    expect(screen.getByLabelText(label)).toHaveValue(text)
    expect(screen.getByLabelText(label)).toBeValid()
  }
})

const unable = 'Unable to validate invite code.'
const error = 'Error validating invite code.'

it.each<[string, Failure, string]>([
  [error, 'a lost connection', unreachable],
  [unable, 'a gateway that gave up', unreachable],
  [unable, 'a broken server', unable],
  [error, 'no answer of the server', unreachable],
  [error, 'a browser that is offline', offline],
])(
  'says the specified Invite Code Error (%s) after %s, and more at the field',
  async (sentence, failure, reason) => {
    const { user } = openAuth()
    await user.type(await screen.findByLabelText('Invite code'), 'WELCOME001')
    failures[failure].fail('rest/v1/rpc/validate_invite_code')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await expectToast('Invite Code Error', sentence)
    expect(screen.getByLabelText('Invite code')).toHaveAccessibleDescription(reason)
  },
)
