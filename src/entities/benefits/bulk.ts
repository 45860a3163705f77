import { type OperationTarget, operationCall, targetArguments } from '@/entities/operations/operation'
import { supabase } from '@/lib/supabase'

/** `value`: tokens, or percent; for 'active', 1 or 0. */
export type BenefitChange = { change: 'price' | 'amount' | 'percent' | 'active'; value: number }

export function changeBenefits(target: OperationTarget, { change, value }: BenefitChange) {
  return operationCall((run) =>
    supabase.rpc('change_benefits', {
      ...targetArguments(target),
      ...run,
      p_change: change,
      p_value: value,
    }),
  )
}
