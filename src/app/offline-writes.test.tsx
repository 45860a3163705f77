import { screen, within } from '@testing-library/react'
import { authAnswers, openAuth } from '@tests/support/auth-api'
import { rowsAnswer, serveProfile } from '@tests/support/member-api'
import { goOffline } from '@tests/support/offline'
import { renderPage, sessionAnswer, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { http } from 'msw'
import { expect, it } from 'vitest'
import { ProfilePage } from '@/features/member/profile/page'
import { RedeemPage } from '@/features/member/redeem/page'

const reason = 'You are offline, so nothing was sent. Try again once you are back.'

/** Counts the requests that change something. */
function watchWrites() {
  const seen: string[] = []
  server.events.on('request:start', ({ request }) => {
    if (request.method !== 'GET') seen.push(request.url)
  })
  return seen
}

it('signing in is refused with the reason at the form, and what was typed stays', async () => {
  authAnswers('token', sessionAnswer())
  const { user } = openAuth('/auth?mode=signin')
  await user.type(await screen.findByLabelText('Email'), 'tamsin@ferreira.example')
  await user.type(screen.getByLabelText('Password'), 'guildhall-demo')
  const sent = watchWrites()
  const comeBack = goOffline()
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  await seeToast('Sign In Error', 'An unexpected error occurred')
  expect(within(screen.getByRole('main')).getByRole('alert')).toHaveTextContent(reason)
  expect(screen.getByLabelText('Email')).toHaveValue('tamsin@ferreira.example')
  expect(sent).toEqual([])

  comeBack()
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  await seeToast('Welcome back!', 'Successfully signed in.')
})

it('saving the profile is refused with the reason, and what was typed stays', async () => {
  await signInAs()
  serveProfile()
  const { user } = renderPage(<ProfilePage />)
  const name = await screen.findByLabelText('Full name')
  await user.type(name, ' Lund')
  const sent = watchWrites()
  goOffline()
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await seeToast('Update Failed', reason)
  expect(name).toHaveValue('Tamsin Ferreira Lund')
  expect(sent).toEqual([])
})

it('redeeming a code is refused with the reason, and the code stays', async () => {
  await signInAs()
  serveProfile()
  server.use(http.get('*/rest/v1/token_transactions', () => rowsAnswer([])))
  const { user } = renderPage(<RedeemPage />)
  const code = await screen.findByLabelText('Token code')
  await user.type(code, 'R9CL5HX3')
  const sent = watchWrites()
  goOffline()
  await user.click(screen.getByRole('button', { name: 'Redeem code' }))
  await seeToast('Redemption Failed', reason)
  expect(code).toHaveValue('R9CL5HX3')
  expect(sent).toEqual([])
})
