import { transactionColumns } from '@/entities/transactions/transaction'
import { supabase } from '@/lib/supabase'

/** Few enough that reading a response is no long task. */
const pageSize = 1000

const chainColumns =
  'seq, account_id, actor_id, transaction_type, amount, balance_after, order_id, redeem_code_id, reason, reason_salt, reason_digest, created_at, hash'

async function readEntries(userId: string, after: number, signal: AbortSignal) {
  const { data } = await supabase
    .from('token_transactions')
    .select(chainColumns)
    .eq('account_id', userId)
    .gt('seq', after)
    .order('seq')
    .limit(pageSize)
    .abortSignal(signal)
    .throwOnError()
  return data
}

export async function countEntries(userId: string, signal: AbortSignal): Promise<number> {
  const { count } = await supabase
    .from('token_transactions')
    .select('seq', { count: 'exact', head: true })
    .eq('account_id', userId)
    .abortSignal(signal)
    .throwOnError()
  return count ?? 0
}

async function readBalance(userId: string, signal: AbortSignal): Promise<number> {
  const { data } = await supabase
    .from('profiles')
    .select('current_tokens')
    .eq('id', userId)
    .abortSignal(signal)
    .single()
    .throwOnError()
  return data.current_tokens
}

/** An entry as the history lists it, with its hash. */
export async function readEntry(seq: number, signal: AbortSignal) {
  const { data } = await supabase
    .from('token_transactions')
    .select(`${transactionColumns}, hash`)
    .eq('seq', seq)
    .abortSignal(signal)
    .single()
    .throwOnError()
  return data
}

type Page = { rows: Awaited<ReturnType<typeof readEntries>>; balance?: number }

/** The balance, then the new entries: if there are none, the last entry must have that balance. */
async function readEnd(userId: string, after: number, signal: AbortSignal): Promise<Page> {
  const balance = await readBalance(userId, signal)
  return { balance, rows: await readEntries(userId, after, signal) }
}

/** Oldest first; requests the next page while one is used. The last page is empty and has the expected balance. */
export async function* readPages(userId: string, signal: AbortSignal): AsyncGenerator<Page> {
  let last = 0
  let page: Page = { rows: await readEntries(userId, last, signal) }
  while (page.rows.length > 0 || page.balance === undefined) {
    last = page.rows.at(-1)?.seq ?? last
    const next = page.rows.length === pageSize ? readEntries(userId, last, signal) : undefined
    // No unhandled rejection if the reader stops here.
    next?.catch(() => undefined)
    yield page
    page = next ? { rows: await next } : await readEnd(userId, last, signal)
  }
  yield page
}
