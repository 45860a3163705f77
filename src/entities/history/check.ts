import { pause } from '@/lib/pause'
import { type Chain, emptyChain, extendChain } from './chain'
import { hexOf } from './hex'
import { countEntries, readEntry, readPages } from './read-entries'
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
