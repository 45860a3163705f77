import { useQuery } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { memberId, profile } from '@tests/support/builders'
import { broken } from '@tests/support/member-api'
import { failAllRequests, goOffline } from '@tests/support/offline'
import { forgetSession, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { profileQueries, useProfile } from '@/entities/profiles/own'
import { useSession } from '@/entities/session/session'
import { cachedOffline } from '@/lib/offline-cache'
import { offlineCacheKey } from '@/lib/storage-keys'
import * as settled from '@/lib/supabase-lazy/settled'
import { Providers } from './providers'

beforeEach(async () => {
  vi.spyOn(settled, 'whenSettled').mockResolvedValue()
  await signInAs()
})

function Here() {
  return useSession().status === 'signed-in' ? <Balance /> : <p>signed out</p>
}

function Balance() {
  const own = useProfile()
  // Not stored offline.
  useQuery({ queryKey: ['overview'], queryFn: () => 'admin figures' })
  if (own.data) return <p>{own.data.current_tokens} tokens</p>
  return <p>{own.isError ? 'failed' : 'waiting'}</p>
}

function serve(tokens: number) {
  const asked: string[] = []
  server.use(
    http.get('*/rest/v1/profiles', ({ request }) => {
      asked.push(request.url)
      return HttpResponse.json(profile({ current_tokens: tokens }))
    }),
  )
  return asked
}

const stored = () => localStorage.getItem(offlineCacheKey)

/** Opens the app. */
function visit() {
  return render(
    <Providers>
      <Here />
    </Providers>,
  )
}

/** Opens and closes the app, which stores the balance. */
async function visitBefore(tokens = 87) {
  serve(tokens)
  const { unmount } = visit()
  await screen.findByText(`${tokens} tokens`)
  await waitFor(() => expect(stored()).toContain(`"current_tokens":${tokens}`))
  unmount()
}

type Stored = {
  version: number
  userId: string
  entries: { queryHash: string; state: { dataUpdatedAt: number } }[]
}

function tamper(change: (data: Stored) => void) {
  const data = JSON.parse(stored() ?? '')
  change(data)
  localStorage.setItem(offlineCacheKey, JSON.stringify(data))
}

it('stores only the queries meant for offline use', async () => {
  await visitBefore()
  expect(stored()).toContain(memberId)
  expect(stored()).not.toContain('admin figures')
})

it('shows the stored data offline, and refetches when online again', async () => {
  await visitBefore()
  failAllRequests()
  const goOnline = goOffline()
  visit()
  expect(await screen.findByText('87 tokens')).toBeVisible()
  expect(screen.queryByText('failed')).not.toBeInTheDocument()
  serve(61)
  goOnline()
  expect(await screen.findByText('61 tokens')).toBeVisible()
})

it('shows the stored data when the connection is lost later', async () => {
  await visitBefore()
  server.use(http.get('*/rest/v1/profiles', () => broken()))
  visit()
  expect(await screen.findByText('failed')).toBeVisible()
  goOffline()
  expect(await screen.findByText('87 tokens')).toBeVisible()
})

it('adds to the data of earlier visits', async () => {
  await visitBefore()
  tamper(({ entries }) => entries.push({ queryHash: 'earlier', state: { dataUpdatedAt: Date.now() } }))
  await visitBefore(61)
  expect(stored()).toContain('earlier')
  expect(stored()).not.toContain('"current_tokens":87')
})

it.each([
  [
    'older than a day',
    () =>
      tamper(({ entries }) => {
        for (const { state } of entries) state.dataUpdatedAt -= 86_400_000
      }),
  ],
  ['of another version', () => tamper((all) => (all.version = 0))],
  ['of another user', () => tamper((all) => (all.userId = 'person-2'))],
  ['no JSON', () => localStorage.setItem(offlineCacheKey, '{')],
])('shows nothing that is %s', async (_case, change) => {
  await visitBefore()
  change()
  failAllRequests()
  goOffline()
  visit()
  expect(await screen.findByText('failed')).toBeVisible()
})

it('drops all of it when the user signs out, in memory and in storage (D18)', async () => {
  await visitBefore()
  serve(87)
  visit()
  await screen.findByText('87 tokens')
  await act(forgetSession)
  expect(screen.getByText('signed out')).toBeVisible()
  expect(stored()).toBeNull()

  server.use(http.get('*/rest/v1/profiles', () => broken()))
  await act(() => signInAs())
  expect(await screen.findByText('failed')).toBeVisible()
})

it('drops stored data when opened signed out', async () => {
  await visitBefore()
  const data = stored() ?? ''
  await forgetSession()
  localStorage.setItem(offlineCacheKey, data)
  render(<Providers>signed out</Providers>)
  await waitFor(() => expect(stored()).toBeNull())
})

it('works without storage', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  serve(87)
  visit()
  expect(await screen.findByText('87 tokens')).toBeVisible()
  await waitFor(() => expect(full).toHaveBeenCalledWith(offlineCacheKey, expect.anything()))
  full.mockRestore()
  expect(stored()).toBeNull()
})

it('keeps a response in memory as long as in storage', () => {
  expect(profileQueries.own(memberId)).toMatchObject(cachedOffline())
  expect(cachedOffline(false)).toEqual({})
})
