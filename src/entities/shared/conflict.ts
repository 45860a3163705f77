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
