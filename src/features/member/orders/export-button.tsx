import { ExportCsvButton } from '@/components/list/export-csv-button'
import { useExportOrders } from '@/entities/orders/own-export'
import { saveCsv } from '@/lib/csv'
import { ordersCsv } from './orders-csv'

type Props = { search: string; disabled: boolean }

export function ExportButton({ search, disabled }: Props) {
  const { mutate, isPending } = useExportOrders()
  return (
    <ExportCsvButton
      disabled={disabled}
      busy={isPending}
      onClick={() => mutate(search, { onSuccess: (orders) => saveCsv('orders', ordersCsv(orders)) })}
    />
  )
}
