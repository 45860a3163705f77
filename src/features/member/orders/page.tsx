import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { FirstPage } from '@/components/list/first-page'
import { LoadedRows } from '@/components/list/loaded-rows'
import { pageInfo } from '@/components/list/page-info'
import { Pager } from '@/components/list/pager'
import { QueryState } from '@/components/list/query-state'
import { SearchField } from '@/components/list/search-field'
import { useSearchText } from '@/components/list/use-search-text'
import { pageParam, useUrlState } from '@/components/list/use-url-state'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ordersPerPage, useOwnOrders } from '@/entities/orders/own'
import { errorMessage } from '@/lib/errors'
import { formatCount } from '@/lib/format'
import { ExportButton } from './export-button'
import { NoOrders } from './no-orders'
import { OrderTable } from './order-table'

const InvoiceDialog = lazyDialog(() => import('./invoice-dialog').then((m) => m.InvoiceDialog))
const params = { page: pageParam }

export function OrdersPage() {
  const { typed, search, setTyped } = useSearchText()
  const { state, set, linkTo } = useUrlState(params)
  const { page } = state
  const list = useOwnOrders({ search, page })
  const [opened, setOpened] = useState<string>()
  const { count, search: searched = '' } = list.data ?? {}
  const invoice = list.data?.rows.find(({ id }) => id === opened)

  return (
    <>
      <PageHeader
        title="Order History"
        subtitle={
          list.isError && !list.data ? undefined : count === undefined ? (
            <Skeleton className="h-5 w-64 max-w-full" />
          ) : (
            <span role="status" className="[overflow-wrap:anywhere]">
              {formatCount(count, 'order')}
              {searched ? ` matching "${searched}"` : ''}. Cancelled orders gave their tokens back.
            </span>
          )
        }
        actions={
          <div className="flex flex-wrap gap-2.5 md:flex-nowrap">
            <SearchField
              label="Search orders"
              value={typed}
              onChange={setTyped}
              className="flex-1 basis-48 md:w-[280px] md:flex-none"
            />
            <ExportButton search={search} disabled={!count} />
          </div>
        }
      />
      <QueryState
        query={list}
        pending={<OrderTable rows={undefined} onInvoice={setOpened} />}
        error={{
          title: `Error: ${errorMessage(list.error, 'Failed to load orders')}`,
          safe: (
            <>
              Your orders are safe. <FirstPage page={page} to={linkTo({ page: 1 })} />
            </>
          ),
        }}
        isEmpty={(data) => data.count === 0}
        empty={<NoOrders search={searched} onClear={() => setTyped('')} />}
      >
        {(data) => (
          <LoadedRows stale={list.isPlaceholderData}>
            <OrderTable rows={data.rows} onInvoice={setOpened} />
            {data.pages > 1 ? (
              <Pager
                info={pageInfo(data.page, ordersPerPage, data.count, 'order')}
                page={data.page}
                pages={data.pages}
                onPage={(next) => set({ page: next })}
              />
            ) : null}
          </LoadedRows>
        )}
      </QueryState>
      {invoice ? (
        <InvoiceDialog
          frame={{ title: 'Invoice', wide: true }}
          order={invoice}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  )
}
