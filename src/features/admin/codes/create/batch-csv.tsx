import { Download } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import type { CodeKind } from '@/entities/codes/code'
import { useExportCodes } from '@/entities/codes/export'
import { saveBatch } from '../codes-csv'

type Props = { kind: CodeKind; code: string; batch: string }

export function BatchCsv({ kind, code, batch }: Props) {
  const { mutate, isPending } = useExportCodes(kind)
  return (
    <IconButton
      icon={<Download />}
      aria-label={`Batch CSV of ${code}`}
      title="Download the CSV of this batch"
      aria-busy={isPending || undefined}
      onClick={() => isPending || mutate({ batch }, { onSuccess: (codes) => saveBatch(kind, batch, codes) })}
    />
  )
}
