import { useMutation } from '@tanstack/react-query'
import { type Code, type CodeKind, codeKey, codesLoadFailure } from '@/entities/codes/list'
import { batchSource, type CodeFilters, codeSource } from '@/entities/codes/source'
import type { RowKey } from '@/lib/page-cursor'

const chunk = 1000

/**
 * Reads every code of a batch, or of a tab and its search. By key, so that each comes once whatever is created
 * meanwhile; up to an empty answer, because a server may give less than it was asked for (D20).
 */
export function useExportCodes(kind: CodeKind) {
  return useMutation({
    mutationFn: async (wanted: CodeFilters | { batch: string }) => {
      const codes: Code[] = []
      for (let key: RowKey | undefined; ; ) {
        const signal = AbortSignal.timeout(30_000)
        const source =
          'batch' in wanted ? batchSource(kind, wanted.batch, signal) : codeSource(kind, wanted, signal)
        const { data } = await source.read({ key, reverse: false, limit: chunk })
        codes.push(...data)
        const last = data.at(-1)
        if (last === undefined) return codes
        key = codeKey(last)
      }
    },
    meta: { failed: () => ({ title: 'Error', description: codesLoadFailure(kind) }) },
  })
}
