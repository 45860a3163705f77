import { Link2Off, Scale } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { SelectField } from '@/components/form/select-field'
import { FilterChip } from '@/components/list/filter-chip'
import { KeysetTable } from '@/components/list/keyset-table'
import { usePageCursor } from '@/components/list/pager'
import { EmptyState, LoadError } from '@/components/list/query-state'
import { SearchField, useSearchText } from '@/components/list/search-field'
import { oneOf, textParam, useUrlState } from '@/components/list/use-url-state'
import { Button, LinkButton } from '@/components/ui/button'
import { InlineAlert } from '@/components/ui/inline-alert'
import { PageHeader } from '@/components/ui/page-header'
import { formatMonth, isMonth, monthsSince } from '@/entities/history/statement'
import {
  type AdminPayment,
  connectionProblem,
  paymentStates,
  paymentsPerPage,
  useAdminPayments,
  useConnection,
  useOpenDisputes,
  usePaymentSums,
} from '@/entities/payments/admin'
import { useMembership } from '@/entities/payments/membership'
import { createdKey } from '@/entities/shared/keyset'
import { formatCount, formatDate, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { amountText } from '@/widgets/payments/amount-text'
import { type PaymentDialog, paymentColumns } from './payment-columns'
import { Problems } from './problems'

const RefundDialog = lazyDialog(() => import('./refund-dialog').then((module) => module.RefundDialog))

const DisputePanel = lazyDialog(() => import('./dispute-panel').then((module) => module.DisputePanel))

const params = {
  q: textParam,
  state: oneOf(paymentStates, ''),
  month: (text: string | null) => (text && isMonth(text) ? text : ''),
}
const shownStates = {
  paid: 'Paid',
  refunded: 'Refunded',
  disputed: 'Disputed',
  dispute_open: 'Open disputes',
  failed: 'Declined',
} as const

export function PaymentsPage() {
  const { typed, search, setTyped } = useSearchText()
  const { state: filters, set } = useUrlState(params)
  const { state, month } = filters
  const { cursor, goTo } = usePageCursor()
  const payments = useAdminPayments({ search, state, month }, cursor)
  const sums = usePaymentSums(month)
  const [opened, setOpened] = useState<PaymentDialog>()
  const close = () => setOpened(undefined)
  const isAll = !search && !state && !sums.isPlaceholderData
  const table = {
    caption: 'Payments',
    columns: paymentColumns(setOpened),
    rowKey: ({ id }: AdminPayment) => id,
    total: isAll && sums.data ? totalRow(sums.data, month) : undefined,
  }
  return (
    <>
      <PageHeader
        title="Payments"
        subtitle="What was paid through Stripe. Refunds and disputes appear when Stripe reports them."
      />
      <Connection />
      <OpenDisputes onOpen={setOpened} />
      <Problems />
      <div className="mt-7 mb-3 flex flex-wrap items-center gap-2">
        <SearchField label="Search payments" value={typed} onChange={setTyped} className="md:w-[280px]" />
        {(Object.keys(shownStates) as (keyof typeof shownStates)[]).map((each) => (
          <FilterChip
            key={each}
            label={shownStates[each]}
            count={undefined}
            pressed={state === each}
            onClick={() => set({ state: state === each ? '' : each })}
          />
        ))}
        <SelectField
          label="Month"
          className="ml-auto !grid-cols-[auto_176px] items-center !gap-3 max-md:ml-0 max-md:w-full max-md:!grid-cols-[auto_minmax(0,1fr)]"
          value={month}
          onChange={({ target }) => set({ month: target.value })}
          options={{
            '': 'All',
            ...Object.fromEntries(monthsShown(month).map((each) => [each, formatMonth(each)])),
          }}
        />
      </div>
      <Sums query={sums} />
      <KeysetTable
        query={payments}
        table={table}
        error={{ title: 'Failed to load payments', safe: 'No payment is affected.' }}
        empty={
          search || state || month ? (
            <EmptyState title="No payments match." />
          ) : (
            <EmptyState title="No payments yet">The first one appears here the moment it arrives.</EmptyState>
          )
        }
        noun={['payment', 'payments']}
        size={paymentsPerPage}
        count={undefined}
        keyOf={createdKey}
        goTo={goTo}
      />
      {opened?.dialog === 'refund' ? (
        <RefundDialog frame={{ title: 'Refund' }} payment={opened.payment} onClose={close} />
      ) : null}
      {opened?.dialog === 'dispute' ? (
        <DisputePanel frame={{ title: 'Dispute', drawer: true }} payment={opened.payment} onClose={close} />
      ) : null}
    </>
  )
}

/** Two years, and the one that the address asks for. */
function monthsShown(month: string): string[] {
  const now = new Date()
  const months = monthsSince(new Date(now.getFullYear() - 2, now.getMonth()), now)
  return month && !months.includes(month) ? [...months, month] : months
}

/** What the sums come to, which are those of all pages, without tests. */
function totalRow({ memberships, renewals, packs, refunds, revenue }: PaymentSums, month: string) {
  const payments = formatCount(memberships + renewals + packs, 'payment')
  const label = `${payments} and ${formatCount(refunds, 'refund')} in ${month ? formatMonth(month) : 'all'}`
  return [label, undefined, undefined, undefined, amountText(revenue), null]
}

function OpenDisputes({ onOpen }: { onOpen: (opened: PaymentDialog) => void }) {
  const { data } = useOpenDisputes()
  const [payment] = data ?? []
  if (!data || !payment) return null
  const { name, amount, dispute_due_at: due } = payment
  return (
    <div className="mb-5">
      <InlineAlert
        tone="warning"
        icon={<Scale />}
        title={`${formatCount(data.length, 'dispute')}: ${name ?? 'a deleted user'}, ${amountText(amount)}${data.length > 1 ? ' first' : ''}`}
        action={<Button onClick={() => onOpen({ dialog: 'dispute', payment })}>Answer dispute</Button>}
      >
        {`Answer${due ? ` by ${formatDate(due)}` : ''}, or the money goes back. Nothing is taken from the member.`}
      </InlineAlert>
    </div>
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

type PaymentSums = NonNullable<ReturnType<typeof usePaymentSums>['data']>

function Sums({ query }: { query: ReturnType<typeof usePaymentSums> }) {
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
