import { screen } from '@testing-library/react'
import { openAuth, respondToInvite } from '@tests/support/auth-api'
import { expect, it } from 'vitest'

const views = {
  invite: { route: '/auth', heading: 'Your invitation' },
  register: { route: '/auth?invite=WELCOME001', heading: 'Open your account' },
  signin: { route: '/auth?mode=signin', heading: 'Welcome back' },
  forgot: { route: '/auth?mode=forgot', heading: 'Reset your password' },
}
type View = keyof typeof views

const heading = (view: View) => screen.findByRole('heading', { name: views[view].heading })

it.each<[View, View, string]>([
  ['invite', 'signin', 'Sign In'],
  ['signin', 'invite', 'Need an invite code?'],
  ['signin', 'forgot', 'Forgot your password?'],
  ['forgot', 'signin', 'Back to Sign In'],
  ['register', 'invite', 'Use a different invite code'],
  ['register', 'signin', 'Sign in'],
  ['register', 'forgot', 'reset your password'],
])('from %s to %s, focuses the new heading, and back, the old one', async (from, to, name) => {
  respondToInvite([{ is_valid: true }])
  const { user } = openAuth(views[from].route)
  await heading(from)
  await user.click(screen.getByRole('link', { name }))
  expect(await heading(to)).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'browser back' }))
  expect(await heading(from)).toHaveFocus()
})

it.each(['invite', 'signin', 'forgot'] as const)('leaves the focus when opened at %s', async (view) => {
  openAuth(views[view].route)
  await heading(view)
  expect(document.body).toHaveFocus()
})
