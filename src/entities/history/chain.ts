import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { hexOf } from '@/lib/text'

/** Every hashed column of a ledger row, as the REST layer returns it. */
export type ChainEntry = {
  account_id: string
  actor_id: string | null
  transaction_type: string
  amount: number
  balance_after: number
  order_id: string | null
  redeem_code_id: string | null
  reason: string | null
  reason_salt: string | null
  reason_digest: string | null
  created_at: string
}

/**
 * Microseconds since 1970 of an ISO time with up to six decimals; a Date holds only milliseconds. A time that is none, as
 * 'infinity', is returned as it is, so that its entry matches no hash.
 */
function microseconds(iso: string): bigint | string {
  const [, seconds = iso, decimals = ''] = /^(.*:\d\d)(?:\.(\d+))/.exec(iso) ?? []
  const zone = /(?:Z|[+-]\d\d:?\d\d)$/.exec(iso)?.[0] ?? ''
  const whole = seconds.endsWith(zone) ? seconds : `${seconds}${zone}`
  const milliseconds = Date.parse(whole)
  return Number.isNaN(milliseconds) ? iso : BigInt(milliseconds) * 1000n + BigInt(decimals.padEnd(6, '0'))
}

/** What version 1 hashes after the previous hash; described in docs/database.md (D47). */
export function chainText(entry: ChainEntry): string {
  return [
    'guildhall ledger 1',
    entry.account_id,
    entry.actor_id ?? '',
    entry.transaction_type,
    entry.amount,
    entry.balance_after,
    entry.order_id ?? '',
    entry.redeem_code_id ?? '',
    hexOf(entry.reason_digest ?? ''),
    microseconds(entry.created_at),
  ].join('|')
}

const encoder = new TextEncoder()

const sha256Hex = (bytes: Uint8Array) => bytesToHex(sha256(bytes))

/** In hexadecimal digits; `previous` is '' before the first entry (D47). */
export const chainHash = (previous: string, entry: ChainEntry): string =>
  sha256Hex(concatBytes(hexToBytes(previous), encoder.encode(chainText(entry))))

/** Whether the reason has the digest that is in the chain; reasons are only erased with their person (D12). */
export const isReasonGenuine = ({ reason, reason_salt, reason_digest }: ChainEntry): boolean =>
  reason === null
    ? reason_digest === null
    : sha256Hex(encoder.encode(`${reason_salt}${reason}`)) === hexOf(reason_digest ?? '')

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
