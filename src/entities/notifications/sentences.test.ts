import { notification } from '@tests/support/notifications-api'
import { expect, it } from 'vitest'
import { formatDate } from '@/lib/format'
import { notificationSentence } from './sentences'

const order_id = '00000000-0000-4000-8000-00000000000a'
const benefit_id = '00000000-0000-4000-8000-00000000000b'
const ends_at = '2027-09-02T09:00:00Z'
const end = formatDate(ends_at)

/** `kind | count | data | sentence | page | what it is about`. */
const sentences = `
  order_status | 1 | {"status":"processing"} | Minutes is being processed. | {order} | Order
  order_status | 1 | {"status":"completed"} | Minutes is ready for delivery. | {order} | Order
  order_delivered | 1 | {"content":"key"} | Your key for Minutes is ready. | {order} | Order
  order_delivered | 1 | {"content":"text"} | Minutes has been delivered. | {order} | Order
  order_cancelled | 1 | {"tokens":12} | Minutes has been cancelled, and 12 tokens are back in your balance. | {order} | Order
  order_cancelled | 1 | {"tokens":0} | Minutes has been cancelled. | {order} | Order
  report_answered | 1 | {"answer":"replied"} | Your report about Minutes has been answered. | {order} | Order
  report_answered | 1 | {"answer":"refunded","tokens":1} | Your report about Minutes has been answered, and 1 token is back in your balance. | {order} | Order
  report_answered | 1 | {"answer":"replaced"} | Minutes has been replaced, as you reported it. | {order} | Order
  tokens_adjusted | 1 | {"tokens":20,"reason":"A talk"} | 20 tokens were added to your balance: A talk | /dashboard/transactions | Tokens
  tokens_adjusted | 1 | {"tokens":-1} | 1 token was taken from your balance. | /dashboard/transactions | Tokens
  tokens_adjusted | 1 | {"tokens":15,"referral":true} | 15 tokens were added to your balance, the bonus for an invitation. | /dashboard/transactions | Tokens
  membership_extended | 1 | {"ends_at":"${ends_at}"} | Your membership has been extended to ${end}. | /dashboard/membership | Membership
  membership_refunded | 1 | {"ends_at":"${ends_at}"} | Your membership has been refunded, and ends on ${end}. | /dashboard/membership | Membership
  membership_refunded | 1 | {} | Your membership has been refunded. | /dashboard/membership | Membership
  membership_ending | 1 | {"days":30,"ends_at":"${ends_at}"} | Your membership ends on ${end}. | /dashboard/membership | Membership
  invitation_joined | 1 | {} | Somebody you invited has joined. | /dashboard/invite | Invitation
  benefit_available | 1 | {} | Minutes is available. | /dashboard/benefits/{benefit} | Benefit
  benefit_available | 1 | {"benefit":null} | A benefit is available. | /dashboard/benefits/{benefit} | Benefit
  pool_low | 1 | {"left":7} | Minutes has 7 keys left, below its low mark. | /admin/benefits/{benefit}?tab=delivery | Stock
  stock_low | 3 | {"left":1} | Stock ran low 3 times, last that of Minutes: 1 unit left. | /admin/benefits/{benefit}?tab=delivery | Stock
  orders_late | 12 | {} | 12 orders are late. | /admin/orders?due=late | Orders
  reports_open | 1 | {} | A delivery of Minutes has been reported. | /admin/reports | Reports
  reports_open | 2 | {} | 2 deliveries have been reported, the last of Minutes. | /admin/reports | Reports
  emails_given_up | 1 | {} | 1 email could not be sent. | /admin | Emails
  large_grant | 1 | {"tokens":1500} | 1,500 tokens were added to a balance at once. | /admin/activity | Tokens
  large_grant | 2 | {"tokens":1500} | 2 times, more than 1,000 tokens were added to a balance at once. | /admin/activity | Tokens
  payment_problem | 1 | {"problem":"dispute"} | A payment is disputed. | /admin/payments | Payments
  payment_problem | 1 | {"problem":"refund_failed"} | A refund has failed. | /admin/payments | Payments
  payment_problem | 2 | {"problem":"refund_failed"} | 2 payments need a look. | /admin/payments | Payments
  payment_problem | 1 | {"problem":"not_checked"} | Payments were not compared with Stripe for two days. | /admin/payments | Payments
  payment_problem | 2 | {"problem":"unknown_payment"} | 2 payments need a look. | /admin/payments | Payments
  payment_problem | 2 | {"problem":"dispute"} | 2 payments need a look. | /admin/payments | Payments
  large_grant | 1 | {"tokens":1500,"members":2} | 1,500 tokens were added to 2 balances at once. | /admin/activity | Tokens
  membership_ending | 1 | {"days":0,"ends_at":"${ends_at}"} | Your membership ended on ${end}. | /dashboard/membership | Membership
  announcement | 1 | {"title":"The book is open"} | The book is open | /dashboard | Announcement
  message | 1 | {"title":"Your workspace","text":"Which one is it?"} | Your workspace: Which one is it? | /dashboard | Message
  waitlist | 1 | {} | 1 person is on the waitlist. | /admin/invite-codes?view=waitlist | Invitations
  waitlist | 2 | {} | 2 people are on the waitlist. | /admin/invite-codes?view=waitlist | Invitations
  order_status | 1 | {"status":"other"} | Minutes is in progress. | {order} | Order
  reconcile_found | 2 | {} | The nightly check found 2 differences. | /admin | Nightly check`

it.each(
  sentences
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' | ')),
)('tells %s, %s of them, with %s', (kind = '', count, data = '', text, to, about) => {
  const given = { benefit: 'Minutes', ...JSON.parse(data) }
  expect(
    notificationSentence(notification({ kind, count: Number(count), order_id, benefit_id, data: given })),
  ).toMatchObject({
    text,
    about,
    to: to?.replace('{order}', `/dashboard/orders/${order_id}`).replace('{benefit}', benefit_id),
  })
})

it('names who joined, while they are there (D12)', () => {
  const joined = notification({ kind: 'invitation_joined', data: {}, joined_name: 'Nora Winter' })
  const sentence = { text: 'Nora Winter joined by your invitation.', name: 'Nora Winter' }
  expect(notificationSentence(joined)).toMatchObject(sentence)
})

it('describes a kind that this version does not know', () => {
  expect(notificationSentence(notification({ kind: 'from_the_future' })).text).toBe('Something has happened.')
})
