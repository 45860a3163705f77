import { ExportCsvButton } from '@/components/list/export-csv-button'
import { useExportAdminOrders } from '@/entities/orders/admin-export'
import type { OrderFilters, OrderSort } from '@/entities/orders/filters'
import { saveCsv } from '@/lib/csv'
import { ordersCsv } from './orders-csv'

type Props = { filters: OrderFilters; sort: OrderSort; disabled: boolean }

export function ExportButton({ filters, sort, disabled }: Props) {
  const { mutate, isPending } = useExportAdminOrders()
  return (
    <ExportCsvButton
      disabled={disabled}
      busy={isPending}
      onClick={() =>
        mutate({ filters, sort }, { onSuccess: (orders) => saveCsv('orders', ordersCsv(orders)) })
      }
    />
  )
}
