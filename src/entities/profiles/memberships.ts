import { type OperationTarget, operationCall, targetArguments } from '@/entities/operations/operation'
import { supabase } from '@/lib/supabase'

/** Starts at the end date or, if that has passed, today (D45). */
export function extendMemberships(target: OperationTarget, months: number) {
  return operationCall((run) =>
    supabase.rpc('extend_memberships', { ...targetArguments(target), ...run, p_months: months }),
  )
}
