import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/app/query-client'
import { receiveToasts, type Toast } from '@/components/ui/toast'
import {
  emptyAnnouncement,
  useCallBackAnnouncement,
  useSendAnnouncement,
} from '@/entities/announcements/announcements'
import { useChangeBenefit, useCreateBenefit, useDeleteBenefit } from '@/entities/benefits/admin-mutations'
import {
  useCreateCategory,
  useOrderCategories,
  useRemoveCategory,
  useRenameCategory,
} from '@/entities/benefits/category-mutations'
import { useNotifyWhenAvailable, useSetFavourite } from '@/entities/benefits/wishes'
import { useExtendCode, useTakenCodes } from '@/entities/codes/admin-mutations'
import { useResendDelivery } from '@/entities/deliveries/admin-order'
import { useImportKeys, useRevealKey, useSetKeyAside } from '@/entities/deliveries/pool'
import { useReportDelivery } from '@/entities/deliveries/report'
import { useAnswerReport, useDecideBatch } from '@/entities/deliveries/reports'
import { useSendTestEmail } from '@/entities/emails/templates'
import { useResendInvitation, useRevokeInvitation } from '@/entities/invitations/invitation'
import { useSendInvitations } from '@/entities/invitations/send'
import { useMarkAllAsRead, useMarkAsRead } from '@/entities/notifications/own'
import { adminGroups, useSavePreferences } from '@/entities/notifications/preferences'
import {
  useAddOrderNote,
  useAssignOrders,
  useSetOrderStatus,
  useSettleChange,
} from '@/entities/orders/admin-detail'
import { noOrderFilters } from '@/entities/orders/admin-list'
import { useCancelOwnOrder, usePlaceOrder } from '@/entities/orders/place-order'
import { useDeleteView, useSaveView } from '@/entities/orders/views'
import { useRefund, useSettleProblem } from '@/entities/payments/admin'
import { useOpenReceipt } from '@/entities/payments/own'
import { useConfirmDeletion } from '@/entities/privacy/privacy'
import {
  useApproveSecondFactor,
  useDeleteProfile,
  useMakeAdmin,
  useResetSecondFactor,
  useSaveProfile,
  useSendMessage,
} from '@/entities/profiles/admin-mutations'
import { useUpdateProfile } from '@/entities/profiles/own'
import { useKeepAccount } from '@/entities/profiles/profile'
import { useSendInvitation } from '@/entities/referrals/referral'
import * as session from '@/entities/session/session'
import { useSaveSettings } from '@/entities/settings/settings'
import { useApprove, useDecide } from '@/entities/waitlist/admin'

beforeEach(() => void vi.spyOn(session, 'useUser').mockReturnValue({ id: 'me', email: '' }))

type Write = { mutateAsync: (input: never) => Promise<unknown> }
type Row = [
  useWrite: () => Write,
  input: unknown,
  said?: string,
  afterFailure?: string,
  afterSuccess?: string,
]

const row = { id: 'a', name: 'x', updated_at: 'b', created_at: 'c' }
const seen = { items: 1 } as never
const invitees = { rows: [{ line: 1, row: { email: 'x', balance: 5 } }], message: 'y', days: 30, bound: true }

/** What a refusal says outside the form, and what is read again: after `sold_out | no response` or either, and after success. `vitest -u` writes what is sent into writes.txt. */
const writes: Row[] = [
  [useCallBackAnnouncement, 'a', 'The announcement was not sent. Please try again.'],
  [useSendAnnouncement, { ...emptyAnnouncement, id: 'a', title: 'x', body: 'y', expected: 1, at: null }],
  [useCreateBenefit, { id: 'a', input: { name: 'x', image_url: '' } }, 'Failed to save benefit'],
  [useChangeBenefit, { opened: row, changes: { name: 'x' } }, 'Failed to save benefit', 'benefits/admin'],
  [useDeleteBenefit, 'a', 'Failed to delete benefit', 'benefits/admin'],
  [useCreateCategory, row, 'Failed to save the category', 'benefits/categories'],
  [useRenameCategory, { opened: row, name: 'x' }, 'Failed to save the category', 'benefits/categories'],
  [useOrderCategories, ['a'], 'Failed to save the order', 'benefits/categories'],
  [useRemoveCategory, 'a', 'Failed to remove the category', 'benefits/categories'],
  [
    () => useSetFavourite('a'),
    true,
    'Failed to save your favourite',
    '-',
    'benefits/catalogue/facts/a benefits benefits/catalogue/counts',
  ],
  [() => useNotifyWhenAvailable('a'), false, 'Failed to save your request', '-', 'benefits/catalogue'],
  [() => useExtendCode('token'), { id: 'a', until: null }],
  [() => useTakenCodes('token'), ['a'], '', '-', 'nothing'],
  [() => useImportKeys('a'), ['a']],
  [() => useImportKeys('a', true), ['a'], '', '-', 'nothing'],
  [useSetKeyAside, { id: 1, aside: true }, 'The key was not changed.'],
  [useRevealKey, { id: 1, show: () => undefined }],
  [() => useReportDelivery('a', seen), { choice: 'x', text: 'y', keyRefused: true }, '', 'orders deliveries'],
  [() => useAnswerReport('a'), { answer: 'replied', text: 'x' }, '', 'all | -'],
  [useDecideBatch, { id: 'a', release: true }, '', 'all | -'],
  [() => useResendDelivery('a'), undefined, 'Failed to send the email', '-', 'orders'],
  [useSendTestEmail, 'order_placed', 'The test email could not be queued.'],
  [
    useResendInvitation,
    { id: 'a' },
    'The invitation was not sent: It may not have been sent again. Please try again.',
  ],
  [useRevokeInvitation, 'a'],
  [() => useSendInvitations(() => undefined), { invitees, dryRun: [] }, '', 'invitations'],
  [useMarkAsRead, 'a', '', '-', 'notifications'],
  [useMarkAllAsRead, row, '', 'notifications', 'notifications'],
  [
    () => useSavePreferences(adminGroups),
    { late: { by_email: true } },
    'Update Failed: Your choices could not be saved.',
    '-',
    'notification-preferences/me',
  ],
  [useAddOrderNote, { id: 'a', orderId: 'b', body: 'x' }, 'Failed to add the note', '-', 'orders'],
  [useAssignOrders, { ids: ['a'], assign: true }, 'Failed to assign', '-', 'orders'],
  [
    useSetOrderStatus,
    { id: 'a', updatedAt: 'b', status: 'cancelled', reason: 'x' },
    'Failed to update order status',
  ],
  [useSettleChange, 'a', '', '-', 'orders'],
  [() => useCancelOwnOrder('a'), undefined, '', 'orders deliveries'],
  [usePlaceOrder, { id: 'a', benefit: row, price: 3, email: 'x' }, '', 'benefits profiles | -'],
  [
    useSaveView,
    { name: 'x', filters: { ...noOrderFilters, from: '2026-11-01' }, sort: 'due' },
    'Failed to save the view',
    '-',
    'orders',
  ],
  [useDeleteView, 'a', 'Failed to delete the view', '-', 'orders'],
  [useRefund, { payment: 'a', amount: 5, reason: 'x' }],
  [useSettleProblem, 'a', 'Something went wrong. Please try again.'],
  [useSaveSettings, { opened: { a: '1' }, values: { a: '2' } }],
  [useOpenReceipt, 'a', 'The receipt could not be opened.', '-', '-'],
  [useConfirmDeletion, 'a', 'Your account stays for now: Nothing was changed. Please try again.'],
  [useApproveSecondFactor, 'a', 'The second factor was not approved.', 'all'],
  [useResetSecondFactor, 'a', 'The second factor was not reset.', 'all'],
  [useDeleteProfile, 'a', 'Failed to delete user', 'all'],
  [useMakeAdmin, 'a', 'Failed to update user role', 'all'],
  [useSaveProfile, { opened: row, input: { ...row, phone: '', name: 'y' } }, 'Failed to save user', 'all'],
  [useSendMessage, { id: 'a', to: 'b', title: 'x', text: 'y' }],
  [useUpdateProfile, { name: 'x', phone: '' }, 'Update Failed: An unexpected error occurred'],
  [useKeepAccount, undefined, 'It is not known whether your account stays. Please try again.'],
  [useSendInvitation, { email: 'x', message: 'y' }, '', '- | referrals/own/me'],
  [useApprove, { ids: ['a'], invited: ['a'] }, '', '- | waitlist'],
  [() => useDecide('decline', ['a'], 1), undefined],
]

const withoutTimes = (line: string) => line.replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"…"')

it('sends what writes.txt lists, says that it failed, and reads again what may be outdated', async () => {
  const sent: string[] = []
  const limit = vi.spyOn(AbortSignal, 'timeout')
  const answers = [
    () => HttpResponse.json({ code: 'PT409', message: 'sold_out' }, { status: 409 }),
    () => HttpResponse.error(),
    async ({ request }: { request: Request }) => {
      const { headers, method, url } = request
      const path = decodeURIComponent(url.replace(/^.*?\/(rest\/)?v1\//, ''))
      sent.push([method, path, await request.text()].join(' '))
      const found = { ...row, state: 'new', position: 1 }
      return HttpResponse.json(headers.get('accept')?.includes('object') ? found : [found])
    },
  ]
  const found: string[][] = []
  for (const [useWrite, input] of writes) {
    const said: string[] = []
    const show = ({ title, description }: Toast) =>
      said.push(title === 'Error' ? `${description}` : `${title}: ${description}`)
    const stop = receiveToasts({ show, forgetErrors: () => undefined })
    const client = createQueryClient()
    const refresh = vi.spyOn(client, 'invalidateQueries')
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    )
    const { result } = renderHook(useWrite, { wrapper })
    const again: string[] = []
    for (const answer of answers) {
      server.use(http.all('*', answer))
      refresh.mockClear()
      limit.mockClear()
      await act(async () => result.current.mutateAsync(input as never).catch(() => undefined))
      const keys = refresh.mock.calls.map(([filters]) => filters?.queryKey?.join('/') ?? 'all')
      again.push(keys.join(' ') || '-')
    }
    // Each request has a minute; what should not take as long has less.
    if (limit.mock.calls.some(([ms]) => ms < 60_000))
      sent.push(`  within ${Math.min(...limit.mock.calls.flat())} ms`)
    stop()
    const [refused = '', lost = '', done = ''] = again
    found.push([said[0] ?? '', refused === lost ? lost : `${refused} | ${lost}`, done])
  }
  await expect(`${sent.map(withoutTimes).join('\n')}\n`).toMatchFileSnapshot('writes.txt')
  expect(found).toEqual(
    writes.map(([, , said = '', failure = '-', success = 'all']) => [said, failure, success]),
  )
})
