import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { ExportCsvButton } from '@/components/list/export-csv-button'
import { FirstPage, LoadedRows, Pager, pageInfo } from '@/components/list/pager'
import { EmptyState, QueryState } from '@/components/list/query-state'
import { SearchField, useSearchText } from '@/components/list/search-field'
import { pageParam, useUrlState } from '@/components/list/use-url-state'
import { Button, LinkButton } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useNow } from '@/components/ui/use-now'
import { isLateOrder, isOpenOrder } from '@/entities/orders/order'
import type { OwnOrder } from '@/entities/orders/own'
import { ordersPerPage, useExportOrders, useOwnOrders } from '@/entities/orders/own-lists'
import { saveCsv } from '@/lib/csv'
import { errorMessage } from '@/lib/errors'
import { formatCount, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { OrderTable } from './order-table'
import { ordersCsv } from './orders-csv'

const InvoiceDialog = lazyDialog(() => import('./invoice-dialog').then((m) => m.InvoiceDialog))
const CancelDialog = lazyDialog(() => import('./order/cancel-dialog').then((m) => m.CancelDialog))
const params = { page: pageParam }

export function OrdersPage() {
  const { typed, search, setTyped } = useSearchText()
  const { state, set, linkTo } = useUrlState(params)
  const { page } = state
  const list = useOwnOrders({ search, page })
  const exported = useExportOrders()
  const [opened, setOpened] = useState<{ dialog: 'invoice' | 'cancel'; id: string }>()
  const { count, search: searched = '', rows = [], pages = 1 } = list.data ?? {}
  const order = rows.find(({ id }) => id === opened?.id)
  const close = () => setOpened(undefined)
  const table = {
    onInvoice: (id: string) => setOpened({ dialog: 'invoice', id }),
    onCancel: (id: string) => setOpened({ dialog: 'cancel', id }),
  }

  return (
    <>
      <PageHeader
        title="Order History"
        subtitle={
          list.isError && !list.data ? undefined : count === undefined ? (
            <Skeleton className="h-5 w-64 max-w-full" />
          ) : (
            <span role="status" className="[overflow-wrap:anywhere]">
              <Summary count={count} search={searched} rows={pages === 1 ? rows : []} />
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
            <ExportCsvButton
              disabled={!count}
              busy={exported.isPending}
              onClick={() =>
                exported.mutate(search, { onSuccess: (orders) => saveCsv('orders', ordersCsv(orders)) })
              }
            />
          </div>
        }
      />
      <QueryState
        query={list}
        pending={<OrderTable rows={undefined} {...table} />}
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
            <OrderTable rows={data.rows} {...table} />
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
      {order && opened?.dialog === 'invoice' ? (
        <InvoiceDialog frame={{ title: 'Invoice', wide: true }} order={order} onClose={close} />
      ) : null}
      {order && opened?.dialog === 'cancel' ? (
        <CancelDialog frame={{ title: 'Cancel this order?' }} order={order} onClose={close} />
      ) : null}
    </>
  )
}

/** `rows`: all of them, or none if they are not all loaded. */
function Summary({ count, search, rows }: { count: number; search: string; rows: OwnOrder[] }) {
  const now = useNow()
  const late = rows.filter((order) => isLateOrder(order, now)).length
  const openCount = rows.filter(isOpenOrder).length - late
  const parts = [
    late > 0 && `${formatNumber(late)} ${late === 1 ? 'is' : 'are'} late`,
    openCount > 0 && `${formatNumber(openCount)} ${openCount === 1 ? 'is' : 'are'} under way`,
  ].filter(Boolean)
  const found = `${formatCount(count, 'order')}${search ? ` matching "${search}"` : ''}.`
  // In an element of its own: React would change a text that a translator has taken out of the page.
  return <span>{`${found}${parts.length > 0 ? ` ${parts.join(', ')}.` : ''}`}</span>
}

function NoOrders({ search, onClear }: { search: string; onClear: () => void }) {
  return search ? (
    <EmptyState
      title={`No order matches "${search}".`}
      action={<Button onClick={onClear}>Clear the search</Button>}
    >
      Search looks at order number, benefit, status and delivery email.
    </EmptyState>
  ) : (
    <EmptyState
      title="No orders yet"
      action={
        <LinkButton to={paths.benefits} variant="primary">
          Browse Benefits
        </LinkButton>
      }
    >
      What you redeem is kept here, with its key, link or file.
    </EmptyState>
  )
}
