import { Link2Off } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { FilterChip } from '@/components/list/filter-chip'
import { KeysetPager, LoadedRows, usePageCursor } from '@/components/list/pager'
import { EmptyState, LoadError, QueryState } from '@/components/list/query-state'
import { SearchField, useSearchText } from '@/components/list/search-field'
import { oneOf, textParam, useUrlState } from '@/components/list/use-url-state'
import { DataTable } from '@/components/table/data-table'
import { LinkButton } from '@/components/ui/button'
import { InlineAlert } from '@/components/ui/inline-alert'
import { PageHeader } from '@/components/ui/page-header'
import {
  type AdminPayment,
  connectionProblem,
  paymentStates,
  paymentsPerPage,
  useAdminPayments,
  useConnection,
  usePaymentSums,
} from '@/entities/payments/admin'
import { useMembership } from '@/entities/payments/membership'
import { createdKey } from '@/entities/shared/keyset'
import { formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { amountText } from '@/widgets/payments/amount-text'
import { paymentColumns } from './payment-columns'
import { Problems } from './problems'

const RefundDialog = lazyDialog(() => import('./refund-dialog').then((module) => module.RefundDialog))

const params = { q: textParam, state: oneOf(paymentStates, '') }
const shownStates = {
  paid: 'Paid',
  refunded: 'Refunded',
  disputed: 'Disputed',
  dispute_open: 'Open disputes',
  failed: 'Declined',
} as const

export function PaymentsPage() {
  const { typed, search, setTyped } = useSearchText()
  const { state, set } = useUrlState(params)
  const { cursor, goTo } = usePageCursor()
  const payments = useAdminPayments({ search, state: state.state }, cursor)
  const [refunding, setRefunding] = useState<AdminPayment>()
  const table = {
    caption: 'Payments',
    columns: paymentColumns(setRefunding),
    rowKey: ({ id }: AdminPayment) => id,
  }
  return (
    <>
      <PageHeader
        title="Payments"
        subtitle="What was paid through Stripe. Refunds and disputes appear when Stripe reports them."
      />
      <Connection />
      <Sums />
      <Problems />
      <div className="mt-7 mb-3 flex flex-wrap items-center gap-2">
        <SearchField label="Search payments" value={typed} onChange={setTyped} className="md:w-[280px]" />
        {(Object.keys(shownStates) as (keyof typeof shownStates)[]).map((each) => (
          <FilterChip
            key={each}
            label={shownStates[each]}
            count={undefined}
            pressed={state.state === each}
            onClick={() => set({ state: state.state === each ? '' : each })}
          />
        ))}
      </div>
      <QueryState
        query={payments}
        pending={<DataTable {...table} rows={undefined} />}
        error={{ title: 'Failed to load payments', safe: 'No payment is affected.' }}
        isEmpty={({ rows }) => rows.length === 0}
        empty={
          search || state.state ? (
            <EmptyState title="No payments match." />
          ) : (
            <EmptyState title="No payments yet">The first one appears here the moment it arrives.</EmptyState>
          )
        }
      >
        {(page) => (
          <LoadedRows stale={payments.isPlaceholderData}>
            <DataTable {...table} rows={page.rows} />
            <KeysetPager
              noun={['payment', 'payments']}
              size={paymentsPerPage}
              shown={page}
              count={undefined}
              keyOf={createdKey}
              goTo={goTo}
            />
          </LoadedRows>
        )}
      </QueryState>
      {refunding ? (
        <RefundDialog
          frame={{ title: 'Refund' }}
          payment={refunding}
          onClose={() => setRefunding(undefined)}
        />
      ) : null}
    </>
  )
}

function Connection() {
  const { data } = useConnection()
  const isOff = useMembership().data?.payments === 'off'
  const isLost = data !== undefined && data.state !== 'ready'
  if (!isOff && !isLost) return null
  return (
    <div className="mb-5">
      <InlineAlert
        tone="warning"
        icon={<Link2Off />}
        title={isLost ? 'Payments are not connected' : 'Payments are off'}
        action={<LinkButton to={paths.adminSettings}>Settings</LinkButton>}
      >
        {isLost ? connectionProblem(data) : 'Nobody is asked to pay.'}
      </InlineAlert>
    </div>
  )
}

function Sums() {
  const query = usePaymentSums()
  const { data } = query
  const sums = [
    ['Memberships', data?.memberships, data?.memberships_amount],
    ['Renewals', data?.renewals, data?.renewals_amount],
    ['Token packs', data?.packs, data?.packs_amount],
    ['Refunded', data?.refunds, data && -data.refunded],
  ] as const
  if (query.isError && !data)
    return (
      <LoadError
        title="The sums could not be loaded."
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      >
        No payment is affected.
      </LoadError>
    )
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] border-t border-ink">
      {sums.map(([name, count, amount]) => (
        <div key={name} className="border-b border-line py-3">
          <dt className="text-ink-muted">
            {name}
            <span className="figures ml-2 text-xs">{count === undefined ? '' : formatNumber(count)}</span>
          </dt>
          <dd className="figures font-serif text-xl font-medium">
            {amount === undefined ? '–' : amountText(amount)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
