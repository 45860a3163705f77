import type { OperationResult } from '@/entities/operations/operation'
import { useContinueOperation } from '@/entities/operations/run'

/** Clears the selection and runs the remaining steps. */
export function useAfterRun(clear?: () => void) {
  const { mutate: continueOperation } = useContinueOperation()
  return ({ operation_id, remaining }: OperationResult) => {
    clear?.()
    if (remaining > 0) continueOperation(operation_id)
  }
}
