import { onlineManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { Link, MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { emptyAnnouncement, useAnnouncementDryRun } from '@/entities/announcements/announcements'
import { benefitKeys } from '@/entities/benefits/benefit'
import { deliveryKeys } from '@/entities/deliveries/delivery'
import { useInvitationDryRun } from '@/entities/invitations/send'
import { notificationKeys } from '@/entities/notifications/notification'
import { operationKeys } from '@/entities/operations/operation'
import { useOperationEvents } from '@/entities/operations/recent'
import { useDryRun } from '@/entities/operations/run'
import { useDeskEvents } from '@/entities/orders/admin-detail'
import { orderKeys } from '@/entities/orders/order'
import { extendMemberships } from '@/entities/profiles/admin-mutations'
import { profileKeys } from '@/entities/profiles/profile'
import * as session from '@/entities/session/session'
import * as channels from '@/entities/shared/join-channel'
import { useLiveUpdates } from '@/entities/shared/live'
import { transactionKeys } from '@/entities/transactions/transaction'
import { useApprovalDryRun } from '@/entities/waitlist/admin'

beforeEach(() => void vi.spyOn(session, 'useUser').mockReturnValue({ id: 'member', email: '' }))

type Listener = (status: string) => void
type Rows = Record<'event' | 'table' | 'filter', string>

/** Lets a test play the part of the realtime server. */
function fakeChannel() {
  const events = new Map<string, () => Promise<void>>()
  const asked: string[] = []
  let listener: Listener = () => undefined
  const channel = {
    on(_: string, { event, table, filter }: Rows, onEvent: () => Promise<void>) {
      events.set(table, onEvent)
      asked.push(`${event} ${table} ${filter}`)
      return channel
    },
    subscribe(onStatus: Listener) {
      listener = onStatus
      return channel
    },
  }
  vi.spyOn(channels, 'joinChannel').mockImplementation((_, listen) => {
    listen(channel as never)
    return () => undefined
  })
  return {
    asked,
    change: (table: string) => act(async () => void events.get(table)?.()),
    join: () => act(async () => listener('SUBSCRIBED')),
    fail: () => act(async () => listener('CHANNEL_ERROR')),
  }
}

/** A page with one query, whose responses come from the test. */
function open(useEvents = () => useLiveUpdates('Member'), queryKey: string[] = deliveryKeys.status('order')) {
  const answers: ((text: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  function Page() {
    useEvents()
    return useQuery({ queryKey, queryFn }).data ?? 'Loading'
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Page />
        <Link to="/next">Next</Link>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return answers
}

it('loads again what an event overtook while it was loaded for the first time', async () => {
  const { change } = fakeChannel()
  const answers = open()
  await change('orders')
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.('before')
  answers[1]?.('after')
  expect(await screen.findByText('after')).toBeInTheDocument()
})

it.each<[string, string, (() => void)?, string[]?]>([
  ['orders', 'a member'],
  ['order_desk', 'the desk', useDeskEvents, orderKeys.all],
])(
  'does not cancel what a burst of events of %s loads for %s, and loads it once more',
  async (table, _, ...page) => {
    const { change } = fakeChannel()
    const answers = open(...page)
    answers[0]?.('before')
    expect(await screen.findByText('before')).toBeInTheDocument()
    for (let event = 0; event < 5; event++) await change(table)
    await waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.('during')
    expect(await screen.findByText('during')).toBeInTheDocument()
    await waitFor(() => expect(answers).toHaveLength(3))
    answers[2]?.('after')
    expect(await screen.findByText('after')).toBeInTheDocument()
    expect(answers).toHaveLength(3)
  },
)

it('does not repeat a first load because the channel was joined', async () => {
  const { join } = fakeChannel()
  const answers = open()
  await join()
  answers[0]?.('loaded')
  expect(await screen.findByText('loaded')).toBeInTheDocument()
  expect(answers).toHaveLength(1)
  await join()
  await waitFor(() => expect(answers).toHaveLength(2))
})

const notifications = ['INSERT notifications user_id=eq.member', 'UPDATE notifications user_id=eq.member']

it.each<[string, (() => void)?, string[]?]>([
  ['a member'],
  ['the desk', useDeskEvents, orderKeys.all],
  ['operations', useOperationEvents, operationKeys.recent],
])('without a channel, looks again every 30 s, on focus and on navigation, for %s', async (_, ...page) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { fail, join } = fakeChannel()
  const answers = open(...page)
  let read = 0
  const readAgain = async () => {
    await waitFor(() => expect(answers).toHaveLength(read + 1))
    const answer = answers[read]
    read += 1
    answer?.(`${read} read`)
    expect(await screen.findByText(`${read} read`)).toBeInTheDocument()
  }
  await readAgain()
  await fail()
  await readAgain()
  for (const look of [
    () => vi.advanceTimersByTime(30_000),
    () => fireEvent.focus(window),
    () => fireEvent.click(screen.getByRole('link', { name: 'Next' })),
    join,
  ]) {
    await look()
    await readAgain()
  }
  vi.advanceTimersByTime(30_000)
  fireEvent.focus(window)
  expect(answers).toHaveLength(read)
  vi.useRealTimers()
})

it.each([
  ['Admin', notifications, [notificationKeys.all]],
  [
    'Member',
    [
      ...[...notifications, 'UPDATE profiles id=eq.member', 'INSERT token_transactions user_id=eq.member'],
      ...['INSERT orders user_id=eq.member', 'UPDATE orders user_id=eq.member'],
    ],
    [
      ...[notificationKeys.all, profileKeys.all, benefitKeys.catalogue, transactionKeys.all],
      ...[orderKeys.all, deliveryKeys.all],
    ],
  ],
] as const)(
  'sends the %s area own rows only, none deleted, and reads all that they change',
  async (area, rows, keys) => {
    const { asked, join } = fakeChannel()
    const refresh = vi.spyOn(QueryClient.prototype, 'invalidateQueries')
    open(() => useLiveUpdates(area))
    await join()
    expect(asked).toEqual(rows)
    expect(refresh.mock.calls.map(([filters]) => filters?.queryKey)).toEqual(keys)
  },
)

const extend = extendMemberships({ ids: ['a'] }, 12)
const invited = { row: { email: 'ada@x.test', name: '', until: null, balance: null }, line: 1 }
const invitations = { rows: [invited], message: '', days: 30, bound: false }

// What was counted is what is done: nothing replaces it behind the dialog (D46).
it.each<[string, () => { isSuccess: boolean }]>([
  ['an operation', () => useDryRun('id', 1, extend)],
  ['an announcement', () => useAnnouncementDryRun(emptyAnnouncement)],
  ['invitations', () => useInvitationDryRun('id', invitations)],
  ['the waitlist', () => useApprovalDryRun('id', ['a'])],
])('the dry run of %s is not repeated by itself', async (_, useCount) => {
  let calls = 0
  server.use(
    http.post<{ name: string }>('*/rest/v1/rpc/:name', ({ params: { name } }) => {
      calls += 1
      return HttpResponse.json(/announcement_dry_run|memberships/.test(name) ? {} : [])
    }),
  )
  const Counted = () => <p>{useCount().isSuccess ? 'Counted' : 'Counting'}</p>
  const { client } = renderPage(<Counted />)
  await screen.findByText('Counted')
  const once = calls
  act(() => {
    onlineManager.setOnline(false)
    onlineManager.setOnline(true)
  })
  await client.invalidateQueries()
  expect(calls).toBe(once)
})
