import { EmptyState } from '@/components/list/query-state'
import { LinkButton } from '@/components/ui/button'
import { type TokenStep, tokenSteps, useTokenFlow } from '@/entities/overview/counts'
import { paths } from '@/lib/paths'
import { ChartSection } from './chart-section'
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
