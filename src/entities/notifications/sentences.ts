import type { Notification } from '@/entities/notifications/notification'
import { adminPaths } from '@/lib/admin-paths'
import { formatCount, formatDate, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'

/** `name` occurs in the text; `about` and `to` are the label and the page of the subject. */
type NotificationSentence = { text: string; name?: string; about: string; to: string }

type Facts = Pick<Notification, 'count' | 'order_id' | 'benefit_id'> & {
  benefit: string
  tokens: number
  left: number
  joined?: string | null
  data: Record<string, unknown>
}

const tokensWithVerb = (tokens: number, verb = tokens === 1 ? 'is' : 'are') =>
  `${formatCount(tokens, 'token')} ${verb}`
const refundPhrase = (tokens: number) =>
  tokens > 0 ? `, and ${tokensWithVerb(tokens)} back in your balance` : ''

const statuses: Record<string, string> = { processing: 'being processed', completed: 'ready for delivery' }
const contents = ['key', 'link', 'file']

function answerSentence({ benefit, tokens, data }: Facts): string {
  if (data.answer === 'replaced') return `${benefit} has been replaced, as you reported it.`
  return `Your report about ${benefit} has been answered${refundPhrase(tokens)}.`
}

function adjustmentSentence({ tokens, data }: Facts): string {
  const amount = formatCount(Math.abs(tokens), 'token')
  const verb = Math.abs(tokens) === 1 ? 'was' : 'were'
  const movement = `${amount} ${verb} ${tokens < 0 ? 'taken from' : 'added to'} your balance`
  if (data.referral) return `${movement}, the bonus for an invitation.`
  return data.reason ? `${movement}: ${data.reason}` : `${movement}.`
}

const lowStockSentence =
  (unit: string): ((facts: Facts) => string) =>
  ({ benefit, left, count }) =>
    count === 1
      ? `${benefit} has ${formatCount(left, unit)} left, below its low mark.`
      : `Stock ran low ${formatNumber(count)} times, last that of ${benefit}: ${formatCount(left, unit)} left.`

const kinds: Record<string, (facts: Facts) => string> = {
  order_status: ({ benefit, data }) => `${benefit} is ${statuses[String(data.status)] ?? 'in progress'}.`,
  order_delivered: ({ benefit, data }) =>
    contents.includes(String(data.content))
      ? `Your ${data.content} for ${benefit} is ready.`
      : `${benefit} has been delivered.`,
  order_cancelled: ({ benefit, tokens }) => `${benefit} has been cancelled${refundPhrase(tokens)}.`,
  report_answered: answerSentence,
  tokens_adjusted: adjustmentSentence,
  membership_ending: ({ data }) =>
    `Your membership ${data.days === 0 ? 'ended' : 'ends'} on ${formatDate(String(data.ends_at))}.`,
  membership_extended: ({ data }) =>
    `Your membership has been extended to ${formatDate(String(data.ends_at))}.`,
  membership_refunded: ({ data }) =>
    `Your membership has been refunded${data.ends_at ? `, and ends on ${formatDate(String(data.ends_at))}` : ''}.`,
  invitation_joined: ({ joined }) =>
    joined ? `${joined} joined by your invitation.` : 'Somebody you invited has joined.',
  benefit_available: ({ benefit }) => `${benefit} is available.`,
  pool_low: lowStockSentence('key'),
  stock_low: lowStockSentence('unit'),
  orders_late: ({ count }) => `${formatCount(count, 'order is', 'orders are')} late.`,
  reports_open: ({ benefit, count }) =>
    count === 1
      ? `A delivery of ${benefit} has been reported.`
      : `${formatNumber(count)} deliveries have been reported, the last of ${benefit}.`,
  emails_given_up: ({ count }) => `${formatCount(count, 'email')} could not be sent.`,
  large_grant: ({ tokens, count, data }) =>
    count === 1
      ? `${tokensWithVerb(tokens, 'were')} added to ${data.members ? formatCount(Number(data.members), 'balance') : 'a balance'} at once.`
      : `${formatNumber(count)} times, more than 1,000 tokens were added to a balance at once.`,
  payment_problem: ({ count, data }) =>
    data.problem === 'not_checked'
      ? 'Payments were not compared with Stripe for two days.'
      : data.problem === 'dispute' && count === 1
        ? 'A payment is disputed.'
        : data.problem === 'refund_failed' && count === 1
          ? 'A refund has failed.'
          : `${formatCount(count, 'payment needs', 'payments need')} a look.`,
  announcement: ({ data }) => String(data.title),
  message: ({ data }) => `${data.title}: ${data.text}`,
  waitlist: ({ count }) => `${formatCount(count, 'person is', 'people are')} on the waitlist.`,
  reconcile_found: ({ count }) => `The nightly check found ${formatCount(count, 'difference')}.`,
}

type NotificationContent = Pick<
  Notification,
  'kind' | 'count' | 'order_id' | 'benefit_id' | 'joined_name'
> & {
  data: unknown
}
type Subject = Pick<NotificationSentence, 'about' | 'to'>

function subjectOf({ kind, order_id, benefit_id }: NotificationContent, number: unknown): Subject {
  switch (kind) {
    case 'tokens_adjusted':
      return { about: 'Tokens', to: paths.transactions }
    case 'membership_ending':
    case 'membership_extended':
    case 'membership_refunded':
      return { about: 'Membership', to: paths.membership }
    case 'announcement':
      return { about: 'Announcement', to: paths.dashboard }
    case 'message':
      return { about: 'Message', to: paths.dashboard }
    case 'invitation_joined':
      return { about: 'Invitation', to: paths.invite }
    case 'benefit_available':
      return { about: 'Benefit', to: paths.benefitOf(String(benefit_id)) }
    case 'pool_low':
    case 'stock_low':
      return { about: 'Stock', to: `${adminPaths.benefitOf(String(benefit_id))}?tab=delivery` }
    case 'orders_late':
      return { about: 'Orders', to: `${paths.adminOrders}?due=late` }
    case 'reports_open':
      return { about: 'Reports', to: paths.adminReports }
    case 'emails_given_up':
      return { about: 'Emails', to: paths.admin }
    case 'large_grant':
      return { about: 'Tokens', to: paths.adminActivity }
    case 'waitlist':
      return { about: 'Invitations', to: `${paths.adminInviteCodes}?view=waitlist` }
    case 'payment_problem':
      return { about: 'Payments', to: paths.adminPayments }
    case 'reconcile_found':
      return { about: 'Nightly check', to: paths.admin }
    default:
      return { about: `Order ${number ?? ''}`.trim(), to: paths.orderOf(String(order_id)) }
  }
}

export function notificationSentence(notification: NotificationContent): NotificationSentence {
  const data = notification.data as Record<string, unknown>
  const { joined_name: joined } = notification
  const benefit = typeof data.benefit === 'string' ? data.benefit : undefined
  const facts = {
    ...notification,
    benefit: benefit ?? 'A benefit',
    joined,
    tokens: Number(data.tokens ?? 0),
    left: Number(data.left ?? 0),
    data,
  }
  const text = kinds[notification.kind]?.(facts) ?? 'Something has happened.'
  return { text, name: benefit ?? joined ?? undefined, ...subjectOf(notification, data.order_number) }
}
