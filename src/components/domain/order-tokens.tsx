import { formatNumber } from '@/lib/format'
import { TokenAmount } from './token-amount'

/** The price of an order, struck out once a cancellation returned it. */
export function OrderTokens({ tokens, status }: { tokens: number; status: string }) {
  if (status !== 'cancelled') return <TokenAmount value={tokens} />
  return (
    <span>
      <s className="text-ink-muted">{formatNumber(tokens)}</s>
      <span className="block text-xs text-ink-muted">returned</span>
    </span>
  )
}
