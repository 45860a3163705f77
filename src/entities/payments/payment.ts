import { env } from '@/lib/env'
import { backendFetch } from '@/lib/fetch'
import { formatCount } from '@/lib/format'
import { withSession } from '@/lib/supabase'
import type { Tables } from '@/lib/tables'

/** What was paid through Stripe: a year or tokens. Amounts are in cents (D61 to D65). */
export type Payment = Tables<'payments'>

export const paymentKeys = {
  all: ['payments'],
  own: (userId: string) => ['payments', 'own', userId],
  ofProfile: (id: string, cursor: object) => ['payments', 'of-profile', id, cursor],
  adminList: (filters: object, cursor: object) => ['payments', 'admin-list', filters, cursor],
  adminSums: (month: string) => ['payments', 'admin-sums', month],
  adminDisputes: ['payments', 'admin-disputes'],
  adminProblems: ['payments', 'admin-problems'],
}

/** Asks the Edge Function `payments`, with the member's token. Throws what the database refused, by code, or an unknown error. */
export async function requestPayments<T>(body: object, method: 'GET' | 'POST' = 'POST'): Promise<T> {
  const response = await withSession(backendFetch)(`${env.supabaseUrl}/functions/v1/payments`, {
    method,
    ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const result = await response.json().catch(() => ({}))
  if (!response.ok) throw Object.assign(new Error('payments'), result, { status: response.status })
  return result
}

/** '50 tokens', or 'Membership'. */
export const purchaseLabel = ({ kind, tokens }: Pick<Payment, 'kind' | 'tokens'>): string =>
  kind === 'membership' ? 'Membership' : formatCount(tokens ?? 0, 'token')
