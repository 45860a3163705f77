import { ExportCsvButton } from '@/components/list/export-csv-button'
import type { CodeFilters, CodeKind } from '@/entities/codes/code'
import { useExportCodes } from '@/entities/codes/export'
import { saveListed } from './codes-csv'

export function ExportCodes({ kind, wanted }: { kind: CodeKind; wanted: CodeFilters }) {
  const { mutate, isPending } = useExportCodes(kind)
  return (
    <ExportCsvButton
      className="md:ml-auto"
      busy={isPending}
      onClick={() => mutate(wanted, { onSuccess: (codes) => saveListed(kind, codes) })}
    />
  )
}
