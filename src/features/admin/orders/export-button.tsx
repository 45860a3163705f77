import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { useExportAdminOrders } from '@/entities/orders/admin-export'
import type { OrderFilters } from '@/entities/orders/admin-list'
import { saveCsv } from '@/lib/csv'
import { ordersCsv } from './orders-csv'

type Props = { filters: OrderFilters; disabled: boolean }

export function ExportButton({ filters, disabled }: Props) {
  const { mutate, isPending } = useExportAdminOrders()
  return (
    <Button
      size="sm"
      className="flex-none"
      icon={<Download />}
      disabled={disabled}
      busy={isPending}
      busyLabel="Exporting..."
      onClick={() => mutate(filters, { onSuccess: (orders) => saveCsv('orders', ordersCsv(orders)) })}
    >
      Export
    </Button>
  )
}
