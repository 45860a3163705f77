import { screen, waitFor } from '@testing-library/react'
import { expectToast, holdResponses, openAuth, respondToInvite } from '@tests/support/auth-api'
import { pendingRequests } from '@tests/support/server'
import { expect, it } from 'vitest'
import { paths } from '@/lib/paths'

const field = () => screen.getByLabelText('Invite code')
const invalid = ['Invalid Invite Code', 'This invite code is invalid or already used.'] as const

async function submit(code: string) {
  const { user } = openAuth()
  await user.type(await screen.findByLabelText('Invite code'), code)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
}

it.each(['/auth', '/auth?mode=signup', '/auth?mode=anything', '/auth?mode=register'])(
  'is shown at %s',
  async (route) => {
    openAuth(route)
    expect(await screen.findByRole('heading', { name: 'Your invitation' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  },
)

it('links to sign in with the requested page', async () => {
  const { user } = openAuth('/auth?next=%2Fdashboard%2Forders')
  await user.click(await screen.findByRole('link', { name: 'Sign In' }))
  const back = screen.getByRole('link', { name: 'Need an invite code?' })
  expect(back).toHaveAttribute('href', '/auth?mode=signup&next=%2Fdashboard%2Forders')
})

it('requires a code', async () => {
  await submit('   ')
  expect(await screen.findByText('Enter the code from your invitation.')).toBeVisible()
  expect(field()).toHaveFocus()
})

it('validates the trimmed code and opens the registration', async () => {
  const codes = respondToInvite([{ is_valid: true }])
  const release = holdResponses()
  await submit(' welcome001 ')
  const busy = await screen.findByRole('button', { name: 'Validating...' })
  expect(busy).toHaveAttribute('aria-disabled', 'true')
  release()
  expect(await screen.findByText(/is valid$/)).toHaveTextContent('Invite code welcome001 is valid')
  expect(codes).toEqual(['welcome001'])
})

it.each([
  ['AB CD', [{ is_valid: true }]],
  ['50% OFF', [{ is_valid: true }]],
  ['A+B&C=D#E', [{ is_valid: true }]],
  ['ÉTÉ "26"', { is_valid: true }],
])('accepts the code %s from a link, validated as %j', async (code, response) => {
  const codes = respondToInvite(response)
  openAuth(paths.auth({ invite: code }))
  expect(await screen.findByText(/is valid$/)).toHaveTextContent(`Invite code ${code} is valid`)
  expect(codes).toEqual([code])
})

it.each([
  ['is_valid is false', [{ is_valid: false }]],
  ['there is no row', []],
  ['there is nothing', null],
])('calls a code invalid when %s', async (_, response) => {
  respondToInvite(response)
  await submit('NOPE')
  await expectToast(...invalid)
  await waitFor(() => expect(field()).toHaveAccessibleDescription(invalid[1]))
  expect(field()).toHaveValue('NOPE')
})

it('shows the usual toast after too many tries, and how long to wait at the field', async () => {
  respondToInvite({ code: 'PT429', message: 'rate_limited', details: '42', hint: null }, 429)
  openAuth('/auth?invite=WELCOME001')
  await expectToast(...invalid)
  await waitFor(() =>
    expect(field()).toHaveAccessibleDescription('Too many tries. Wait 42 seconds, then try again.'),
  )
})

it('validates the code of a link once (D17)', async () => {
  const codes = respondToInvite([{ is_valid: true }])
  const { user } = openAuth('/auth?invite=WELCOME001')
  await user.click(await screen.findByRole('link', { name: 'Use a different invite code' }))
  expect(screen.getByRole('heading', { name: 'Your invitation' })).toBeVisible()
  expect(field()).toHaveValue('WELCOME001')
  expect(codes).toEqual(['WELCOME001'])
})

it('validates a valid code again after a reload of the register view (D17)', async () => {
  sessionStorage.setItem('guildhall-invite', 'WELCOME001')
  const codes = respondToInvite([{ is_valid: true }])
  openAuth('/auth?mode=register')
  expect(await screen.findByRole('heading', { name: 'Open your account' })).toBeVisible()
  expect(codes).toEqual(['WELCOME001'])
})

it('does not bring a refused code back after a second reload (D17)', async () => {
  sessionStorage.setItem('guildhall-invite', 'WELCOME001')
  const codes = respondToInvite([{ is_valid: false }])
  const { unmount } = openAuth('/auth?mode=register')
  await expectToast(...invalid)
  expect(field()).toHaveValue('WELCOME001')
  unmount()

  openAuth('/auth?mode=register')
  expect(await screen.findByLabelText('Invite code')).toHaveValue('')
  expect(pendingRequests()).not.toContainEqual(expect.stringContaining('validate_invite_code'))
  expect(codes).toEqual(['WELCOME001'])
})

it('keeps the valid code when another one is refused', async () => {
  const { user, unmount } = openAuth('/auth?invite=WELCOME001')
  respondToInvite([{ is_valid: true }])
  await user.click(await screen.findByRole('link', { name: 'Use a different invite code' }))
  respondToInvite([{ is_valid: false }])
  await user.clear(field())
  await user.type(field(), 'NOPE{Enter}')
  await expectToast(...invalid)
  unmount()

  respondToInvite([{ is_valid: true }])
  openAuth('/auth?mode=register')
  expect(await screen.findByText(/is valid$/)).toHaveTextContent('WELCOME001 is valid')
})

it.each([
  ['shows the hint about a space after a miss', 'ab\u00a0cd', [{ is_valid: false }], true],
  ['shows no hint without a space inside', ' NOPE ', [{ is_valid: false }], false],
  ['shows no hint after a server error', 'AB CD', undefined, false],
])('%s', async (_case, code, response, isHinted) => {
  respondToInvite(response ?? {}, response ? 200 : 500)
  await submit(code)
  await waitFor(() => expect(field()).toBeInvalid())
  expect(screen.queryAllByText('Check the space in the code.')).toHaveLength(isHinted ? 1 : 0)
})
