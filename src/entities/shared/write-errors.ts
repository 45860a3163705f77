import type { ErrorMessages } from '@/lib/errors'

/** The current row, and the fields that someone else changed. */
export type Changed<Row, Field extends keyof Row> = { current: Row; fields: readonly Field[] }

/** A conditional write matched no row, so nothing was saved (D7); `changed` is set if the code is 'row_changed'. */
export class ConflictError<Row = object, Field extends keyof Row = keyof Row> extends Error {
  constructor(
    readonly code: 'row_changed' | 'row_deleted' | 'not_admin',
    readonly changed?: Changed<Row, Field>,
  ) {
    super(code)
  }
}

export const notAdmin = 'You are no longer an admin.'

/** For `explainError` of a repeatable write. */
export const uncertainWrite: ErrorMessages = {
  network:
    'The server did not respond, so the change may or may not have been saved. It is safe to try again.',
}
