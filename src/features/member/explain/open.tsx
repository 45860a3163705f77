import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { typeLabel } from '@/components/domain/badges'
import type { Explanation } from '@/components/explain/explain-drawer'
import { type NumberRef, type NumberSource, numberSource } from '@/entities/explanations/number-ref'
import { profileQueries } from '@/entities/profiles/profile'
import { type TransactionFilter, totalsQuery, transactionTypes } from '@/entities/transactions/transaction'
import { ExplainOverlay } from '@/widgets/explain/explain-overlay'

const Drawer = lazyDialog(() => import('./drawer').then((m) => m.OwnExplainDrawer))

export const OwnExplain = () => <ExplainOverlay explanationOf={ownExplanation} Drawer={Drawer} />

type Text = Pick<Explanation, 'title' | 'definition'>

const texts: Record<string, Text> = {
  account_received: {
    title: 'Received',
    definition:
      'Tokens added to your balance since you joined: bonuses, codes, purchases, corrections, and tokens that came back from cancelled orders.',
  },
  account_spent: {
    title: 'Spent',
    definition:
      'Tokens taken from your balance since you joined: orders and corrections. Tokens that came back from cancelled orders count as received.',
  },
  account_balance: {
    title: 'Balance',
    definition: 'Everything you have received since you joined, less everything you have spent.',
  },
  account_entries: {
    title: 'Total transactions',
    definition: 'All transactions of your token history since you joined.',
  },
}

const typed: Record<string, (type: string) => Text> = {
  account_received: (type) => ({
    title: `Received, ${type}`,
    definition: `Transactions of the type ${type} that added tokens to your balance since you joined.`,
  }),
  account_spent: (type) => ({
    title: `Spent, ${type}`,
    definition: `Transactions of the type ${type} that took tokens from your balance since you joined.`,
  }),
}

/** Undefined for numbers that no member page shows. */
function ownExplanation(numberRef: NumberRef): Explanation | undefined {
  const type = typeOfNumber(numberRef)
  const text = type && (type === 'all' ? texts[numberRef.number] : typed[numberRef.number]?.(typeLabel(type)))
  if (!text || numberRef.account || numberRef.step) return undefined
  const tokens = numberRef.number !== 'account_entries'
  const isBalance = numberRef.number === 'account_balance'
  const signs = isBalance ? 'rows' : tokens ? 'all' : 'none'
  return { ...text, noun: ['transaction', 'transactions'], tokens, signs }
}

type Totals = { received: number; received_count: number; spent: number; spent_count: number }

const picks: Record<string, (totals: Totals) => number> = {
  account_received: ({ received }) => received,
  account_spent: ({ spent }) => 0 - spent,
  account_entries: ({ received_count, spent_count }) => received_count + spent_count,
}

function typeOfNumber({ part }: NumberRef): TransactionFilter | undefined {
  return part ? transactionTypes.find((type) => type === part) : 'all'
}

/** Undefined for numbers that no member page shows. */
export function ownNumber(numberRef: NumberRef, userId: string): NumberSource | undefined {
  const pick = picks[numberRef.number]
  const type = typeOfNumber(numberRef)
  if (!type || numberRef.account || numberRef.step) return undefined
  if (numberRef.number === 'account_balance' && type === 'all')
    return numberSource(profileQueries.own(userId), ({ current_tokens }) => current_tokens)
  return pick && numberSource(totalsQuery(userId, type), pick)
}
