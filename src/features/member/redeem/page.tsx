import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Balance } from '@/components/domain/balance'
import { TokenAmount } from '@/components/domain/token-amount'
import { QueryState } from '@/components/list/query-state'
import { type Column, DataTable } from '@/components/table/data-table'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useProfile } from '@/entities/profiles/profile'
import { useRedeemedCodes } from '@/entities/transactions/history'
import { formatDate } from '@/lib/format'
import { paths } from '@/lib/paths'
import { CodeForm } from '@/widgets/codes/code-form'

export function RedeemPage() {
  return (
    <>
      <PageHeader
        title="Redeem Codes"
        subtitle="A token code adds its tokens to your balance at once. You can use each code once."
      />
      <Voucher />
      <RedeemedCodes />
    </>
  )
}

function Voucher() {
  const profile = useProfile()
  const [received, setReceived] = useState<number>()
  return (
    <section
      aria-label="Voucher"
      className="grid overflow-hidden rounded border border-line-strong bg-surface-raised @min-[40rem]:grid-cols-[36px_minmax(0,1fr)_minmax(240px,auto)] @min-[60rem]:grid-cols-[36px_minmax(0,1fr)_minmax(344px,auto)]"
    >
      <div
        aria-hidden="true"
        className="border-r border-line-strong bg-[url(/art/band-v.svg)] bg-[length:24px_48px] bg-center bg-repeat-y @max-[39.9375rem]:hidden"
      />
      <div
        aria-hidden="true"
        className="h-7 border-b border-line-strong bg-[url(/art/band.svg)] bg-[length:48px_24px] bg-[position:0_2px] bg-repeat-x @min-[40rem]:hidden"
      />
      <div className="p-5 md:p-8">
        <CodeForm large submit="Redeem code" onRedeemed={setReceived} />
      </div>
      <div className="flex flex-col justify-center border-line-control bg-surface p-5 border-dashed md:p-8 @max-[39.9375rem]:border-t @min-[40rem]:border-l">
        <p className="text-ink-muted">Your balance</p>
        {profile.data ? (
          <Balance value={profile.data.current_tokens} size="page" />
        ) : (
          <Skeleton className="mt-2 h-16 w-40" />
        )}
        {received !== undefined ? (
          <p className="mt-3 flex justify-between gap-3 text-ink-2">
            Received just now <TokenAmount value={received} signed bare />
          </p>
        ) : null}
      </div>
    </section>
  )
}

type Row = NonNullable<ReturnType<typeof useRedeemedCodes>['data']>[number]

const columns: Column<Row>[] = [
  {
    id: 'entry',
    header: 'Transaction',
    card: 'main',
    cell: (row) => <span className="font-semibold">{row.description}</span>,
  },
  {
    id: 'date',
    header: 'Date',
    nowrap: true,
    card: 'left',
    cell: (row) => <time dateTime={row.created_at}>{formatDate(row.created_at)}</time>,
  },
  {
    id: 'received',
    header: 'Received',
    align: 'end',
    ruled: true,
    card: 'side',
    cell: (row) => <TokenAmount value={row.amount} signed bare />,
  },
  {
    id: 'balance',
    header: 'Balance after',
    align: 'end',
    ruled: true,
    card: 'right',
    cell: (row) => <TokenAmount value={row.balance_after} bare />,
  },
]

const table = {
  caption: 'Codes you have redeemed',
  columns,
  rowKey: (row: Row) => row.id,
  skeletonRows: 3,
}

function RedeemedCodes() {
  const codes = useRedeemedCodes()
  return (
    <section className="mt-11">
      <div className="mb-2 flex min-h-[34px] items-center justify-between gap-4">
        <h2 className="text-base font-semibold">Codes you have redeemed</h2>
        <Link to={paths.transactions} className="link whitespace-nowrap">
          Token History
        </Link>
      </div>
      <QueryState
        query={codes}
        pending={<DataTable {...table} rows={undefined} />}
        error={{ title: 'Your redeemed codes could not be loaded.', safe: 'Your tokens are not affected.' }}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <p className="border-t border-t-ink py-6 text-ink-muted">
            You have not redeemed a code yet. Your first code will appear here.
          </p>
        }
      >
        {(rows) => <DataTable {...table} rows={rows} />}
      </QueryState>
    </section>
  )
}
