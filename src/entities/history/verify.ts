import { type ChainEntry, chainHash, isReasonGenuine } from './chain'
import { hexOf } from './hex'

export type StoredEntry = ChainEntry & { hash: string }

/** The state after the entries so far. `head`: the hash after the last valid one. */
export type Chain = {
  count: number
  head: string
  balance: number
  broken?: { position: number; computed: string }
}

export const emptyChain: Chain = { count: 0, head: '', balance: 0 }

/** An entry is broken if its hash, balance or reason does not match; entries after it are not checked (D47). */
export function extendChain(chain: Chain, entries: StoredEntry[]): Chain {
  let { count, head, balance, broken } = chain
  for (const entry of broken ? [] : entries) {
    const computed = chainHash(head, entry)
    const follows =
      computed === hexOf(entry.hash) &&
      entry.balance_after === balance + entry.amount &&
      isReasonGenuine(entry)
    if (!follows) {
      broken = { position: count + 1, computed }
      break
    }
    count++
    head = computed
    balance = entry.balance_after
  }
  return { count, head, balance, broken }
}
