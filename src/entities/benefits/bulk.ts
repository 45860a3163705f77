import {
  type OperationCall,
  type OperationTarget,
  requestArguments,
  resultOf,
  targetArguments,
} from '@/entities/operations/operation'
import { supabase } from '@/lib/supabase'

/** `value`: tokens, or percent; for 'active', 1 or 0. */
export type BenefitChange = { change: 'price' | 'amount' | 'percent' | 'active'; value: number }

export function changeBenefits(target: OperationTarget, { change, value }: BenefitChange): OperationCall {
  return async (request) => {
    const { data } = await supabase
      .rpc('change_benefits', {
        ...targetArguments(target),
        ...requestArguments(request),
        p_change: change,
        p_value: value,
      })
      .single()
      .throwOnError()
    return resultOf(data)
  }
}
