import type { SupabaseClient } from '@supabase/supabase-js'
import type { Person } from '../db/support/people.ts'

/** What these members leave in the project: rows that by design nobody can delete (D2, D12). */
export async function leftovers(service: SupabaseClient, members: Person[]): Promise<string[]> {
  if (members.length === 0) return []
  const ids = members.map(({ id }) => id)
  const count = async (table: string, column: string) => {
    const query = service.from(table).select('*', { count: 'exact', head: true }).in(column, ids)
    return (await query.throwOnError()).count ?? 0
  }
  const [orders, entries, tokenCodes] = await Promise.all([
    count('orders', 'account_id'),
    count('token_transactions', 'account_id'),
    count('redeem_codes', 'used_by'),
  ])
  return [
    `${members.length} test members were made and are removed again`,
    `${orders} orders and ${entries} ledger rows stay without their person, because neither is ever deleted`,
    `${members.length} used invite codes and ${tokenCodes} used token codes stay, and the lines of the log`,
  ]
}
