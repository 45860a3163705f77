import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import type { CodeKind } from '@/entities/codes'
import { useExportCodes } from '@/entities/codes-export'
import { saveBatch } from './codes-csv'

type Props = { kind: CodeKind; code: string; batch: string }

/** Saves the batch that a code was created in as a CSV file: which of its codes are used, by whom and when. */
export function BatchCsv({ kind, code, batch }: Props) {
  const { mutate, isPending } = useExportCodes(kind)
  return (
    <Button
      size="sm"
      variant="quiet"
      icon={<Download />}
      aria-label={`Batch CSV of ${code}`}
      busy={isPending}
      onClick={() => mutate({ batch }, { onSuccess: (codes) => saveBatch(kind, batch, codes) })}
    >
      Batch CSV
    </Button>
  )
}
