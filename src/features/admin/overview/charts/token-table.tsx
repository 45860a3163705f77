import { DataTable } from '@/components/table/data-table'
import type { Column } from '@/components/table/table-column'
import { type FlowStep, type TokenStep, tokenSteps } from '@/entities/overview/flows'
import { formatNumber } from '@/lib/format'
import { stepLabel } from './labels'
import { flowTotals } from './token-totals'

const heads: Record<FlowStep, string> = { day: 'Day', week: 'Week from', month: 'Month' }

const figures: Column<TokenStep>[] = [
  { id: 'issued', header: 'Issued', align: 'end', ruled: true, cell: (row) => formatNumber(row.issued) },
  { id: 'spent', header: 'Spent', align: 'end', ruled: true, cell: (row) => formatNumber(row.spent) },
  {
    id: 'outstanding',
    header: 'Outstanding',
    align: 'end',
    ruled: true,
    cell: (row) => <b className="font-semibold">{formatNumber(row.outstanding)}</b>,
  },
]

type Props = { step: FlowStep; rows: TokenStep[] | undefined }

export function TokenTable({ step, rows }: Props) {
  const { issued, spent, outstanding } = flowTotals(rows ?? [])
  return (
    <DataTable
      caption={`Tokens, by ${step}`}
      compact
      columns={[
        {
          id: 'step',
          header: heads[step],
          card: 'main',
          nowrap: true,
          cell: (row) => stepLabel(row.starts_on, step),
        },
        ...figures,
      ]}
      rows={rows}
      rowKey={(row) => row.starts_on}
      skeletonRows={tokenSteps[step]}
      total={['Total', formatNumber(issued), formatNumber(spent), formatNumber(outstanding)]}
    />
  )
}
