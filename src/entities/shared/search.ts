const named: Record<string, string> = { '\\': 'backslash', '"': 'quotation-mark', '^': 'circumflex' }

/** A regular expression that matches one character itself, written without a backslash or a quotation mark. */
function literal(character: string): string {
  const name = named[character]
  return name ? `[[.${name}.]]` : `[${character}]`
}

/**
 * The value of a PostgREST `or=` filter: any of `columns` contains `term`, without regard to case.
 * A regular expression and not `ilike`, because the REST layer reads `*` in a pattern as `%` and has no escape for it.
 */
export function containsAny(columns: readonly string[], term: string): string {
  const pattern = term.replace(/[\\"^$.*+?()[\]{}|]/g, literal)
  return columns.map((column) => `${column}.imatch."${pattern}"`).join(',')
}
