import { screen, waitFor } from '@testing-library/react'
import { holdResponses, openAuth, respondToCall } from '@tests/support/auth-api'
import { failAllRequests, goOffline } from '@tests/support/offline'
import { expect, it } from 'vitest'

const field = () => screen.getByLabelText('Email')
const ask = () => screen.getByRole('button', { name: 'Ask for an invitation' })
const arrived = { name: 'Your request has arrived' }

async function open() {
  const view = openAuth('/auth?mode=waitlist')
  await screen.findByRole('heading', { name: 'Ask for an invitation' })
  return view
}

it('says the same once the server has answered, and not before', async () => {
  const asked = respondToCall('request_invitation', true)
  const release = holdResponses()
  const { user } = await open()
  await user.type(field(), ' wanda@waiting.example {Enter}')
  expect(await screen.findByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.queryByRole('heading', arrived)).toBeNull()
  release()
  expect(await screen.findByRole('heading', arrived)).toHaveFocus()
  expect(screen.getByText(/will be emailed to wanda@waiting\.example/)).toBeVisible()
  expect(asked).toEqual([{ p_email: 'wanda@waiting.example' }])
  expect(screen.queryByLabelText('Email')).toBeNull()
})

it.each([
  ['', 'Enter your email address.'],
  ['wanda', 'Enter a complete email address, such as name@company.com.'],
])('does not send %j', async (typed, sentence) => {
  const asked = respondToCall('request_invitation', true)
  const { user } = await open()
  if (typed) await user.type(field(), typed)
  await user.click(ask())
  await waitFor(() => expect(field()).toHaveAccessibleDescription(sentence))
  expect(field()).toHaveFocus()
  expect(asked).toEqual([])
})

const refusal = (message: string, status: number, details?: string) => () =>
  void respondToCall('request_invitation', { code: `PT${status}`, message, details, hint: null }, status)

it.each<[string, () => void]>([
  ['Your network has asked too often. Wait 12 minutes, then try again.', refusal('rate_limited', 429, '712')],
  [
    'Your request may not have arrived. Please try again.',
    () => void respondToCall('request_invitation', {}, 500),
  ],
  [
    'Your request may not have arrived. The server cannot be reached. Check your connection and try again.',
    failAllRequests,
  ],
  [
    'Your request may not have arrived. The server cannot be reached. Check your connection and try again.',
    () => void respondToCall('request_invitation', false),
  ],
  ['You are offline, so nothing was sent. Try again once you are back.', goOffline],
])('says "%s", and keeps the address', async (sentence, fail) => {
  const { user } = await open()
  await user.type(field(), 'wanda@waiting.example')
  fail()
  await user.click(ask())
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  expect(field()).toHaveValue('wanda@waiting.example')
  expect(ask()).toBeEnabled()
})

it('says at the field that the server does not take the address', async () => {
  refusal('invalid_email', 422)()
  const { user } = await open()
  await user.type(field(), 'wanda@waiting.example{Enter}')
  expect(await screen.findByText('This address cannot be used. Check it.')).toBeVisible()
  expect(field()).toHaveFocus()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('is linked to and from the views of visitors', async () => {
  const { user } = openAuth('/auth?mode=signin&next=%2Fdashboard%2Forders')
  await user.click(await screen.findByRole('link', { name: 'Need an invite code?' }))
  await user.click(screen.getByRole('link', { name: 'Ask for an invitation' }))
  expect(screen.getByRole('link', { name: 'I have a code' })).toHaveAttribute(
    'href',
    '/auth?mode=signup&next=%2Fdashboard%2Forders',
  )
  expect(screen.getByRole('link', { name: 'Sign In' })).toBeVisible()
})
