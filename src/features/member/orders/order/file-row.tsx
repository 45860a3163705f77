import { Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { DeliveryStatus } from '@/entities/deliveries/own'
import { useReadDelivery } from '@/entities/deliveries/read'
import { useFileDownload } from '@/entities/deliveries/use-file-download'
import { fileFacts, formatSize } from '@/lib/file-size'

type Props = { orderId: string; delivery: DeliveryStatus }

export function FileRow({ orderId, delivery }: Props) {
  const { read } = useReadDelivery(orderId)
  const { download, received } = useFileDownload()
  const [reading, setReading] = useState(false)
  const { file_name, file_size, file_type } = delivery
  const facts = { name: file_name ?? 'File', size: file_size ?? 0, type: file_type ?? '' }

  /** Only reading the delivery returns the path; it counts as read from then on. */
  async function save() {
    if (reading || received !== undefined) return
    setReading(true)
    try {
      const { path, name, size, type } = await read()
      download({ path, name, size, type })
    } catch {
      // The mutation shows the error.
    }
    setReading(false)
  }

  return (
    <div className="flex flex-wrap items-center gap-3.5">
      <FileText aria-hidden="true" strokeWidth={1.3} className="!size-7 text-ink-muted" />
      <div className="min-w-40 flex-1 [overflow-wrap:anywhere]">
        <p className="font-semibold">{facts.name}</p>
        <p className="figures text-ink-muted">
          {received === undefined
            ? fileFacts(facts)
            : `${formatSize(received)} of ${formatSize(facts.size)} downloaded`}
        </p>
      </div>
      <Button
        variant="primary"
        icon={<Download />}
        busy={reading || received !== undefined}
        busyLabel="Downloading..."
        className="max-md:w-full"
        onClick={() => void save()}
      >
        Download
      </Button>
    </div>
  )
}
