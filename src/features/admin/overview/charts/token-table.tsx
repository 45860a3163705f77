import { Explained } from '@/components/explain/explained'
import { type Column, DataTable } from '@/components/table/data-table'
import { type FlowStep, type TokenStep, tokenSteps } from '@/entities/overview/overview'
import { formatNumber } from '@/lib/format'
import { allTokensRef, flowTotals, stepLabel, type TokenFigure, tokensRef, tokenWords } from './labels'

const heads: Record<FlowStep, string> = { day: 'Day', week: 'Week from', month: 'Month' }
const numbers: TokenFigure[] = ['issued', 'spent', 'outstanding']

const numberColumn = (number: TokenFigure, step: FlowStep): Column<TokenStep> => ({
  id: number,
  header: tokenWords[number],
  align: 'end',
  ruled: true,
  cell: (row) => (
    <Explained
      numberRef={tokensRef(number, step, row)}
      label={`${tokenWords[number]}, ${stepLabel(row.starts_on, step)}`}
    >
      {formatNumber(row[number])}
    </Explained>
  ),
})

type Props = { step: FlowStep; rows: TokenStep[] | undefined }

export function TokenTable({ step, rows }: Props) {
  const totals = flowTotals(rows ?? [])
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
        ...numbers.map((number) => numberColumn(number, step)),
      ]}
      rows={rows}
      rowKey={(row) => row.starts_on}
      skeletonRows={tokenSteps[step]}
      total={[
        'Total',
        ...numbers.map((number) => (
          <Explained
            key={number}
            numberRef={allTokensRef(number, step, rows ?? [])}
            label={`${tokenWords[number]}, total`}
          >
            {formatNumber(totals[number])}
          </Explained>
        )),
      ]}
    />
  )
}
