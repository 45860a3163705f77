import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { useExportOrders } from '@/entities/own-orders'
import { brand } from '@/lib/brand'
import { ordersCsv } from './orders-csv'

type Props = { search: string; disabled: boolean }

/** Saves every order that the search finds as a CSV file (D22). */
export function ExportButton({ search, disabled }: Props) {
  const { mutate, isPending } = useExportOrders()
  return (
    <Button
      icon={<Download />}
      disabled={disabled}
      busy={isPending}
      busyLabel="Exporting..."
      onClick={() => mutate(search, { onSuccess: (orders) => save(ordersCsv(orders)) })}
    >
      Export
    </Button>
  )
}

function save(csv: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
  link.download = `${brand.name.toLowerCase()}-orders-${new Date().toLocaleDateString('sv')}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
