import type { PoolFilters } from '@/entities/deliveries/pool'
import { type OperationTarget, operationCall } from '@/entities/operations/operation'
import { supabase } from '@/lib/supabase'

export function keyFilter(benefit: string, { search, state }: PoolFilters): Record<string, string> {
  return { benefit, ...(search ? { search } : {}), ...(state ? { state } : {}) }
}

/** Puts unused keys aside, or back (D31, D46). */
export function setKeysAside(target: OperationTarget, aside: boolean) {
  return operationCall((run) =>
    supabase.rpc('set_keys_aside', {
      ...('ids' in target ? { p_ids: target.ids.map(Number) } : { p_filter: target.filter }),
      ...run,
      p_aside: aside,
    }),
  )
}
