import { act, screen, waitFor } from '@testing-library/react'
import {
  authAnswers,
  authRefuses,
  expectToast,
  holdAnswers,
  inviteAnswers,
  openAuth,
  placesAnswer,
  serverIsGone,
} from '@tests/support/auth-api'
import { afterEach, expect, it, vi } from 'vitest'

const typed = {
  'Full name': 'Tamsin Ferreira',
  Email: 'tamsin@ferreira.example',
  Phone: '+351 912',
  Password: 'long enough',
}
afterEach(() => void vi.useRealTimers())

const submitName = 'Create Account & Get 25 Tokens'

async function openRegister(values: Record<string, string> = typed) {
  inviteAnswers([{ is_valid: true }])
  const { user, unmount } = openAuth('/auth?invite=WELCOME001')
  await screen.findByRole('heading', { name: 'Open your account' })
  for (const [label, value] of Object.entries(values)) {
    await user.click(screen.getByLabelText(label))
    await user.paste(value)
  }
  function submit() {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    return user.click(screen.getByRole('button', { name: submitName }))
  }
  return { user, unmount, submit }
}

/** Advances the timers, which are fake from the submit on. */
const passTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function expectNothingLost() {
  for (const [label, value] of Object.entries(typed)) expect(screen.getByLabelText(label)).toHaveValue(value)
}

it('requires all four fields and focuses the first', async () => {
  const { submit } = await openRegister({})
  await submit()
  expect(await screen.findByText('Enter your full name.')).toBeVisible()
  expect(screen.getByText('Enter your email address.')).toBeVisible()
  expect(screen.getByText('Enter your phone number.')).toBeVisible()
  expect(screen.getByText('Enter a password.')).toBeVisible()
  expect(screen.getByLabelText('Full name')).toHaveFocus()
})

it('says all that is wrong at once, empty or not, and leaves nothing to the browser', async () => {
  const { submit } = await openRegister({ Email: 'tamsin@ferreira', Password: 'long enough' })
  await submit()
  expect(await screen.findByText('Enter your full name.')).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/Enter a complete email address/)
  expect(screen.getByText('Enter your phone number.')).toBeVisible()
  expect(screen.getByLabelText('Password')).not.toHaveAttribute('aria-invalid')
  expect(screen.getByLabelText('Full name')).toHaveFocus()
  expect(screen.getByLabelText('Email').closest('form')).toHaveAttribute('novalidate')
})

it('names invisible and look-alike characters and keeps the input', async () => {
  const odd = { ...typed, 'Full name': 'Tam\u200bsin', Email: 't\u0430msin@ferreira.example' }
  const { submit } = await openRegister(odd)
  await submit()
  await screen.findByText(/invisible character U\+200B/)
  expect(screen.getByLabelText('Full name')).toHaveAccessibleDescription(/invisible character U\+200B/)
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/cannot contain “\u0430” \(U\+0430\)/)
  for (const [label, value] of Object.entries(odd)) expect(screen.getByLabelText(label)).toHaveValue(value)
})

it('signs up, then shows sign in with the email kept, two seconds later (D15)', async () => {
  const calls = authAnswers('signup', { id: 'x', email: typed.Email, identities: [] })
  const { submit } = await openRegister()
  const release = holdAnswers()
  await submit()
  expect(await screen.findByRole('button', { name: 'Creating your account...' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  release()
  await expectToast('Success!', 'Please check your email to confirm your account.')
  expect(calls).toMatchObject([
    {
      redirectTo: 'http://localhost:3000/dashboard',
      body: {
        email: 'tamsin@ferreira.example',
        password: 'long enough',
        data: { name: 'Tamsin Ferreira', phone: '+351 912', invite_code: 'WELCOME001' },
      },
    },
  ])
  expect(screen.queryByRole('button', { name: submitName })).not.toBeInTheDocument()

  await passTime(1900)
  expect(screen.queryByRole('heading', { name: 'Welcome back' })).not.toBeInTheDocument()
  await passTime(100)
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('tamsin@ferreira.example')
  expect(screen.getByLabelText('Password')).toHaveValue('')
  expect(sessionStorage.getItem('guildhall-invite')).toBeNull()
})

it('offers to send the confirmation again at once, after a minute, there and at sign in (D15)', async () => {
  authAnswers('signup', { id: 'x', identities: [] })
  const { submit } = await openRegister()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('We sent a link to tamsin@ferreira.example.')
  expect(screen.getByRole('heading', { name: 'Open your account' })).toHaveFocus()
  expect(screen.getByRole('button', { name: /Send again in (60|5\d) s/ })).toBeDisabled()

  await passTime(2000)
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('We sent a link to tamsin@ferreira.example.')
  expect(screen.getByRole('button', { name: /Send again in \d+ s/ })).toBeDisabled()
})

it('sends the confirmation again once the minute is over', async () => {
  authAnswers('signup', { id: 'x', identities: [] })
  const resent = authAnswers('resend', {})
  const { user, submit } = await openRegister()
  await submit()
  await screen.findByRole('alert')
  await passTime(2000)
  await screen.findByRole('heading', { name: 'Welcome back' })
  await passTime(59_000)
  await user.click(await screen.findByRole('button', { name: 'Send a new link' }))
  await expectToast('Link sent', 'Please check your email to confirm your account.')
  expect(resent).toMatchObject([{ body: { type: 'signup', email: 'tamsin@ferreira.example' } }])
})

it('does not come back to a code that opened an account, with Back or by a reload (D17)', async () => {
  authAnswers('signup', { id: 'x', identities: [] })
  const { user, submit, unmount } = await openRegister()
  await submit()
  await expectToast('Success!', 'Please check your email to confirm your account.')
  await user.click(screen.getByRole('link', { name: 'reset your password' }))
  const asked = inviteAnswers([{ is_valid: false }])
  await user.click(screen.getByRole('button', { name: 'browser back' }))
  expect(await screen.findByRole('heading', { name: 'Your invitation' })).toBeVisible()
  expect(screen.getByLabelText('Invite code')).toHaveValue('')
  unmount()

  openAuth('/auth?mode=register')
  expect(await screen.findByLabelText('Invite code')).toHaveValue('')
  expect(asked).toEqual([])
})

it('does not bring a code that the sign-up refused back with a reload (D17)', async () => {
  authRefuses('signup', undefined, 'This invite code is invalid or already used.', 422)
  const { submit, unmount } = await openRegister()
  const asked = inviteAnswers([{ is_valid: false }])
  await submit()
  expect(await screen.findByRole('heading', { name: 'Your invitation' })).toBeVisible()
  unmount()
  asked.length = 0

  openAuth('/auth?mode=register')
  expect(await screen.findByLabelText('Invite code')).toHaveValue('')
  expect(screen.queryByRole('heading', { name: 'Open your account' })).not.toBeInTheDocument()
  expect(asked).toEqual([])
})

it.each([
  [44, 'Membership costs $10 a year at the launch price (44 of 50 places left), later $99.'],
  [1, 'Membership costs $10 a year at the launch price (1 of 50 places left), later $99.'],
  [0, 'Membership costs $99 a year.'],
  [51, 'Membership costs $10 a year for the first 50 people, then $99.'],
])('shows the membership cost with %i spots left', async (left, words) => {
  inviteAnswers([{ is_valid: true }])
  openAuth('/auth?invite=WELCOME001')
  placesAnswer(left)
  const cost = (await screen.findByText(/^Membership costs/)).parentElement
  // Long enough for a number that cannot be to be shown.
  await new Promise((resolve) => setTimeout(resolve, 100))
  await waitFor(() => expect(cost).toHaveTextContent(`${words} Nothing is charged here.`))
})

it('stays on a view that was opened before the two seconds are over', async () => {
  authAnswers('signup', { id: 'x', identities: [] })
  const { user, submit } = await openRegister()
  await submit()
  await expectToast('Success!', 'Please check your email to confirm your account.')
  await user.click(screen.getByRole('link', { name: 'reset your password' }))
  await passTime(2300)
  expect(screen.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
})

it.each(['user_already_exists', 'email_exists'])(
  'answers a known email like a new one: %s (D16)',
  async (code) => {
    authRefuses('signup', code, 'User already registered', 422)
    const { submit } = await openRegister()
    expect(screen.getByText(/^Already registered\?/)).toHaveTextContent(
      'Already registered? Sign in or reset your password.',
    )
    await submit()
    await expectToast('Success!', 'Please check your email to confirm your account.')
  },
)

it.each([
  ['weak_password', 'Password should be at least 10 characters.', 422, 'Password'],
  ['email_address_invalid', 'Email address is invalid', 400, 'Email'],
  ['over_email_send_rate_limit', 'For security purposes, wait 37 seconds.', 429, undefined],
])(
  'shows the error %s as a toast and at its field, and keeps the input',
  async (code, message, status, label) => {
    authRefuses('signup', code, message, status)
    const { submit } = await openRegister()
    await submit()
    await expectToast('Sign Up Error', message)
    if (label) expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message)
    expectNothingLost()
  },
)

it.each([
  ['the trigger on hosted Supabase', 'unexpected_failure', 'Database error saving new user', 500],
  ['a bare 500', undefined, '', 500],
  ['the hook', undefined, 'This invite code is invalid or already used.', 422],
])(
  'goes back to the invite view when %s refused the code, and loses nothing (D9)',
  async (_, code, message, status) => {
    authRefuses('signup', code, message, status)
    const { user, submit } = await openRegister()
    inviteAnswers([{ is_valid: false }])
    await submit()
    await expectToast('Invalid Invite Code', 'This invite code is invalid or already used.')
    expect(await screen.findByRole('heading', { name: 'Your invitation' })).toBeVisible()
    const field = screen.getByLabelText('Invite code')
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription('This invite code is invalid or already used.'),
    )
    expect(field).toHaveValue('WELCOME001')

    inviteAnswers([{ is_valid: true }])
    await user.clear(field)
    await user.type(field, 'WELCOME002')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText(/is valid$/)).toHaveTextContent('WELCOME002 is valid')
    expectNothingLost()
  },
)

it.each([502, 503, 504, 520, 524])(
  'does not blame the code for a gateway that gave up (%i)',
  async (status) => {
    authRefuses('signup', 'unexpected_failure', 'upstream is down', status)
    const { submit } = await openRegister()
    // The request had been passed on: the account is there, and has used the code.
    inviteAnswers([{ is_valid: false }])
    await submit()
    await expectToast('Sign Up Error', 'An unexpected error occurred')
    expect(screen.queryByText('Invalid Invite Code')).not.toBeInTheDocument()
    expectNothingLost()
  },
)

it('does not blame the code when it cannot be validated', async () => {
  authRefuses('signup', undefined, '', 500)
  const { submit } = await openRegister()
  serverIsGone('rest/v1/rpc/validate_invite_code')
  await submit()
  await expectToast('Sign Up Error', 'An unexpected error occurred')
  expectNothingLost()
})

it('keeps what was typed over other views and back', async () => {
  const { user } = await openRegister()
  await user.click(screen.getByRole('link', { name: 'Sign in' }))
  expect(screen.getByLabelText('Email')).toHaveValue('tamsin@ferreira.example')
  await user.click(screen.getByRole('button', { name: 'browser back' }))
  expect(screen.getByRole('heading', { name: 'Open your account' })).toBeVisible()
  expectNothingLost()
  await user.click(screen.getByRole('link', { name: 'Use a different invite code' }))
  expect(screen.getByRole('heading', { name: 'Your invitation' })).toBeVisible()
})
