import type { NumberRef } from '@/entities/explanations/number-ref'
import { type NumberSource, numberSource } from '@/entities/explanations/number-ref'
import { profileQueries } from '@/entities/profiles/profile'
import { type TransactionFilter, totalsQuery, transactionTypes } from '@/entities/transactions/transaction'

type Totals = { received: number; received_count: number; spent: number; spent_count: number }

const picks: Record<string, (totals: Totals) => number> = {
  account_received: ({ received }) => received,
  account_spent: ({ spent }) => 0 - spent,
  account_entries: ({ received_count, spent_count }) => received_count + spent_count,
}

export function typeOfNumber({ part }: NumberRef): TransactionFilter | undefined {
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
