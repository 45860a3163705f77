import { QueryClient, QueryClientProvider, useIsFetching } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { useActivity, useActivityCount } from '@/entities/activity/activity'
import { useAnnouncements } from '@/entities/announcements/announcements'
import {
  useAdminBenefits,
  useBenefitCount,
  useBenefitNames,
  useBenefitStats,
} from '@/entities/benefits/admin-list'
import { useBenefitCounts, useBenefits } from '@/entities/benefits/catalogue'
import { useEditedCategories } from '@/entities/benefits/categories'
import { useCategoryBenefitCount } from '@/entities/benefits/category-mutations'
import { useBenefit, useBenefitFacts } from '@/entities/benefits/detail'
import { useCode, useCodeUsers } from '@/entities/codes/details'
import { useCodeCounts, useCodeSearchCount, useCodes } from '@/entities/codes/list'
import { useDeliveryStatus, useOrderEvents } from '@/entities/deliveries/own'
import { usePool, usePoolCounts } from '@/entities/deliveries/pool'
import { useReport, useReportCounts, useReports, useSuspectBatches } from '@/entities/deliveries/reports'
import { useDeliverySettings, useDeliveryStats } from '@/entities/deliveries/settings'
import { useTestEmail } from '@/entities/emails/templates'
import { useInvitationCounts, useInvitations } from '@/entities/invitations/admin'
import { useUnreadCount } from '@/entities/notifications/notification'
import { useNotifications } from '@/entities/notifications/own'
import { useNotificationPreferences } from '@/entities/notifications/preferences'
import { useRecentOperations } from '@/entities/operations/recent'
import { useAdminOrder, useOrderHistory, useOrderNotes } from '@/entities/orders/admin-detail'
import {
  noOrderFilters,
  useAdminOrders,
  useOrderCount,
  useOrderStatusCounts,
} from '@/entities/orders/admin-list'
import { useOwnOrder, useOwnOrders, useOwnOrdersOf } from '@/entities/orders/own-lists'
import { useSavedViews, useViewCounts } from '@/entities/orders/views'
import {
  useOnTimeStats,
  useOverviewCounts,
  usePendingCount,
  useSystemStatus,
  useToday,
  useTokenFlow,
} from '@/entities/overview/overview'
import { useAdminPayments, useOpenDisputes, usePaymentSums } from '@/entities/payments/admin'
import { useOwnPayments, usePaymentOutcome } from '@/entities/payments/own'
import { useAdminProfiles, useProfileCount } from '@/entities/profiles/admin-list'
import {
  useAdminProfile,
  usePersonMessages,
  usePersonNotes,
  usePersonReports,
  usePersonStats,
  useProfileCounts,
  useProfileOpenOrderCount,
} from '@/entities/profiles/admin-person'
import {
  useProfileCodes,
  useProfileOrders,
  useProfilePayments,
  useProfileTransactions,
} from '@/entities/profiles/person-lists'
import { useProfile } from '@/entities/profiles/profile'
import { useMyInvitations } from '@/entities/referrals/referral'
import * as session from '@/entities/session/session'
import { useRedeemedCodes, useTransactions } from '@/entities/transactions/history'
import {
  useBalanceHistory,
  useRecentTransactions,
  useTransactionTotals,
} from '@/entities/transactions/transaction'
import { useWaitlist, useWaitlistCounts } from '@/entities/waitlist/admin'

beforeEach(() => void vi.spyOn(session, 'useUser').mockReturnValue({ id: 'me', email: '' }))

const page = { page: 2, after: { value: '7', id: '8' } }
const back = { page: 2, before: { value: '7', id: '8' } }
const days = { from: '2026-11-01', to: '2026-11-02' }
const activity = { search: 'ink', table: 'orders', actor: 'a', ...days } as const
const benefits = { search: 'ink', method: 'key', status: 'inactive', category: 'a' } as const
const codes = { state: 'used', search: 'ink' } as const
const catalogue = {
  search: 'ink',
  sort: 'newest',
  category: 'a',
  favourites: true,
  affordable: true,
} as const
const searched = { ...noOrderFilters, search: 'ink', due: 'late', assigned: 'me', noted: true } as const
const ofDays = { ...noOrderFilters, ...days, status: 'pending' } as const
const newest = { search: '', sort: { by: 'created_at', ascending: false } } as const
const byName = { search: '', sort: { by: 'name', ascending: true } } as const

type When = number | 'focus'

/** When each is read again by itself: after seconds, or with the focus of the window. `vitest -u` writes what is asked for into reads.txt. */
const reads: [string, useRead: () => unknown, ...when: When[]][] = [
  ['activity', () => useActivity(activity, page), 'focus'],
  ['count of activity', () => useActivityCount(activity), 'focus'],
  ['announcements about to be sent', useAnnouncements, 5],
  ['catalogue', () => useBenefits(catalogue, 1), 30],
  ['counts of the catalogue', () => useBenefitCounts(catalogue), 30],
  ['benefit', () => useBenefit('a'), 30],
  ['what is left of a benefit', () => useBenefitFacts('a'), 30],
  ['code', () => useCode('token', 'a'), 'focus'],
  ['reports', () => useReports({ open: true, search: 'ink' }, page), 'focus'],
  ['report', () => useReport('a'), 'focus'],
  ['counts of reports', useReportCounts, 60],
  ['suspect batches', useSuspectBatches, 60],
  ['test email that waits', () => useTestEmail('a'), 1],
  ['unread', useUnreadCount, 'focus'],
  ['preferences', useNotificationPreferences, 'focus'],
  ['operations', useRecentOperations, 'focus'],
  ['order', () => useAdminOrder('a'), 'focus'],
  ['notes on an order', () => useOrderNotes('a'), 'focus'],
  ['orders', () => useAdminOrders(searched, 'newest', page), 'focus'],
  ['count of orders', () => useOrderCount(searched), 'focus'],
  ['orders by status', useOrderStatusCounts, 'focus'],
  ['counts of views', () => useViewCounts([{ status: 'pending' }]), 60, 'focus'],
  ['counts of the overview', useOverviewCounts, 60],
  ['today', useToday, 60],
  ['pending', usePendingCount, 60],
  ['system status', useSystemStatus, 60],
  ['own payments in progress', useOwnPayments, 2],
  ['payment in progress', () => usePaymentOutcome('a'), 2, 'focus'],
  ['users', () => useAdminProfiles(byName, page), 'focus'],
  ['count of users', () => useProfileCount('ink'), 'focus'],
  ['user', () => useAdminProfile('a'), 'focus'],
  ['own invitations', useMyInvitations, 'focus'],
  ['waitlist', () => useWaitlist({ declined: false, search: 'ada' }, page), 'focus'],
  ['totals of benefits', () => useBenefitStats(['a'])],
  ['benefits of admins', () => useAdminBenefits(benefits, { by: 'name', ascending: true }, page)],
  ['count of benefits', () => useBenefitCount(benefits)],
  ['names of benefits', useBenefitNames],
  ['size of a category', () => useCategoryBenefitCount('a')],
  ['categories', useEditedCategories, 'focus'],
  ['codes', () => useCodes('invite', codes, { by: 'code', ascending: true }, page)],
  ['codes before', () => useCodes('token', codes, { by: 'code', ascending: true }, back)],
  ['count of codes', () => useCodeSearchCount('invite', codes)],
  ['codes by state', () => useCodeCounts('token')],
  ['users of a code', () => useCodeUsers('token', 'a', page)],
  ['delivery', () => useDeliveryStatus('a')],
  ['events of an order', () => useOrderEvents('a')],
  ['settings of a delivery', () => useDeliverySettings('a')],
  ['figures of a delivery', () => useDeliveryStats('a')],
  ['keys', () => usePool('a', { search: 'ink', state: 'available' }, page)],
  ['keys by state', () => usePoolCounts('a')],
  ['invitations', () => useInvitations('ada', page)],
  ['invitations before', () => useInvitations('ada', back)],
  ['invitations by state', () => useInvitationCounts('ada')],
  ['notifications', useNotifications],
  ['due orders', () => useAdminOrders(searched, 'due', page), 'focus'],
  ['due orders before', () => useAdminOrders(searched, 'due', back), 'focus'],
  ['orders of two days', () => useAdminOrders(ofDays, 'newest', page), 'focus'],
  ['history of an order', () => useOrderHistory('a')],
  ['views', useSavedViews],
  ['own orders', () => useOwnOrders({ search: 'ink', page: 2 })],
  ['own order', () => useOwnOrder('a')],
  ['own orders of a benefit', () => useOwnOrdersOf('a')],
  ['share on time', useOnTimeStats],
  ['tokens over time', () => useTokenFlow('week')],
  ['payments', () => useAdminPayments({ search: 'ada', state: 'paid', month: '2026-11' }, page)],
  ['disputes', useOpenDisputes],
  ['sums of payments', () => usePaymentSums('2026-11')],
  ['newest users', () => useAdminProfiles(newest, page), 'focus'],
  ['figures of a user', () => usePersonStats('a')],
  ['reports of a user', () => usePersonReports('a', page)],
  ['notes about a user', () => usePersonNotes('a', page)],
  ['messages to a user', () => usePersonMessages('a', page)],
  ['counts of a user', () => useProfileCounts('a')],
  ['open orders of a user', () => useProfileOpenOrderCount('a')],
  ['orders of a user', () => useProfileOrders('a', page)],
  ['ledger of a user', () => useProfileTransactions('a', page)],
  ['codes of a user', () => useProfileCodes('a', page)],
  ['payments of a user', () => useProfilePayments('a', page)],
  ['own profile', useProfile],
  ['own ledger', () => useTransactions('refund', 2)],
  ['own totals', () => useTransactionTotals('refund')],
  ['newest of the own ledger', useRecentTransactions],
  ['own balances', useBalanceHistory],
  ['redeemed codes', useRedeemedCodes],
  ['counts of the waitlist', () => useWaitlistCounts('ada')],
]

it('asks for what reads.txt lists, and again by itself for what others change', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server.use(
    http.all('*', async ({ request }) => {
      const { headers, method, url } = request
      const { pathname, searchParams } = new URL(url)
      searchParams.delete('select')
      if (when === undefined) {
        const sent = [method, pathname.replace('/rest/v1/', ''), decodeURIComponent(searchParams.toString())]
        asked.push([...sent, headers.get('prefer'), await request.text()].filter(Boolean).join(' '))
      }
      const row = { state: url.includes('payments') ? 'processing' : 'waiting', send_at: '2026-01-01T00:00Z' }
      const isOne = headers.get('accept')?.includes('object')
      return HttpResponse.json(isOne ? row : [row], { headers: { 'content-range': '0-0/1' } })
    }),
  )
  const fetched: Record<string, When[]> = Object.fromEntries(reads.map(([name]) => [name, []]))
  const asked: string[] = []
  let when: When | undefined
  function Read({ useRead }: { useRead: () => unknown }) {
    useRead()
    return useIsFetching() > 0 ? 'reading' : null
  }
  function open([name, useRead]: (typeof reads)[number]) {
    const client = new QueryClient({
      defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
    })
    client.getQueryCache().subscribe((event) => {
      if (when === undefined || event.type !== 'updated' || event.action.type !== 'fetch') return
      const times = fetched[name]
      if (!times?.some((time) => typeof time === typeof when)) times?.push(when)
    })
    return (
      <QueryClientProvider key={name} client={client}>
        <Read useRead={useRead} />
      </QueryClientProvider>
    )
  }
  const { container } = render(reads.map(open))
  const settle = () => waitFor(() => expect(container).toBeEmptyDOMElement())
  await settle()
  for (when = 1; when <= 60; when++) act(() => void vi.advanceTimersByTime(1000))
  await settle()
  when = 'focus'
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await settle()
  await expect(`${asked.toSorted().join('\n')}\n`).toMatchFileSnapshot('reads.txt')
  expect(fetched).toEqual(Object.fromEntries(reads.map(([name, , ...times]) => [name, times])))
})
