import {
  type MutationMeta,
  QueryClient,
  QueryClientProvider,
  type QueryMeta,
  QueryObserver,
  useQuery,
} from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { memberId, profile } from '@tests/support/builders'
import { broken } from '@tests/support/member-api'
import { failAllRequests, goOffline } from '@tests/support/offline'
import { forgetSession, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { type ReactNode, Suspense } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ErrorBoundary } from '@/app/error-page'
import { lazyPage } from '@/app/pages'
import { receiveToasts } from '@/components/ui/toast'
import { profileQueries, useProfile } from '@/entities/profiles/profile'
import { useSession } from '@/entities/session/session'
import * as initialLoad from '@/lib/after-initial-load'
import { setErrorReporter } from '@/lib/error-reporter'
import { NetworkError, OfflineError } from '@/lib/errors'
import { formatDateTime, formatTime } from '@/lib/format'
import { offlineCacheOptions } from '@/lib/offline-cache'
import { offlineCacheKey } from '@/lib/storage-keys'
import { OfflineBanner } from './layouts/offline-banner'
import { Providers } from './providers'
import { createQueryClient } from './query-client'

const module = vi.hoisted(() => ({ isThere: true, requests: 0 }))

vi.mock('@/components/ui/toaster', () => ({
  get Toaster() {
    module.requests += 1
    if (!module.isThere) throw new Error('no network')
    return () => <p>toasts</p>
  },
}))

describe('the cache of a user', () => {
  beforeEach(async () => {
    vi.spyOn(initialLoad, 'afterInitialLoad').mockResolvedValue()
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
    const current_tokens = tokens
    server.use(http.get('*/rest/v1/profiles', () => HttpResponse.json(profile({ current_tokens }))))
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

  it('shows the stored data offline, also when that begins later, and refetches when online again', async () => {
    await visitBefore()
    server.use(http.get('*/rest/v1/profiles', () => broken()))
    const { unmount } = visit()
    expect(await screen.findByText('failed')).toBeVisible()
    const goOnline = goOffline()
    expect(await screen.findByText('87 tokens')).toBeVisible()
    unmount()
    failAllRequests()
    visit()
    expect(await screen.findByText('87 tokens')).toBeVisible()
    expect(screen.queryByText('failed')).not.toBeInTheDocument()
    serve(61)
    goOnline()
    expect(await screen.findByText('61 tokens')).toBeVisible()
  })

  it('stores only the queries meant for offline use, and adds to the data of earlier visits', async () => {
    await visitBefore()
    expect(stored()).toContain(memberId)
    expect(stored()).not.toContain('admin figures')
    const entry = (queryHash: string, age: number) => ({
      queryHash,
      state: { dataUpdatedAt: Date.now() - age },
    })
    const old = Array.from({ length: 40 }, (_, n) => entry(`old ${n}`, 1000 + n))
    tamper(({ entries }) => entries.push(...old.toReversed(), entry('earlier', 0)))
    await visitBefore(61)
    expect(JSON.parse(stored() ?? '').entries).toHaveLength(40)
    expect(stored()).toContain('earlier')
    expect(stored()).toContain('"old 37"')
    expect(stored()).not.toContain('"current_tokens":87')
  })

  it('shows nothing that is old, of another version or user, or no JSON', async () => {
    await visitBefore()
    const before = stored() ?? ''
    failAllRequests()
    goOffline()
    for (const change of [
      () => tamper(({ entries }) => entries.map(({ state }) => (state.dataUpdatedAt = 0))),
      () => tamper((all) => (all.version = 0)),
      () => tamper((all) => (all.userId = 'person-2')),
      () => localStorage.setItem(offlineCacheKey, '{'),
    ]) {
      localStorage.setItem(offlineCacheKey, before)
      change()
      const { unmount } = visit()
      expect(await screen.findByText('failed')).toBeVisible()
      unmount()
    }
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
    expect(profileQueries.own(memberId)).toMatchObject(offlineCacheOptions())
    expect(offlineCacheOptions(false)).toEqual({})
  })
})

describe('the offline banner', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  beforeEach(() => void vi.setSystemTime(now))

  function Part({ name }: { name: string }) {
    useQuery({ queryKey: [name], queryFn: () => name, staleTime: Number.POSITIVE_INFINITY })
    return null
  }

  const today = formatTime('2026-11-20T10:30:00Z')
  const yesterday = '2026-11-19T10:00:00Z'

  it.each([
    ['the time of the oldest part', { orders: 5, profile: 90, benefits: 10 }, today],
    ['the date of a part that was not read today', { profile: 26 * 60 }, formatDateTime(yesterday)],
    ['no time without any part', {}],
  ])('shows %s of this page, and ignores what is cached for others', (_what, ages, time?: string) => {
    const client = new QueryClient()
    for (const [name, ago] of Object.entries({ ...ages, elsewhere: 48 * 60 }))
      client.setQueryData([name], name, { updatedAt: now - ago * 60_000 })
    render(
      <QueryClientProvider client={client}>
        <OfflineBanner />
        {Object.keys(ages).map((name) => (
          <Part key={name} name={name} />
        ))}
      </QueryClientProvider>,
    )
    goOffline()
    const since = time ? ` This page was last updated at ${time}.` : ''
    const sentence = `You are offline.${since} Changes cannot be saved until you are back online.`
    expect(screen.getByText(/^You are offline/)).toHaveTextContent(sentence)
  })
})

describe('the error page', () => {
  function Broken(): never {
    throw new Error('broken on purpose')
  }

  const boundary = (children: ReactNode, attempt?: string) => (
    <ErrorBoundary attempt={attempt}>{children}</ErrorBoundary>
  )

  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

  it('offers to reload, and retries at another address', () => {
    const { rerender } = render(boundary(<Broken />, '/dashboard'))
    expect(screen.getByRole('heading', { name: 'Something went wrong on this page' })).toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Your tokens and orders are safe: they are stored on the server. Reload to try again.',
    )
    expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
    rerender(boundary(<p>orders</p>, '/dashboard/orders'))
    expect(screen.getByText('orders')).toBeInTheDocument()
  })

  it('reports the error once, with its component stack', () => {
    const report = vi.fn()
    setErrorReporter(report)
    render(boundary(<Broken />))
    setErrorReporter(() => undefined)
    expect(report).toHaveBeenCalledExactlyOnceWith({
      error: new Error('broken on purpose'),
      source: 'render',
      componentStack: expect.stringContaining('Broken'),
    })
  })

  it('explains that a page could not be loaded', async () => {
    const { Page } = lazyPage(() => Promise.reject(new TypeError('Failed to fetch')))
    render(
      boundary(
        <Suspense>
          <Page />
        </Suspense>,
      ),
    )
    expect(await screen.findByRole('heading', { name: 'This page could not be loaded' })).toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent(
      'There may be a new version, or the connection was lost. Reload to get the page.',
    )
  })
})

describe('queries', () => {
  it.each([
    ['reports a bug in a query function without a retry', new TypeError('x is not a function'), 1, 1],
    ['leaves retries of a lost connection to postgrest-js', new NetworkError(), 1, 0],
    ['retries a failing server twice', { status: 500, code: 'XX000' }, 3, 0],
  ])('%s', async (_case, error, calls, reports) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
    const report = vi.fn()
    setErrorReporter(report)
    const queryFn = vi.fn(() => Promise.reject(error))
    await expect(createQueryClient().fetchQuery({ queryKey: ['x'], queryFn })).rejects.toBe(error)
    expect([queryFn.mock.calls.length, report.mock.calls.length]).toEqual([calls, reports])
    vi.useRealTimers()
  })

  /** Receives the toasts. */
  function receive() {
    const toasts = { show: vi.fn(), forgetErrors: vi.fn() }
    onTestFinished(receiveToasts(toasts))
    return toasts
  }

  const refused = { code: '42501', message: 'permission denied' }

  it.each<[string, QueryMeta, object, boolean, string[]]>([
    ['no first load, which its part reports', {}, refused, false, []],
    [
      'a first load whose toast is specified',
      { failed: 'Failed to load orders' },
      refused,
      false,
      ['Failed to load orders'],
    ],
    ['a later load', {}, refused, true, ['This page could not be refreshed.']],
    ['no later load that has a place of its own', { failed: '' }, refused, true, []],
    ['no end of the session', {}, { code: 'PT401', message: 'session_ended' }, true, []],
  ])('reports by a toast %s (C8)', async (_what, meta, error, isLater, texts) => {
    const { show } = receive()
    const client = createQueryClient()
    if (isLater) client.setQueryData(['x'], 'before')
    const queryFn = () => Promise.reject(error)
    await expect(client.fetchQuery({ queryKey: ['x'], queryFn, meta, staleTime: 0 })).rejects.toBe(error)
    expect(show.mock.calls.map(([{ description }]) => description)).toEqual(texts)
  })

  const write = (client: QueryClient, mutationFn: () => Promise<unknown>, meta?: MutationMeta) =>
    client.getMutationCache().build(client, { mutationFn, meta }).execute({})
  const saved = async () => 'saved'

  it('refetches everything, or the queries that a write names, and dismisses earlier error toasts (C8)', async () => {
    const { forgetErrors } = receive()
    const client = createQueryClient()
    const stale = () => ['x', 'y'].map((key) => client.getQueryState([key])?.isInvalidated)
    const read = () => ['x', 'y'].map((key) => client.setQueryData([key], 'before'))
    read()
    // Whoever is no longer an admin must leave (D11).
    const demoted = { code: 'PT403', message: 'not_admin' }
    await expect(write(client, () => Promise.reject(demoted))).rejects.toBe(demoted)
    expect(stale()).toEqual([true, true])
    read()
    await write(client, saved, { refreshes: ['y'] })
    expect(stale()).toEqual([false, true])
    await write(client, saved)
    expect(stale()).toEqual([true, true])
    expect(forgetErrors).toHaveBeenCalledTimes(2)
  })

  it('says what was written also while a read hangs (C8)', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const client = createQueryClient()
    client.setQueryData(['x'], 'before')
    const observer = new QueryObserver(client, {
      queryKey: ['x'],
      queryFn: () => new Promise(() => undefined),
    })
    onTestFinished(observer.subscribe(() => undefined))
    const written = vi.fn()
    void write(client, saved).then(written)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(written).toHaveBeenCalledExactlyOnceWith('saved')
  })

  const busy = { code: 'PT403', message: 'second_factor_required' }
  const failed = () => ({ title: 'Update Failed', description: 'An error' })
  const reason = 'Sign in again and enter a code.'
  const usual = { title: 'Error', description: 'Something went wrong. Please try again.' }

  it.each<[string, MutationMeta | undefined, unknown, object | undefined]>([
    ['its own words and the reason', { failed }, busy, { ...failed(), detail: reason }],
    [
      'its own words, with the reason at the form',
      { failed, inPlace: true },
      busy,
      { ...failed(), detail: undefined },
    ],
    ['nothing, where the form does', { failed: 'form' }, busy, undefined],
    ['the usual words', undefined, refused, usual],
    ['no reason for a lost connection', { failed }, new NetworkError(), { ...failed(), detail: undefined }],
  ])('says of a failed write %s (C8)', async (_what, meta, error, toast) => {
    const { show } = receive()
    await expect(write(createQueryClient(), () => Promise.reject(error), meta)).rejects.toBe(error)
    expect(show.mock.calls.flat()).toEqual(toast ? [expect.objectContaining(toast)] : [])
  })

  it('sends no write offline, and shows the reason, unless the write is meant for offline', async () => {
    const { show } = receive()
    const mutationFn = vi.fn(saved)
    const client = createQueryClient()
    goOffline()
    await expect(write(client, mutationFn, { failed })).rejects.toBeInstanceOf(OfflineError)
    expect(mutationFn).not.toHaveBeenCalled()
    const detail = 'You are offline, so nothing was sent. Try again once you are back.'
    expect(show).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ title: 'Update Failed', detail }))
    await expect(write(client, mutationFn, { offline: true })).resolves.toBe('saved')
  })
})

describe('toasts', () => {
  it('works without toasts while their module cannot be loaded, and shows them once it can', async () => {
    Object.assign(module, { isThere: false, requests: 0 })
    render(
      <Providers>
        <p>the page</p>
      </Providers>,
    )
    fireEvent.pointerDown(document.body)
    await waitFor(() => expect(module.requests).toBe(1))
    expect(screen.getByText('the page')).toBeVisible()

    module.isThere = true
    fireEvent.keyDown(document.body)
    expect(await screen.findByText('toasts')).toBeVisible()
  })
})
