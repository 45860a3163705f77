import { read, readCount, readOne } from '@/entities/shared/read'
import { transactionColumns } from '@/entities/transactions/transaction'
import { pause } from '@/lib/pause'
import { supabase } from '@/lib/supabase'
import { hexOf } from '@/lib/text'
import { type Chain, emptyChain, extendChain } from './chain'
import type { Receipt } from './receipt'

/** How long entries are hashed before the browser may paint and handle input. */
const sliceMs = 15
/** How often progress is reported: each report is rendered. */
const reportMs = 100
const batchSize = 50

export type CheckProgress = { checked: number; total: number }

/** Recomputes the chain (D47). `headAtReceipt`: after the receipt's number of entries; `balance`: the expected last one. */
export async function checkHistory(
  userId: string,
  receipt: Receipt | undefined,
  onProgress: (progress: CheckProgress) => void,
  signal: AbortSignal,
) {
  const started = performance.now()
  const total = await countEntries(userId, signal)
  let chain: Chain = emptyChain
  let headAtReceipt: string | undefined
  let balance: number | undefined
  let brokenId: string | undefined
  let sliceEnds = performance.now() + sliceMs
  let reportAt = 0
  for await (const page of readPages(userId, signal)) {
    balance = page.balance
    for (let at = 0; at < page.rows.length && !chain.broken; at += batchSize) {
      const batch = page.rows.slice(at, at + batchSize)
      const before = chain.count
      chain = extendChain(chain, batch)
      if (chain.broken) brokenId = batch[chain.count - before]?.id
      if (receipt && receipt.count > before && receipt.count <= chain.count)
        headAtReceipt = hexOf(batch[receipt.count - before - 1]?.hash ?? '')
      if (performance.now() < sliceEnds) continue
      if (performance.now() >= reportAt) {
        onProgress({ checked: chain.count, total: Math.max(total, chain.count) })
        reportAt = performance.now() + reportMs
      }
      await pause()
      signal.throwIfAborted()
      sliceEnds = performance.now() + sliceMs
    }
    if (chain.broken) break
  }
  return {
    chain,
    broken: brokenId === undefined ? undefined : await readEntry(brokenId, signal),
    balance,
    receipt: receipt && { ...receipt, headNow: headAtReceipt },
    total: Math.max(total, chain.count),
    checkedAt: new Date(),
    tookMs: performance.now() - started,
  }
}

export type CheckResult = Awaited<ReturnType<typeof checkHistory>>

/** Few enough that reading a response is no long task. */
const pageSize = 1000

// `seq` as text: a number would round it beyond 2^53. Renamed, or it would be sorted as text.
const chainColumns =
  'id, place:seq::text, account_id, actor_id, transaction_type, amount, balance_after, order_id, redeem_code_id, reason, reason_salt, reason_digest, created_at, hash'

type ChainPosition = { id: string; place: string }

/** By `seq`, then `id`: whoever owns the database can give two entries the same `seq`, or one below 1. */
async function readEntries(userId: string, after: ChainPosition | undefined, signal: AbortSignal) {
  let entries = supabase.from('token_transactions').select(chainColumns).eq('account_id', userId)
  if (after) entries = entries.filter('seq', 'gte', after.place).or(`seq.gt.${after.place},id.gt.${after.id}`)
  return read(entries.order('seq').order('id').limit(pageSize), signal)
}

const countEntries = (userId: string, signal: AbortSignal) =>
  readCount(
    supabase
      .from('token_transactions')
      .select('seq', { count: 'exact', head: true })
      .eq('account_id', userId),
    signal,
  )

async function readBalance(userId: string, signal: AbortSignal): Promise<number> {
  const data = await readOne(supabase.from('profiles').select('current_tokens').eq('id', userId), signal)
  return data.current_tokens
}

/** An entry as the history lists it, with its hash. */
async function readEntry(id: string, signal: AbortSignal) {
  return readOne(
    supabase.from('token_transactions').select(`${transactionColumns}, hash`).eq('id', id),
    signal,
  )
}

type Page = { rows: Awaited<ReturnType<typeof readEntries>>; balance?: number }

/** The balance, then the new entries: if there are none, the last entry must have that balance. */
async function readEnd(userId: string, after: ChainPosition | undefined, signal: AbortSignal): Promise<Page> {
  const balance = await readBalance(userId, signal)
  return { balance, rows: await readEntries(userId, after, signal) }
}

/** Oldest first; requests the next page while one is used. The last page is empty and has the expected balance. */
async function* readPages(userId: string, signal: AbortSignal): AsyncGenerator<Page> {
  let last: ChainPosition | undefined
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
