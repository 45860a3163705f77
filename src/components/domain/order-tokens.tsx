import { formatNumber } from '@/lib/format'
import { TokenAmount } from './token-amount'

/** Struck through once a cancellation returned them. */
export function OrderTokens({ tokens, status }: { tokens: number; status: string }) {
  if (status !== 'cancelled') return <TokenAmount value={tokens} />
  return (
    <span>
      <s className="text-ink-muted">{formatNumber(tokens)}</s>
      <span className="block text-xs text-ink-muted">returned</span>
    </span>
  )
}
