import { useMutation } from '@tanstack/react-query'
import type { CodeFilters, CodeKind } from '@/entities/codes/code'
import { batchRows, codeSource } from '@/entities/codes/list'
import { codeLoadFailures } from '@/entities/codes/messages'
import { createdKey, readAllRows } from '@/entities/shared/keyset'

export function useExportCodes(kind: CodeKind) {
  return useMutation({
    mutationFn: (wanted: CodeFilters | { batch: string }) =>
      readAllRows(
        'batch' in wanted ? batchRows(kind, wanted.batch) : codeSource(kind, wanted).rows,
        createdKey,
      ),
    meta: { failed: () => ({ title: 'Error', description: codeLoadFailures[kind] }) },
  })
}
