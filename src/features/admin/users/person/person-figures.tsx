import { Explained } from '@/components/explain/explained'
import { CountStrip } from '@/components/list/count-strip'
import { QueryState } from '@/components/list/query-state'
import { emailProblem } from '@/entities/emails/templates'
import { formatNumberRef } from '@/entities/explanations/number-ref'
import { type PersonFigures as Figures, usePersonFigures } from '@/entities/profiles/admin-person'
import { formatNumber, formatSigned } from '@/lib/format'

export function PersonFigures({ id }: { id: string }) {
  const figures = usePersonFigures(id)
  const sum = (number: string, label: string, value: number) => (
    <Explained of={formatNumberRef({ number, account: id })} label={label}>
      {value === 0 ? '0' : formatSigned(value)}
    </Explained>
  )
  const strip = (known?: Figures) => (
    <CountStrip
      label="Figures"
      counts={[
        {
          id: 'received',
          label: 'Received',
          value: known && sum('account_received', 'Received', known.received),
          note: 'tokens in all',
          tokens: true,
        },
        {
          id: 'spent',
          label: 'Spent',
          value: known && sum('account_spent', 'Spent', -known.spent),
          note: 'tokens in all',
          tokens: true,
        },
        {
          id: 'orders',
          label: 'Open orders',
          value: known?.open_orders,
          note: known?.late_orders ? <Warning>{formatNumber(known.late_orders)} late</Warning> : '',
        },
        {
          id: 'reports',
          label: 'Open reports',
          value: known?.open_reports,
          note: known && `of ${formatNumber(known.reports)}`,
        },
        {
          id: 'emails',
          label: 'Failed emails',
          value: known?.given_up_emails,
          note: known?.given_up_error ? (
            <Warning>{emailProblem(known.given_up_error)}</Warning>
          ) : (
            'in 90 days'
          ),
        },
      ]}
    />
  )
  return (
    <QueryState
      query={figures}
      pending={strip()}
      error={{ title: 'The figures could not be loaded.', safe: 'The lists below are not affected.' }}
    >
      {strip}
    </QueryState>
  )
}

function Warning({ children }: { children: React.ReactNode }) {
  return <span className="font-medium text-danger">{children}</span>
}
