import { Link } from 'react-router-dom'
import { TokenAmount } from '@/components/domain/token-amount'
import { Skeleton } from '@/components/ui/skeleton'
import { capitalize, formatCount, formatDate, formatNumber } from '@/lib/format'
import type { ExplainedLine, Explanation } from './explained-line'

type Props = {
  explanation: Explanation
  lines: readonly ExplainedLine[] | undefined
  /** Null if it could not be loaded. */
  total: number | null | undefined
}

/** Stays a table on phones, with the sum always visible. */
export function ExplainTable({ explanation, lines, total }: Props) {
  const { title, tokens, signs, noun } = explanation
  return (
    <table className="ledger" aria-busy={lines === undefined || undefined}>
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">{capitalize(noun[0])}</th>
          <th scope="col" className="end ruled">
            {tokens ? 'Tokens' : 'Count'}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines?.map(({ id, at, title: entry, to, details, amount }) => (
          <tr key={id}>
            <td className="nowrap text-ink-2">
              <time dateTime={at}>{formatDate(at)}</time>
            </td>
            <td>
              {to ? (
                <Link to={to} className="link">
                  <bdi>{entry}</bdi>
                </Link>
              ) : (
                <bdi>{entry}</bdi>
              )}
              {details ? (
                <span className="figures block text-xs text-ink-muted">
                  <bdi>{details}</bdi>
                </span>
              ) : null}
            </td>
            <td className="end ruled">
              {tokens ? <TokenAmount value={amount} signed={signs !== 'none'} bare /> : formatNumber(amount)}
            </td>
          </tr>
        )) ?? <Waiting />}
      </tbody>
      <tfoot className="sticky -bottom-6 bg-surface-raised max-md:-bottom-5">
        <tr>
          <td colSpan={2}>Sum</td>
          <td className="end ruled">
            {total === undefined ? (
              <Skeleton className="ml-auto h-5 w-14" />
            ) : total === null ? (
              'Unknown'
            ) : tokens ? (
              <TokenAmount value={total} signed={signs === 'all' && total !== 0} />
            ) : (
              formatCount(total, ...noun)
            )}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function Waiting() {
  return ['1', '2', '3', '4', '5', '6'].map((key) => (
    <tr key={key}>
      <td>
        <Skeleton className="my-1 h-3 w-20" />
      </td>
      <td>
        <Skeleton className="my-1 h-3 w-40 max-w-full" />
      </td>
      <td className="end ruled">
        <Skeleton className="my-1 ml-auto h-3 w-8" />
      </td>
    </tr>
  ))
}
