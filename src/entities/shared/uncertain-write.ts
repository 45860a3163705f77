import type { ErrorMessages } from '@/lib/errors'

/** For `explainError` of a repeatable write. */
export const uncertainWrite: ErrorMessages = {
  network:
    'The server did not respond, so the change may or may not have been saved. It is safe to try again.',
}
