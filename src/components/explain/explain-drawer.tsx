import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Dialog } from '@/components/dialog/dialog'
import { Coin, TokenAmount } from '@/components/domain/token-amount'
import { ExportCsvButton } from '@/components/list/export-csv-button'
import { KeysetPager } from '@/components/list/pager'
import { EmptyState, LoadError, type QueryLike, QueryState } from '@/components/list/query-state'
import { InlineAlert } from '@/components/ui/inline-alert'
import { Skeleton } from '@/components/ui/skeleton'
import { capitalize, formatCount, formatDate, formatNumber, formatSigned, formatTime } from '@/lib/format'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { DrawerTitle } from './explained'

type Props = {
  explanation: Explanation
  lines: readonly ExplainedLine[] | undefined
  /** Null if it could not be loaded. */
  total: number | null | undefined
}

/** Stays a table on phones, with the sum always visible. */
function ExplainTable({ explanation, lines, total }: Props) {
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

type Sum = { total: number; row_count: number; as_of: string }
type Rows<Row> = { rows: Row[]; page: number; hasPrevious: boolean; hasNext: boolean }

type ExplainDrawerProps<Row> = {
  explanation: Explanation
  number: QueryLike<number | undefined>
  sum: QueryLike<Sum>
  page: QueryLike<Rows<Row>>
  /** What the rows add up to, if that is another number, although both were read again. */
  differs: number | undefined
  size: number
  lineOf: (row: Row) => ExplainedLine
  keyOf: (row: Row) => RowKey
  goTo: (cursor: PageCursor) => void
  exporting: boolean
  onExport: (sum: Sum) => void
  onClose: () => void
}

/** Import with `lazyDialog` (uses Radix). */
export function ExplainDrawer<Row>(props: ExplainDrawerProps<Row>) {
  const { explanation, sum, page, differs, size, lineOf, keyOf, goTo } = props
  const { title, definition, tokens, signs, noun } = explanation
  const show = (value: number) => (signs === 'all' && value !== 0 ? formatSigned(value) : formatNumber(value))
  const loaded = sum.data
  const { data, isFetching, isError } = props.number
  // Of a day that the page no longer shows there is only the sum.
  const number = data ?? (isFetching || isError ? undefined : loaded?.total)
  const total = loaded?.total ?? (sum.isError ? null : undefined)
  return (
    <Dialog
      drawer
      title={<DrawerTitle>{title}</DrawerTitle>}
      onClose={props.onClose}
      footer={
        <>
          <p className="figures mr-auto text-xs text-ink-muted" role="status">
            {loaded ? `${formatCount(loaded.row_count, ...noun)}, at ${formatTime(loaded.as_of)}` : null}
          </p>
          <ExportCsvButton
            busy={props.exporting}
            disabled={!loaded}
            onClick={() => loaded && props.onExport(loaded)}
          />
        </>
      }
    >
      <div>
        <p className="figures -mt-3 flex h-14 items-center gap-3.5 font-serif text-[3.5rem]/none font-medium tracking-[-.02em] max-md:text-[3rem]/none">
          {tokens ? <Coin reeded className="size-[38px]" /> : null}
          {number === undefined && !isError ? (
            <Skeleton className="h-10 w-40" />
          ) : (
            <span>{number === undefined ? '?' : show(number)}</span>
          )}
        </p>
        <p className="mt-3.5 text-pretty text-ink-2">{definition}</p>
      </div>
      {differs !== undefined && number !== undefined ? (
        <InlineAlert tone="danger" icon={<TriangleAlert />} title="The rows do not add up to this number.">
          <p>{`The page says ${show(number)}, the rows add up to ${show(differs)}.`}</p>
        </InlineAlert>
      ) : null}
      <QueryError query={props.number} title="The number could not be loaded." />
      <QueryError query={sum} title="The sum could not be loaded." />
      <QueryState
        query={page}
        pending={<ExplainTable explanation={explanation} lines={undefined} total={total} />}
        error={{ title: 'The rows could not be loaded.', safe: 'The number is not affected.' }}
        isEmpty={({ rows }) => rows.length === 0}
        empty={<EmptyState title="No rows.">Nothing counts towards this number.</EmptyState>}
      >
        {(data) => (
          <div>
            <ExplainTable explanation={explanation} lines={data.rows.map(lineOf)} total={total} />
            {data.hasPrevious || data.hasNext ? (
              <KeysetPager
                noun={noun}
                size={size}
                list={data}
                count={loaded && { value: loaded.row_count, capped: false }}
                keyOf={keyOf}
                goTo={goTo}
              />
            ) : null}
          </div>
        )}
      </QueryState>
    </Dialog>
  )
}

function QueryError({ query, title }: { query: QueryLike<unknown>; title: string }) {
  if (!query.isError || query.data !== undefined) return null
  return (
    <LoadError title={title} busy={query.isFetching} onRetry={() => void query.refetch()}>
      The rows are not affected.
    </LoadError>
  )
}

export type ExplainedLine = {
  id: string
  at: string
  title: string
  to?: string
  details: string
  amount: number
}

export type Explanation = {
  title: string
  definition: string
  noun: readonly [one: string, many: string]
  tokens: boolean
  /** Which amounts have a sign: none, the rows, or also the number. */
  signs: 'none' | 'rows' | 'all'
}
