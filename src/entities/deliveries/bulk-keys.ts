import type { PoolFilters } from '@/entities/deliveries/pool'
import {
  type OperationCall,
  type OperationTarget,
  requestArguments,
  resultOf,
} from '@/entities/operations/operation'
import { supabase } from '@/lib/supabase'

export function keyFilter(benefit: string, { search, state }: PoolFilters): Record<string, string> {
  return { benefit, ...(search ? { search } : {}), ...(state ? { state } : {}) }
}

/** Puts unused keys aside, or back (D31, D46). */
export function setKeysAside(target: OperationTarget, aside: boolean): OperationCall {
  return async (request) => {
    const { data } = await supabase
      .rpc('set_keys_aside', {
        ...('ids' in target ? { p_ids: target.ids.map(Number) } : { p_filter: target.filter }),
        ...requestArguments(request),
        p_aside: aside,
      })
      .single()
      .throwOnError()
    return resultOf(data)
  }
}
