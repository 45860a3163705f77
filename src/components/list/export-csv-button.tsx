import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'

type Props = { busy: boolean; disabled?: boolean; className?: string; onClick: () => void }

export function ExportCsvButton(props: Props) {
  return (
    <Button icon={<Download />} busyLabel="Exporting..." {...props}>
      Export
    </Button>
  )
}
