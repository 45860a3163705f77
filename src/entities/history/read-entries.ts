import { transactionColumns } from '@/entities/transactions/transaction'
import { supabase } from '@/lib/supabase'

/** Few enough that reading a response is no long task. */
const pageSize = 1000

// `seq` as text: a number would round it beyond 2^53. Renamed, or it would be sorted as text.
const chainColumns =
  'id, place:seq::text, account_id, actor_id, transaction_type, amount, balance_after, order_id, redeem_code_id, reason, reason_salt, reason_digest, created_at, hash'

type Place = { id: string; place: string }

/** By `seq`, then `id`: whoever owns the database can give two entries the same `seq`, or one below 1. */
async function readEntries(userId: string, after: Place | undefined, signal: AbortSignal) {
  let entries = supabase.from('token_transactions').select(chainColumns).eq('account_id', userId)
  if (after) entries = entries.filter('seq', 'gte', after.place).or(`seq.gt.${after.place},id.gt.${after.id}`)
  const { data } = await entries.order('seq').order('id').limit(pageSize).abortSignal(signal).throwOnError()
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
export async function readEntry(id: string, signal: AbortSignal) {
  const { data } = await supabase
    .from('token_transactions')
    .select(`${transactionColumns}, hash`)
    .eq('id', id)
    .abortSignal(signal)
    .single()
    .throwOnError()
  return data
}

type Page = { rows: Awaited<ReturnType<typeof readEntries>>; balance?: number }

/** The balance, then the new entries: if there are none, the last entry must have that balance. */
async function readEnd(userId: string, after: Place | undefined, signal: AbortSignal): Promise<Page> {
  const balance = await readBalance(userId, signal)
  return { balance, rows: await readEntries(userId, after, signal) }
}

/** Oldest first; requests the next page while one is used. The last page is empty and has the expected balance. */
export async function* readPages(userId: string, signal: AbortSignal): AsyncGenerator<Page> {
  let last: Place | undefined
  let page: Page = { rows: await readEntries(userId, last, signal) }
  while (page.rows.length > 0 || page.balance === undefined) {
    last = page.rows.at(-1) ?? last
    const next = page.rows.length === pageSize ? readEntries(userId, last, signal) : undefined
    // No unhandled rejection if the reader stops here.
    next?.catch(() => undefined)
    yield page
    page = next ? { rows: await next } : await readEnd(userId, last, signal)
  }
  yield page
}
