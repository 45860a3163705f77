import { screen } from '@testing-library/react'
import { inviteAnswers, openAuth } from '@tests/support/auth-api'
import { expect, it } from 'vitest'

type Kind = 'link' | 'button'
const views = {
  invite: { route: '/auth', heading: 'Your invitation' },
  register: { route: '/auth?invite=WELCOME001', heading: 'Open your account' },
  signin: { route: '/auth?mode=signin', heading: 'Welcome back' },
  forgot: { route: '/auth?mode=forgot', heading: 'Reset your password' },
}
type View = keyof typeof views

const heading = (view: View) => screen.findByRole('heading', { name: views[view].heading })

it.each<[View, View, string, Kind]>([
  ['invite', 'signin', 'Sign In', 'link'],
  ['signin', 'invite', 'Need an invite code?', 'link'],
  ['signin', 'forgot', 'Forgot your password?', 'link'],
  ['forgot', 'signin', 'Back to Sign In', 'link'],
  ['register', 'invite', 'Use a different invite code', 'link'],
  ['register', 'signin', 'Sign in', 'link'],
  ['register', 'forgot', 'reset your password', 'link'],
])(
  'from %s to %s the focus goes to the new heading, and back to the old one',
  async (from, to, name, kind) => {
    inviteAnswers([{ is_valid: true }])
    const { user } = openAuth(views[from].route)
    await heading(from)
    await user.click(screen.getByRole(kind, { name }))
    expect(await heading(to)).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'browser back' }))
    expect(await heading(from)).toHaveFocus()
  },
)

it('from invite to register the focus goes to the new heading', async () => {
  inviteAnswers([{ is_valid: true }])
  const { user } = openAuth('/auth')
  await user.type(await screen.findByLabelText('Invite code'), 'WELCOME001{Enter}')
  expect(await heading('register')).toHaveFocus()
})

it.each(['invite', 'signin', 'forgot'] as const)(
  'a page opened at %s leaves the focus where it is',
  async (view) => {
    openAuth(views[view].route)
    await heading(view)
    expect(document.body).toHaveFocus()
  },
)
