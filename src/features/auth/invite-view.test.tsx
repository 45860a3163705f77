import { screen, waitFor } from '@testing-library/react'
import { expectToast, holdAnswers, inviteAnswers, openAuth, serverIsGone } from '@tests/support/auth-api'
import { expect, it } from 'vitest'
import { paths } from '@/lib/paths'

const field = () => screen.getByLabelText('Invite code')
const press = (name: string) => screen.getByRole('button', { name })
const misused = 'This invite code is invalid or already used.'

it.each(['/auth', '/auth?mode=signup', '/auth?mode=anything', '/auth?mode=register'])(
  'is what %s shows',
  async (route) => {
    openAuth(route)
    expect(await screen.findByRole('heading', { name: 'Your invitation' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  },
)

it('leads to sign in, and keeps where one was going', async () => {
  const { user } = openAuth('/auth?next=%2Fdashboard%2Forders')
  await user.click(await screen.findByRole('link', { name: 'Sign In' }))
  expect(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Need an invite code?' })).toHaveAttribute(
    'href',
    '/auth?mode=signup&next=%2Fdashboard%2Forders',
  )
})

it('asks for a code before it asks the server', async () => {
  const { user } = openAuth()
  await user.type(await screen.findByLabelText('Invite code'), '   ')
  await user.click(press('Continue'))
  expect(await screen.findByText('Enter the code from your invitation.')).toBeVisible()
  expect(field()).toHaveFocus()
})

it('sends what was typed, trimmed, says Validating..., and opens the registration', async () => {
  const asked = inviteAnswers([{ is_valid: true }])
  const { user } = openAuth()
  await user.type(await screen.findByLabelText('Invite code'), ' welcome001 ')
  const release = holdAnswers()
  await user.click(press('Continue'))
  expect(await screen.findByRole('button', { name: 'Validating...' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  release()
  expect(await screen.findByText(/is valid$/)).toHaveTextContent('Invite code welcome001 is valid')
  expect(asked).toEqual(['welcome001'])
})

it.each(['AB CD', '50% OFF', 'A+B&C=D#E', 'ÉTÉ "26"'])(
  'takes the code %s from a link as it is',
  async (code) => {
    const asked = inviteAnswers([{ is_valid: true }])
    openAuth(paths.auth({ invite: code }))
    expect(await screen.findByText(/is valid$/)).toHaveTextContent(`Invite code ${code} is valid`)
    expect(asked).toEqual([code])
  },
)

it('takes a single row for an answer as well', async () => {
  inviteAnswers({ is_valid: true })
  openAuth('/auth?invite=WELCOME001')
  expect(await screen.findByRole('heading', { name: 'Open your account' })).toBeVisible()
})

it.each([
  ['is_valid is false', [{ is_valid: false }]],
  ['there is no row', []],
  ['there is nothing', null],
])('calls a code invalid when %s', async (_, answer) => {
  inviteAnswers(answer)
  const { user } = openAuth()
  await user.type(await screen.findByLabelText('Invite code'), 'NOPE')
  await user.click(press('Continue'))
  await expectToast('Invalid Invite Code', misused)
  expect(field()).toHaveAccessibleDescription(misused)
  expect(field()).toHaveValue('NOPE')
  expect(press('Continue')).toBeEnabled()
})

it('gives the usual answer after too many tries, and says how long to wait', async () => {
  inviteAnswers({ code: 'PT429', message: 'rate_limited', details: '42', hint: null }, 429)
  openAuth('/auth?invite=WELCOME001')
  await expectToast('Invalid Invite Code', misused)
  expect(field()).toHaveAccessibleDescription('Too many tries. Wait 42 seconds, then try again.')
})

it('says so when the call fails', async () => {
  inviteAnswers({ code: '57014', message: 'canceling statement', details: null, hint: null }, 500)
  openAuth('/auth?invite=WELCOME001')
  await expectToast('Invite Code Error', 'Unable to validate invite code.')
})

it('says so when the server cannot be reached', async () => {
  serverIsGone('rest/v1/rpc/validate_invite_code')
  openAuth('/auth?invite=WELCOME001')
  await expectToast('Invite Code Error', 'Error validating invite code.')
  expect(field()).toHaveAccessibleDescription(/The server cannot be reached/)
  expect(field()).toHaveValue('WELCOME001')
})

it('fills in and validates the code of a link, once (D17)', async () => {
  const asked = inviteAnswers([{ is_valid: true }])
  const { user } = openAuth('/auth?invite=WELCOME001')
  expect(await screen.findByDisplayValue('WELCOME001')).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Open your account' })).toBeVisible()
  expect(asked).toEqual(['WELCOME001'])

  await user.click(screen.getByRole('link', { name: 'Use a different invite code' }))
  expect(field()).toHaveValue('WELCOME001')
  expect(asked).toHaveLength(1)
})

it('keeps a valid code over a reload of the register view, and validates it again (D17)', async () => {
  sessionStorage.setItem('guildhall-invite', 'WELCOME001')
  const asked = inviteAnswers([{ is_valid: true }])
  openAuth('/auth?mode=register')
  expect(await screen.findByRole('heading', { name: 'Open your account' })).toBeVisible()
  expect(asked).toEqual(['WELCOME001'])
})

it('does not bring a refused code back with the next reload (D17)', async () => {
  sessionStorage.setItem('guildhall-invite', 'WELCOME001')
  const asked = inviteAnswers([{ is_valid: false }])
  const { unmount } = openAuth('/auth?mode=register')
  await expectToast('Invalid Invite Code', misused)
  expect(field()).toHaveValue('WELCOME001')
  unmount()

  openAuth('/auth?mode=register')
  expect(await screen.findByLabelText('Invite code')).toHaveValue('')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(asked).toEqual(['WELCOME001'])
})

it('keeps the valid code over the refusal of another one', async () => {
  const { user, unmount } = openAuth('/auth?invite=WELCOME001')
  inviteAnswers([{ is_valid: true }])
  await user.click(await screen.findByRole('link', { name: 'Use a different invite code' }))
  inviteAnswers([{ is_valid: false }])
  await user.clear(field())
  await user.type(field(), 'NOPE{Enter}')
  await expectToast('Invalid Invite Code', misused)
  unmount()

  inviteAnswers([{ is_valid: true }])
  openAuth('/auth?mode=register')
  expect(await screen.findByText(/is valid$/)).toHaveTextContent('WELCOME001 is valid')
})

it.each(['AB CD', 'ab\u00a0cd'])('after a miss, points to the space inside of %j', async (typed) => {
  inviteAnswers([{ is_valid: false }])
  const { user } = openAuth()
  await user.type(await screen.findByLabelText('Invite code'), typed)
  await user.click(press('Continue'))
  await expectToast('Invalid Invite Code', misused)
  expect(field()).toHaveAttribute('aria-invalid', 'true')
  expect(field()).toHaveAccessibleDescription(`${misused} Check the space in the code.`)

  await user.clear(field())
  await user.click(press('Continue'))
  expect(field()).toHaveAccessibleDescription('Enter the code from your invitation.')
})

it.each([
  ['a miss without one', ' NOPE ', () => inviteAnswers([{ is_valid: false }])],
  ['a failure of the server', 'AB CD', () => inviteAnswers({}, 500)],
])('says nothing of a space after %s', async (_case, typed, arrange) => {
  arrange()
  const { user } = openAuth()
  await user.type(await screen.findByLabelText('Invite code'), typed)
  await user.click(press('Continue'))
  await waitFor(() => expect(field()).toBeInvalid())
  expect(screen.queryByText('Check the space in the code.')).not.toBeInTheDocument()
})
