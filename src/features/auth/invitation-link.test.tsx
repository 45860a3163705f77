import { screen, waitFor } from '@testing-library/react'
import { openAuth, respondToAuth, respondToCall, respondToInvite } from '@tests/support/auth-api'
import { address } from '@tests/support/render'
import { expect, it } from 'vitest'

const opened = { ok: true, inviter: 'Tamsin Ferreira', email: 'noor@halim.example', bound: true }

async function openLink(invitation: object, link = '/auth?invite=WELCOME001#5196') {
  respondToInvite([{ is_valid: true }])
  const calls = respondToCall('open_invitation', [{ ...opened, ...invitation }])
  const view = openAuth(link)
  await screen.findByRole('heading', { name: 'Open your account' })
  return { ...view, calls }
}
const email = () => screen.getByLabelText('Email')

it('fills in code and address, names who invites, and keeps a bound address (D42)', async () => {
  const { user, calls, client } = await openLink({})
  expect(await screen.findByText('Tamsin Ferreira')).toBeVisible()
  expect(screen.getByText(/invites you/)).toBeVisible()
  expect(email()).toHaveValue('noor@halim.example')
  expect(email()).toHaveAttribute('readonly')
  await waitFor(() =>
    expect(email()).toHaveAccessibleDescription('Your invitation is for this address only.'),
  )
  expect(screen.getByText(/confirm your email address by the link/)).toBeVisible()
  expect(calls).toEqual([{ p_code: 'WELCOME001', p_token: '5196' }])
  const signUps = respondToAuth('signup', { id: 'x', email: opened.email, identities: [] })
  for (const [label, value] of [
    ['Full name', 'Noor'],
    ['Phone', '1'],
    ['Password', 'long enough'],
  ] as const) {
    await user.click(screen.getByLabelText(label))
    await user.paste(value)
  }
  await user.click(screen.getByRole('button', { name: 'Create Account & Get 25 Tokens' }))
  await waitFor(() => expect(signUps).toHaveLength(1))
  expect(signUps[0]?.body).toMatchObject({ email: 'noor@halim.example', data: { invite_code: 'WELCOME001' } })
  // The code is used by now.
  await screen.findByRole('heading', { name: /account/ })
  await waitFor(() => expect(client.isFetching() + client.isMutating()).toBe(0))
  expect(calls).toHaveLength(1)
})

it('lets the address be changed when the code is not bound to it', async () => {
  const { user } = await openLink({ bound: false })
  await waitFor(() => expect(email()).toHaveValue('noor@halim.example'))
  await user.type(email(), 's')
  expect(email()).toHaveValue('noor@halim.examples')
})

it('keeps the token through a reload, and out of the address bar', async () => {
  const first = await openLink({})
  await waitFor(() => expect(first.calls).toHaveLength(1))
  first.unmount()
  const { calls } = await openLink({}, '/auth?mode=register')
  await waitFor(() => expect(calls).toEqual([{ p_code: 'WELCOME001', p_token: '5196' }]))
})

it('registers as with any code when the invitation cannot be read', async () => {
  respondToInvite([{ is_valid: true }])
  respondToCall('open_invitation', { message: 'down' }, 500)
  openAuth('/auth?invite=WELCOME001#5196')
  expect(await screen.findByText(/Four fields/)).toHaveTextContent(/^Four fields/)
  expect(email()).toHaveValue('')
  expect(email()).not.toHaveAttribute('readonly')
})

it('removes the token from the address bar of a link that no longer works', async () => {
  respondToInvite([{ is_valid: false }])
  openAuth('/auth?invite=WELCOME001#5196')
  expect(await screen.findByText('This invite code is invalid or already used.')).toBeVisible()
  expect(address()).toBe('?invite=WELCOME001')
})
