import { notice } from '@tests/support/notices-api'
import { expect, it } from 'vitest'
import { formatDate } from '@/lib/format'
import { noticeSentence } from './sentences'

const benefit = 'Minutes'
const order_id = '00000000-0000-4000-8000-00000000000a'
const benefit_id = '00000000-0000-4000-8000-00000000000b'
const orderPage = `/dashboard/orders/${order_id}`
const ends_at = '2027-09-02T09:00:00Z'

it.each([
  ['order_status', { status: 'processing' }, 1, 'Minutes is being processed.', orderPage],
  ['order_status', { status: 'completed' }, 1, 'Minutes is ready for delivery.', orderPage],
  ['order_delivered', { content: 'key' }, 1, 'Your key for Minutes is ready.', orderPage],
  ['order_delivered', { content: 'text' }, 1, 'Minutes has been delivered.', orderPage],
  [
    'order_cancelled',
    { tokens: 12 },
    1,
    'Minutes has been cancelled, and 12 tokens are back in your balance.',
    orderPage,
  ],
  ['report_answered', { answer: 'replied' }, 1, 'Your report about Minutes has been answered.', orderPage],
  [
    'report_answered',
    { answer: 'refunded', tokens: 1 },
    1,
    'Your report about Minutes has been answered, and 1 token is back in your balance.',
    orderPage,
  ],
  ['report_answered', { answer: 'replaced' }, 1, 'Minutes has been replaced, as you reported it.', orderPage],
  [
    'tokens_adjusted',
    { tokens: 20, reason: 'For your talk' },
    1,
    '20 tokens were added to your balance: For your talk',
    '/dashboard/transactions',
  ],
  ['tokens_adjusted', { tokens: -1 }, 1, '1 token was taken from your balance.', '/dashboard/transactions'],
  [
    'membership_extended',
    { ends_at },
    1,
    `Your membership has been extended to ${formatDate(ends_at)}.`,
    '/dashboard/profile',
  ],
  [
    'membership_ending',
    { days: 30, ends_at },
    1,
    `Your membership ends on ${formatDate(ends_at)}.`,
    '/dashboard/profile',
  ],
  [
    'tokens_adjusted',
    { tokens: 15, referral: true },
    1,
    '15 tokens were added to your balance, the bonus for an invitation.',
    '/dashboard/transactions',
  ],
  ['invitation_joined', {}, 1, 'Somebody has joined by your invitation.', '/dashboard/invite'],
  ['benefit_available', {}, 1, 'Minutes is available.', `/dashboard/benefits/${benefit_id}`],
  [
    'pool_low',
    { left: 7 },
    1,
    'Minutes has 7 keys left, below its low mark.',
    `/admin/benefits/${benefit_id}?tab=delivery`,
  ],
  [
    'stock_low',
    { left: 1 },
    3,
    'Stock ran low 3 times, last that of Minutes: 1 unit left.',
    `/admin/benefits/${benefit_id}?tab=delivery`,
  ],
  ['orders_overdue', {}, 12, '12 orders are late.', '/admin/orders?status=overdue'],
  ['reports_open', {}, 1, 'A delivery of Minutes has been reported.', '/admin/reports'],
  ['reports_open', {}, 2, '2 deliveries have been reported, the last of Minutes.', '/admin/reports'],
  ['emails_given_up', {}, 1, '1 email could not be sent.', '/admin'],
  ['large_grant', { tokens: 1500 }, 1, '1,500 tokens were added to a balance at once.', '/admin/activity'],
  [
    'large_grant',
    { tokens: 1500 },
    2,
    '2 times, more than 1,000 tokens were added to a balance at once.',
    '/admin/activity',
  ],
  ['reconcile_found', {}, 2, 'The nightly check found 2 differences.', '/admin'],
])('tells %s with %o, %d of them', (kind, data, count, text, to) => {
  const told = noticeSentence(notice({ kind, count, order_id, benefit_id, data: { benefit, ...data } }))
  expect(told).toMatchObject({ text, to })
})

it('describes a kind that this version does not know', () => {
  expect(noticeSentence(notice({ kind: 'from_the_future' })).text).toBe('Something has happened.')
})
