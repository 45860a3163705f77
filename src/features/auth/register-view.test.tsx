import { act, screen, waitFor } from '@testing-library/react'
import {
  expectToast,
  failNetwork,
  holdResponses,
  openAuth,
  refuseAuth,
  respondToAuth,
  respondToInvite,
  serveLaunchSpots,
} from '@tests/support/auth-api'
import { afterEach, expect, it, vi } from 'vitest'

const valid = {
  'Full name': 'Tamsin Ferreira',
  Email: 'tamsin@ferreira.example',
  Phone: '+351 912',
  Password: 'long enough',
}
const checkEmail = ['Success!', 'Please check your email to confirm your account.'] as const
const invalidCode = 'This invite code is invalid or already used.'
const submitName = 'Create Account & Get 25 Tokens'

afterEach(() => void vi.useRealTimers())

async function openRegister(values: Record<string, string> = valid) {
  respondToInvite([{ is_valid: true }])
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

/** Opens the form and submits it; auth accepts it unless the test says otherwise. */
async function register() {
  const calls = respondToAuth('signup', { id: 'x', email: valid.Email, identities: [] })
  const opened = await openRegister()
  await opened.submit()
  return { ...opened, calls }
}

/** Advances the timers, which are fake from the submit on. */
const passTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function expectInputKept() {
  for (const [label, value] of Object.entries(valid)) expect(screen.getByLabelText(label)).toHaveValue(value)
}

it.each([
  [{}, /your full name/, /your email address/, /your phone number/, /a password/],
  [
    { 'Full name': 'Tam\u200bsin', Email: 't\u0430msin@ferreira.example' },
    /invisible character U\+200B/,
    /cannot contain “\u0430” \(U\+0430\)/,
    /your phone number/,
    /a password/,
  ],
])('reports every invalid field of %j at once and focuses the first', async (values, ...errors) => {
  const { submit } = await openRegister(values)
  await submit()
  await waitFor(() => expect(screen.getByLabelText('Full name')).toBeInvalid())
  for (const [at, label] of Object.keys(valid).entries())
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(errors[at]))
  for (const [label, value] of Object.entries(values)) expect(screen.getByLabelText(label)).toHaveValue(value)
  expect(screen.getByLabelText('Full name')).toHaveFocus()
  expect(screen.getByLabelText('Email').closest('form')).toHaveAttribute('novalidate')
})

it('sends the sign-up', async () => {
  const { calls } = await register()
  await expectToast(...checkEmail)
  const { Email: email, Password: password, 'Full name': name, Phone: phone } = valid
  const data = { name, phone, invite_code: 'WELCOME001' }
  expect(calls).toMatchObject([
    { redirectTo: 'http://localhost:3000/dashboard', body: { email, password, data } },
  ])
})

it('offers to send the confirmation again after a minute, and shows sign in after two seconds (D15)', async () => {
  respondToAuth('signup', { id: 'x', identities: [] })
  const { submit } = await openRegister()
  const release = holdResponses()
  await submit()
  const busy = await screen.findByRole('button', { name: 'Creating your account...' })
  expect(busy).toHaveAttribute('aria-disabled', 'true')
  release()
  const sent = 'We sent a link to tamsin@ferreira.example.'
  expect(await screen.findByRole('alert')).toHaveTextContent(sent)
  expect(screen.getByRole('heading', { name: 'Open your account' })).toHaveFocus()
  expect(screen.getByRole('button', { name: /Send again in (60|5\d) s/ })).toBeDisabled()
  expect(screen.queryByRole('button', { name: submitName })).not.toBeInTheDocument()

  await passTime(1900)
  expect(screen.queryByRole('heading', { name: 'Welcome back' })).not.toBeInTheDocument()
  await passTime(100)
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(sent)
  expect(screen.getByRole('button', { name: /Send again in \d+ s/ })).toBeDisabled()
  expect(screen.getByLabelText('Email')).toHaveValue('tamsin@ferreira.example')
  expect(screen.getByLabelText('Password')).toHaveValue('')
  expect(sessionStorage.getItem('guildhall-invite')).toBeNull()
})

it('does not return to a used code with Back or a reload (D17)', async () => {
  const { user, unmount } = await register()
  await expectToast(...checkEmail)
  await user.click(screen.getByRole('link', { name: 'reset your password' }))
  const validated = respondToInvite([{ is_valid: false }])
  await user.click(screen.getByRole('button', { name: 'browser back' }))
  expect(await screen.findByRole('heading', { name: 'Your invitation' })).toBeVisible()
  expect(screen.getByLabelText('Invite code')).toHaveValue('')
  unmount()

  openAuth('/auth?mode=register')
  expect(await screen.findByLabelText('Invite code')).toHaveValue('')
  expect(validated).toEqual([])
})

it.each([
  [44, 'Membership costs $10 a year at the launch price (44 of 50 places left), later $99.'],
  [0, 'Membership costs $99 a year.'],
  [51, 'Membership costs $10 a year for the first 50 people, then $99.'],
])('shows the membership cost with %i spots left', async (left, text) => {
  respondToInvite([{ is_valid: true }])
  const { client } = openAuth('/auth?invite=WELCOME001')
  serveLaunchSpots(left)
  const cost = (await screen.findByText(/^Membership costs/)).parentElement
  await waitFor(() => expect(client.isFetching()).toBe(0))
  await waitFor(() => expect(cost).toHaveTextContent(`${text} Nothing is charged here.`))
})

it('stays on a view that was opened before the two seconds are over', async () => {
  const { user } = await register()
  await expectToast(...checkEmail)
  await user.click(screen.getByRole('link', { name: 'reset your password' }))
  await passTime(2300)
  expect(screen.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
})

it.each(['user_already_exists', 'email_exists'])(
  'responds to a known email as to a new one: %s (D16)',
  async (code) => {
    refuseAuth('signup', code, 'User already registered', 422)
    const { submit } = await openRegister()
    await submit()
    await expectToast(...checkEmail)
  },
)

it.each([
  ['weak_password', 'Password should be at least 10 characters.', 422, 'Password'],
  ['email_address_invalid', 'Email address is invalid', 400, 'Email'],
])('shows %s as a toast and at its field', async (code, message, status, label) => {
  refuseAuth('signup', code, message, status)
  const { submit } = await openRegister()
  await submit()
  await expectToast('Sign Up Error', message)
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message))
  expectInputKept()
})

it.each([
  ['the trigger on hosted Supabase', 'unexpected_failure', 'Database error saving new user', 500, false],
  ['a bare 500', undefined, '', 500, false],
  // Of a code that is bound to another address, and by itself valid (D42).
  ['the hook', undefined, invalidCode, 422, true],
])(
  'returns to the invite view when %s refused the code, keeping the input (D9)',
  async (_, code, message, status, is_valid) => {
    refuseAuth('signup', code, message, status)
    const { user, submit } = await openRegister()
    respondToInvite([{ is_valid }])
    await submit()
    await expectToast('Invalid Invite Code', invalidCode)
    expect(await screen.findByRole('heading', { name: 'Your invitation' })).toBeVisible()
    const field = screen.getByLabelText('Invite code')
    await waitFor(() => expect(field).toHaveAccessibleDescription(invalidCode))
    expect(field).toHaveValue('WELCOME001')
    // A reload does not bring it back (D17).
    expect(sessionStorage.getItem('guildhall-invite')).toBeNull()

    respondToInvite([{ is_valid: true }])
    await user.clear(field)
    await user.type(field, 'WELCOME002{Enter}')
    expect(await screen.findByText(/is valid$/)).toHaveTextContent('WELCOME002 is valid')
    expectInputKept()
  },
)

it.each([
  [
    'by the hook',
    'Too many tries. Wait 40 seconds, then try again.',
    [undefined, 'Too many tries. Wait 40 seconds, then try again.', 429],
  ],
  [
    'by auth',
    'Too many tries. Wait a minute, then try again.',
    ['over_request_rate_limit', 'Request rate limit reached', 429],
  ],
  [
    'by the check of the code',
    'Too many tries. Wait 40 seconds, then try again.',
    ['unexpected_failure', 'Database error', 500],
  ],
] as const)(
  'says %s that there were too many tries, and keeps the code',
  async (_, text, [code, message, status]) => {
    refuseAuth('signup', code, message, status)
    const { submit } = await openRegister()
    respondToInvite({ code: 'PT429', message: 'rate_limited', details: '40', hint: null }, 429)
    await submit()
    await expectToast('Sign Up Error', text)
    expect(screen.getByRole('alert')).toHaveTextContent(text)
    expect(screen.getByText(/is valid$/)).toHaveTextContent('WELCOME001 is valid')
    expectInputKept()
  },
)

it.each([
  // A gateway may have forwarded the request: the account exists and has used the code.
  ['after a gateway error', 503, () => respondToInvite([{ is_valid: false }])],
  ['when it cannot be validated', 500, () => failNetwork('rest/v1/rpc/validate_invite_code')],
])('does not blame the code %s', async (_, status, arrange) => {
  refuseAuth('signup', undefined, '', status)
  const { submit } = await openRegister()
  arrange()
  await submit()
  await expectToast('Sign Up Error', 'An unexpected error occurred')
  expect(screen.queryByText('Invalid Invite Code')).not.toBeInTheDocument()
  expectInputKept()
})

it('keeps the input across views', async () => {
  const { user } = await openRegister()
  await user.click(screen.getByRole('link', { name: 'Sign in' }))
  expect(screen.getByLabelText('Email')).toHaveValue('tamsin@ferreira.example')
  await user.click(screen.getByRole('button', { name: 'browser back' }))
  expect(screen.getByRole('heading', { name: 'Open your account' })).toBeVisible()
  expectInputKept()
})
