import { Link } from 'react-router-dom'
import { formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { TokenAmount } from './token-amount'

export function OrderLink({ id, number }: { id: string; number: string }) {
  return (
    <Link to={paths.orderOf(id)} translate="no" className="link">
      {number}
    </Link>
  )
}

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
