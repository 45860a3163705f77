const named: Record<string, string> = { '\\': 'backslash', '"': 'quotation-mark', '^': 'circumflex' }

/** A regular expression for one character, without backslash or quotation mark. */
function literal(character: string): string {
  const name = named[character]
  return name ? `[[.${name}.]]` : `[${character}]`
}

/** For `or=` in PostgREST; names are stored in NFC (D59). A regular expression, as `ilike` reads `*` as `%` and has no escape for it. */
export function containsAny(columns: readonly string[], term: string): string {
  const pattern = term.normalize().replace(/[\\"^$.*+?()[\]{}|]/g, literal)
  return columns.map((column) => `${column}.imatch."${pattern}"`).join(',')
}
