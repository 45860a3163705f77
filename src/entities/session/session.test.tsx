import { screen, waitFor } from '@testing-library/react'
import { expectToast, serverIsGone } from '@tests/support/auth-api'
import { goOffline } from '@tests/support/offline'
import { memberId, renderPage, sessionAnswer, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { sessionStorageKey } from '@/lib/storage-keys'
import { beginRecovery, currentSession, useSession, useSignOut } from './session'

function Probe() {
  const session = useSession()
  const signOut = useSignOut()
  return (
    <>
      <p>{JSON.stringify(session)}</p>
      <button type="button" onClick={() => signOut.mutate()}>
        Sign Out
      </button>
    </>
  )
}

async function signOut() {
  await signInAs()
  const { user } = renderPage(<Probe />)
  await user.click(screen.getByRole('button', { name: 'Sign Out' }))
}

/** What auth answers to a logout; records which sessions it was to end. */
function logoutAnswers(status: number, body: object = {}) {
  const scopes: (string | null)[] = []
  server.use(
    http.post('*/auth/v1/logout', ({ request }) => {
      scopes.push(new URL(request.url).searchParams.get('scope'))
      return HttpResponse.json(body, { status })
    }),
  )
  return scopes
}

/** Another tab of this browser speaks: auth's client tells the others by such a channel. */
async function fromAnotherTab(event: string, session: unknown) {
  const tab = new BroadcastChannel(sessionStorageKey)
  tab.postMessage({ event, session })
  await new Promise((resolve) => setTimeout(resolve, 20))
  tab.close()
}

it('knows who signed in', async () => {
  await signInAs()
  renderPage(<Probe />)
  expect(currentSession()).toEqual({
    status: 'signed-in',
    user: { id: memberId, email: 'tamsin@ferreira.example' },
    recovering: false,
  })
  expect(screen.getByText(/"signed-in"/)).toBeVisible()
})

it('knows that one left by the own button, which ends this session and no other', async () => {
  const scopes = logoutAnswers(204)
  await signOut()
  await waitFor(() => expect(currentSession()).toEqual({ status: 'signed-out', left: true }))
  expect(localStorage.getItem(sessionStorageKey)).toBeNull()
  expect(scopes).toEqual(['local'])
})

it('signs out without a server (D18)', async () => {
  serverIsGone('auth/v1/logout')
  await signOut()
  await waitFor(() => expect(currentSession()).toEqual({ status: 'signed-out', left: true }))
  expect(localStorage.getItem(sessionStorageKey)).toBeNull()
})

it('signs out offline without asking (D18)', async () => {
  await signInAs()
  const { user } = renderPage(<Probe />)
  const asked: string[] = []
  server.use(
    http.post('*/auth/v1/logout', ({ request }) => {
      asked.push(request.url)
      return HttpResponse.error()
    }),
  )
  goOffline()
  await user.click(screen.getByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(currentSession()).toEqual({ status: 'signed-out', left: true }))
  expect(localStorage.getItem(sessionStorageKey)).toBeNull()
  expect(asked).toEqual([])
})

it('signs out with a broken server (D18)', async () => {
  logoutAnswers(503)
  await signOut()
  await waitFor(() => expect(currentSession()).toEqual({ status: 'signed-out', left: true }))
})

it('says Sign Out Error when the server refuses', async () => {
  logoutAnswers(429, { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' })
  await signOut()
  await expectToast('Sign Out Error', 'Request rate limit reached')
  expect(currentSession().status).toBe('signed-in')
})

it('follows another tab out and in (D18)', async () => {
  await signInAs()
  await fromAnotherTab('SIGNED_OUT', null)
  expect(currentSession()).toEqual({ status: 'signed-out', left: false })
  await fromAnotherTab('SIGNED_IN', sessionAnswer('odile@brandt.example', 'person-2'))
  expect(currentSession()).toMatchObject({ status: 'signed-in', user: { id: 'person-2' } })
})

it('keeps a recovery to the tab that opened its link, and to its person', async () => {
  await signInAs()
  await fromAnotherTab('PASSWORD_RECOVERY', sessionAnswer())
  expect(currentSession()).toMatchObject({ recovering: false })
  beginRecovery()
  expect(currentSession()).toMatchObject({ recovering: true })
  await fromAnotherTab('SIGNED_IN', sessionAnswer('odile@brandt.example', 'person-2'))
  expect(currentSession()).toMatchObject({ user: { id: 'person-2' }, recovering: false })
})
