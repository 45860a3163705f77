import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import type { CodeFilters, CodeKind } from '@/entities/codes/code'
import { useExportCodes } from '@/entities/codes/export'
import { saveListed } from './codes-csv'

export function ExportCodes({ kind, wanted }: { kind: CodeKind; wanted: CodeFilters }) {
  const { mutate, isPending } = useExportCodes(kind)
  return (
    <Button
      icon={<Download />}
      className="md:ml-auto"
      busy={isPending}
      busyLabel="Exporting..."
      onClick={() => mutate(wanted, { onSuccess: (codes) => saveListed(kind, codes) })}
    >
      Export
    </Button>
  )
}
