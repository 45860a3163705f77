import { useMutation } from '@tanstack/react-query'
import type { CodeFilters, CodeKind } from '@/entities/codes/code'
import { batchRows, codeSource } from '@/entities/codes/list'
import { codeLoadFailures } from '@/entities/codes/messages'
import { exportFailure, exportRows } from '@/entities/shared/export'
import { createdKey } from '@/entities/shared/keyset'

export function useExportCodes(kind: CodeKind) {
  return useMutation({
    mutationFn: (wanted: CodeFilters | { batch: string }) =>
      exportRows(
        'batch' in wanted ? batchRows(kind, wanted.batch) : codeSource(kind, wanted).rows,
        createdKey,
      ),
    meta: { failed: exportFailure(codeLoadFailures[kind]) },
  })
}
