import {
  type OperationCall,
  type OperationTarget,
  requestArguments,
  resultOf,
  targetArguments,
} from '@/entities/operations/operation'
import { supabase } from '@/lib/supabase'

/** Starts at the end date or, if that has passed, today (D45). */
export function extendMemberships(target: OperationTarget, months: number): OperationCall {
  return async (request) => {
    const { data } = await supabase
      .rpc('extend_memberships', {
        ...targetArguments(target),
        ...requestArguments(request),
        p_months: months,
      })
      .single()
      .throwOnError()
    return resultOf(data)
  }
}
