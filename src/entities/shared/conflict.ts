/** The row as it is now, and those of its fields that someone else changed. */
export type Changed<Row, Field extends keyof Row> = { current: Row; fields: readonly Field[] }

/** A conditional write that matched no row, so nothing was saved (D7); with `changed` where the code is 'row_changed'. */
export class ConflictError<Row = object, Field extends keyof Row = keyof Row> extends Error {
  constructor(
    readonly code: 'row_changed' | 'row_deleted' | 'not_admin',
    readonly changed?: Changed<Row, Field>,
  ) {
    super(code)
  }
}
