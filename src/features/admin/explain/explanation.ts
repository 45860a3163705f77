import type { Explanation } from '@/components/explain/explain-drawer'
import { boundsOf, type NumberRef } from '@/entities/explanations/number-ref'
import { formatDate } from '@/lib/format'

type Text = Pick<Explanation, 'title' | 'definition'>
type Noun = Explanation['noun']

const ofEmails: Record<string, Text> = {
  late: {
    title: 'Waiting emails',
    definition: 'Emails that should have been sent more than five minutes ago and have not been.',
  },
  given_up: {
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
  const { number, part = '' } = numberRef
  const isEmails = number === 'emails'
  const text = isEmails ? ofEmails[part] : ofTokens(numberRef)
  if (!text) return undefined
  const noun: Noun = isEmails ? ['email', 'emails'] : ['entry', 'entries']
  return { ...text, noun, tokens: !isEmails, signs: signs[number] ?? 'none' }
}
