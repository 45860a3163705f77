/**
 * The value of a PostgREST `or=` filter: any of `columns` contains `term`, without regard to case.
 * A regular expression and not `ilike`, because the REST layer reads `*` in a pattern as `%` and has no escape for it.
 */
export function containsAny(columns: readonly string[], term: string): string {
  const literal = term.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const quoted = `"${literal.replace(/["\\]/g, '\\$&')}"`
  return columns.map((column) => `${column}.imatch.${quoted}`).join(',')
}
