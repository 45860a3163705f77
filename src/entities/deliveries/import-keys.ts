import { useMutation } from '@tanstack/react-query'
import { NetworkError } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

type Problem =
  | 'empty'
  | 'too_short'
  | 'too_long'
  | 'unprintable'
  | 'spreadsheet_error'
  | 'rounded_number'
  | 'duplicate_line'
  | 'duplicate_key'

/** `line`: the position of the key, from 1; `first_line`: that of the key that a duplicate repeats. */
export type KeyProblem = { line: number; problem: Problem; first_line: number | null }

export type KeyImport = { batch: number; added: number; problems: KeyProblem[] }

/** Enforced by the database (D31). */
export const maxImportedKeys = 10_000

/** Adds keys as a batch, or says what would be added; a repeated request adds nothing twice. */
export function useImportKeys(benefitId: string, dryRun = false) {
  return useMutation({
    mutationFn: async (keys: readonly string[]) => {
      const signal = AbortSignal.timeout(60_000)
      const { data: id } = await supabase
        .rpc('import_keys', { p_benefit_id: benefitId, p_keys: [...keys], p_dry_run: dryRun })
        .abortSignal(signal)
        .throwOnError()
      // What was found is read second, once the guesses in it are counted (D53).
      const { data } = await supabase.rpc('key_import', { p_id: id }).abortSignal(signal).throwOnError()
      const [result] = data
      if (!result) throw new NetworkError('The import returned no row')
      // The generated type lacks the shape of JSON.
      return result as KeyImport
    },
    // No key stays in the cache.
    gcTime: 0,
    meta: { failed: 'form', ...(dryRun && { refreshes: ['nothing'] }) },
  })
}
