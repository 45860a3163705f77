import { useMutation } from '@tanstack/react-query'
import type { Code, CodeFilters, CodeKind, CodeSort } from '@/entities/codes/code'
import { batchRows, codeSource } from '@/entities/codes/list'
import { codeLoadFailures } from '@/entities/codes/messages'
import { createdKey, readAllRows } from '@/entities/shared/keyset'

/** All codes of a batch, or all that a list shows, in its order. */
export function useExportCodes(kind: CodeKind) {
  return useMutation({
    mutationFn: (wanted: { listed: CodeFilters; sort: CodeSort } | { batch: string }): Promise<Code[]> => {
      if ('batch' in wanted) return readAllRows(batchRows(kind, wanted.batch), createdKey)
      const { rows, keyOf } = codeSource(kind, wanted.listed, wanted.sort)
      return readAllRows(rows, keyOf)
    },
    meta: { failed: () => ({ title: 'Error', description: codeLoadFailures[kind] }) },
  })
}
