import type { Explanation } from '@/components/explain/explained-line'
import { boundsOf, type NumberRef } from '@/entities/explanations/number-ref'
import { isOrderStatus } from '@/entities/orders/status'
import { capitalize, formatDate } from '@/lib/format'

type Text = Pick<Explanation, 'title' | 'definition'>
type Noun = Explanation['noun']

const nouns: Record<string, Noun> = {
  users: ['user', 'users'],
  benefits: ['benefit', 'benefits'],
  orders: ['order', 'orders'],
  token_codes: ['token code', 'token codes'],
  invite_codes: ['invite code', 'invite codes'],
  emails: ['email', 'emails'],
}

const counted: Record<string, Text> = {
  users: { title: 'Total Users', definition: 'Everybody who has an account now, members and admins.' },
  'users.admin': { title: 'Admins', definition: 'Users whose role is Admin now.' },
  benefits: { title: 'Benefits', definition: 'All benefits, active or not.' },
  'benefits.active': { title: 'Active benefits', definition: 'Benefits that are switched on now.' },
  orders: { title: 'Total Orders', definition: 'All orders ever placed, whatever their status.' },
  'orders.this_week': {
    title: 'Orders this week',
    definition: 'Orders placed in the last seven days, to the second, whatever their status.',
  },
  'orders.overdue': {
    title: 'Overdue orders',
    definition: 'Orders whose status is Pending and whose due time has passed.',
  },
  'orders.due': {
    title: 'Orders due in 30 days',
    definition:
      'Orders placed in the last 30 days that are completed, delivered or past their due time. Cancelled ones count if they were delivered before.',
  },
  'orders.on_time': {
    title: 'Orders on time in 30 days',
    definition:
      'Orders placed in the last 30 days that were completed or delivered before their due time. Cancelled ones count as well.',
  },
  token_codes: { title: 'Token Codes', definition: 'All token codes, used or not.' },
  'token_codes.available': {
    title: 'Available token codes',
    definition: 'Token codes that can still be redeemed.',
  },
  invite_codes: { title: 'Invite Codes', definition: 'All invite codes, used or not.' },
  'invite_codes.available': {
    title: 'Available invite codes',
    definition: 'Invite codes that can still be used.',
  },
  'emails.late': {
    title: 'Waiting emails',
    definition: 'Emails that should have been sent more than five minutes ago and have not been.',
  },
  'emails.given_up': {
    title: 'Emails that could not be sent',
    definition: 'Emails whose last attempt failed in the last seven days. They are not tried again.',
  },
}

const firstDay = (day: string) => formatDate(`${day}T00:00`)

function lastDay(end: string): string {
  const day = new Date(`${end}T00:00`)
  day.setDate(day.getDate() - 1)
  return formatDate(day)
}

/** 'on 16 Nov 2026', 'from 16 Nov 2026 to 22 Nov 2026', 'since 1 Sep 2026'. */
function period(numberRef: NumberRef): string {
  const { to } = boundsOf(numberRef)
  if (!numberRef.from) return ''
  const first = firstDay(numberRef.from)
  if (!to) return `since ${first}`
  return numberRef.step === 'day' ? `on ${first}` : `from ${first} to ${lastDay(to)}`
}

function ofOrders(numberRef: NumberRef): Text | undefined {
  const status = numberRef.part && isOrderStatus(numberRef.part) ? capitalize(numberRef.part) : undefined
  if (numberRef.step) {
    const when = `placed ${period(numberRef)}`
    return {
      title: status ? `${status} orders ${when}` : `Orders ${when}`,
      definition: `Orders ${when}, by your clock, ${status ? `whose status is ${status} now` : 'whatever their status'}.`,
    }
  }
  return status
    ? { title: `${status} orders`, definition: `Orders whose status is ${status} now.` }
    : undefined
}

function ofTokens(numberRef: NumberRef): Text | undefined {
  const when = period(numberRef)
  const { to } = boundsOf(numberRef)
  switch (numberRef.number) {
    case 'issued':
      return {
        title: `Issued ${when}`,
        definition: `Tokens added to balances ${when}: bonuses, codes, purchases, adjustments, and tokens that came back from cancelled orders.`,
      }
    case 'spent':
      return {
        title: `Spent ${when}`,
        definition: `Tokens taken from balances ${when}: orders placed and adjustments. Tokens that came back from cancelled orders count as issued.`,
      }
    case 'outstanding':
      return {
        title: to ? `Outstanding at the end of ${lastDay(to)}` : 'Outstanding',
        definition: `All tokens that people held ${to ? 'then' : 'now'}: every entry up to that time, less the balances of deleted accounts.`,
      }
    case 'account_balance':
      return {
        title: 'Balance',
        definition: 'Everything this user has received, less everything they have spent.',
      }
    case 'account_received':
      return {
        title: 'Received',
        definition:
          'Tokens added to the balance of this user: bonuses, codes, purchases, adjustments, and tokens that came back from cancelled orders.',
      }
    case 'account_spent':
      return {
        title: 'Spent',
        definition:
          'Tokens taken from the balance of this user: orders and adjustments. Tokens that came back from cancelled orders count as received.',
      }
  }
}

const signs: Record<string, Explanation['signs']> = {
  outstanding: 'rows',
  account_balance: 'rows',
  account_received: 'all',
  account_spent: 'all',
}

/** Undefined for numbers that no admin page shows. */
export function adminExplanation(numberRef: NumberRef): Explanation | undefined {
  const { number, part, step } = numberRef
  const key = part ? `${number}.${part}` : number
  const noun = nouns[number]
  const text = noun ? ((step ? undefined : counted[key]) ?? ofOrders(numberRef)) : ofTokens(numberRef)
  if (!text || (noun && number !== 'orders' && step)) return undefined
  return { ...text, noun: noun ?? ['entry', 'entries'], tokens: !noun, signs: signs[number] ?? 'none' }
}
