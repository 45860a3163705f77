import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { EmptyState, type QueryLike, QueryState } from '@/components/list/query-state'
import { Button, LinkButton } from '@/components/ui/button'
import { type TokenStep, tokenSteps, useTokenFlow } from '@/entities/overview/overview'
import { paths } from '@/lib/paths'
import { TokenChart } from './token-chart'
import { TokenTable } from './token-table'

const step = 'week'

const hasNoTokens = (rows: TokenStep[]) =>
  rows.every(({ issued, spent, outstanding }) => issued === 0 && spent === 0 && outstanding === 0)

export function TokenFlow({ className }: { className?: string }) {
  const query = useTokenFlow(step)
  return (
    <ChartSection
      className={className}
      title={`Tokens, by ${step}`}
      note={`last ${tokenSteps[step]} ${step}s`}
      query={query}
      failure="Tokens over time could not be loaded."
      isEmpty={hasNoTokens}
      empty={
        <div className="sheet">
          <EmptyState
            title="No tokens have been issued yet."
            action={<LinkButton to={`${paths.adminTokenCodes}?new`}>Create token code</LinkButton>}
          >
            Your first tokens will appear here.
          </EmptyState>
        </div>
      }
      chart={(rows) => <TokenChart step={step} rows={rows} />}
      table={(rows) => <TokenTable step={step} rows={rows} />}
    />
  )
}

type Props<Row> = {
  title: string
  note: string
  query: QueryLike<Row[]>
  failure: string
  isEmpty: (rows: Row[]) => boolean
  empty: ReactNode
  chart: (rows: Row[] | undefined) => ReactNode
  table: (rows: Row[] | undefined) => ReactNode
  className?: string
}

/** A failure affects this section only (D28). */
function ChartSection<Row>(props: Props<Row>) {
  const { title, note, query, failure, isEmpty, empty, chart, table, className } = props
  const [asTable, setAsTable] = useState(false)
  const hasTable = query.data ? !isEmpty(query.data) : !query.isError
  const draw = asTable ? table : chart
  return (
    <section className={className}>
      <div className="mb-2 flex min-h-[34px] flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-base font-semibold">{title}</h2>
        <p className="text-xs text-ink-muted">{note}</p>
        <div className="ml-auto">
          {hasTable ? (
            <Button
              size="sm"
              variant="quiet"
              icon={asTable ? <ChartColumn /> : <Table2 />}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? 'Show as chart' : 'Show as table'}
            </Button>
          ) : null}
        </div>
      </div>
      <QueryState
        query={query}
        pending={draw(undefined)}
        error={{ title: failure, safe: 'The rest of the page is not affected.' }}
        isEmpty={isEmpty}
        empty={empty}
      >
        {draw}
      </QueryState>
    </section>
  )
}
