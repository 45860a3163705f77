import { QueryState } from '@/components/list/query-state'
import { DataTable } from '@/components/table/data-table'
import { useOwnPayments } from '@/entities/payments/own'
import type { Payment } from '@/entities/payments/payment'
import { personPaymentColumns } from '@/widgets/payments/person-columns'

const table = { caption: 'Payments', columns: personPaymentColumns, rowKey: ({ id }: Payment) => id }

/** The own payments with their receipts; what was opened and not paid is in none. */
export function OwnPayments() {
  const payments = useOwnPayments()
  const isListed = ({ state }: Payment) => state !== 'opened' && state !== 'expired'
  return (
    <section aria-labelledby="own-payments" className="mt-11">
      <h2 id="own-payments" className="border-b border-ink pb-2.5 font-semibold">
        Payments
      </h2>
      <QueryState
        query={payments}
        pending={<DataTable {...table} rows={undefined} skeletonRows={2} />}
        error={{ title: 'Your payments could not be loaded.', safe: 'Nothing was charged again.' }}
        isEmpty={(rows) => !rows.some(isListed)}
        empty={<p className="pt-3 text-ink-muted">None yet. Each payment and its receipt is kept here.</p>}
      >
        {(rows) => <DataTable {...table} rows={rows.filter(isListed)} />}
      </QueryState>
    </section>
  )
}
