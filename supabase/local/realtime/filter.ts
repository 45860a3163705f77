export type Row = Record<string, string | null | undefined>

export type Binding = { id: number; event: string; schema: string; table?: string; filter?: string }

type Test = (value: string) => boolean

/** The test of a filter like `user_id=eq.<uuid>`, or undefined for an unsupported one. */
export function parseFilter(filter: string): { column: string; passes: Test } | undefined {
  const [, column, operator, operand = ''] = /^(\w+)=(eq|neq|in)\.(.*)$/s.exec(filter) ?? []
  if (!column || !operator) return undefined
  if (operator === 'eq') return { column, passes: (value) => value === operand }
  if (operator === 'neq') return { column, passes: (value) => value !== operand }
  const options = operand.replace(/^\(|\)$/g, '').split(',')
  return { column, passes: (value) => options.includes(value) }
}

/** Whether the binding matches this change; a filter on a column that the event lacks never does. */
export function matches(
  binding: Binding,
  change: { type: string; schema: string; table: string; row: Row },
): boolean {
  if (binding.event !== '*' && binding.event !== change.type) return false
  if (binding.schema !== '*' && binding.schema !== change.schema) return false
  if (binding.table && binding.table !== '*' && binding.table !== change.table) return false
  if (!binding.filter) return true
  const filter = parseFilter(binding.filter)
  const value = filter && change.row[filter.column]
  return typeof value === 'string' && (filter?.passes(value) ?? false)
}
