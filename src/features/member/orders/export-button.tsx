import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { useExportOrders } from '@/entities/orders/own-export'
import { saveCsv } from '@/lib/csv'
import { ordersCsv } from './orders-csv'

type Props = { search: string; disabled: boolean }

export function ExportButton({ search, disabled }: Props) {
  const { mutate, isPending } = useExportOrders()
  return (
    <Button
      icon={<Download />}
      disabled={disabled}
      busy={isPending}
      busyLabel="Exporting..."
      onClick={() => mutate(search, { onSuccess: (orders) => saveCsv('orders', ordersCsv(orders)) })}
    >
      Export
    </Button>
  )
}
