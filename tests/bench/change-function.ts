/** How a function of the database is changed: its present definition, and the statement that replaces every match of `pattern`. */
export function changeFunction(name: string, pattern: string, replacement: string) {
  const definition = `pg_get_functiondef('${name}'::regproc)`
  return {
    definition: `select ${definition} as text where ${definition} ~ $find$${pattern}$find$`,
    apply: `do $do$ begin
      execute regexp_replace(${definition}, $find$${pattern}$find$, $new$${replacement}$new$, 'g');
    end $do$`,
  }
}
