/** The subset of PostgREST's filters and ranges that the app uses. */
type Row = object
type Operator = (value: unknown, operand: string) => boolean

/** Compares numbers, times, or text by code point. */
function compare(value: unknown, operand: unknown): number {
  const [a, b] = [value, operand].map((each) => {
    if (typeof value === 'number') return Number(each)
    if (each === 'now') return Date.now()
    return /^\d{4}-\d\d-\d\dT/.test(String(each)) ? Date.parse(String(each)) : String(each)
  })
  return a === b ? 0 : a! < b! ? -1 : 1
}

const operators: Record<string, Operator> = {
  eq: (value, operand) => String(value) === operand,
  is: (value, operand) => String(value) === operand,
  in: (value, operand) => operand.slice(1, -1).split(',').includes(String(value)),
  lt: (value, operand) => compare(value, operand) < 0,
  lte: (value, operand) => compare(value, operand) <= 0,
  gt: (value, operand) => compare(value, operand) > 0,
  gte: (value, operand) => compare(value, operand) >= 0,
  imatch: (value, operand) => new RegExp(operand, 'i').test(String(value ?? '')),
}

function meets(row: Row, column: string, filter: string): boolean {
  const [, name = '', operand = ''] = /^(\w+)\.(.*)$/s.exec(filter) ?? []
  if (name === 'not') return !meets(row, column, operand)
  const operator = operators[name]
  if (!operator) throw new Error(`No operator for ${column}=${filter}`)
  const text = operand.startsWith('"') ? operand.slice(1, -1).replace(/\\(.)/g, '$1') : operand
  return operator(column in row ? row[column as keyof Row] : undefined, text)
}

const isFilter = (name: string) => !['select', 'columns', 'order', 'offset', 'limit', 'or'].includes(name)

/** The rows that meet the filters of a request, `or=` included. */
export function filtered<R extends Row>(rows: readonly R[], query: URLSearchParams): R[] {
  const groups = query
    .getAll('or')
    .map((some) => [...some.slice(1, -1).matchAll(/(\w+)\.(\w+\.(?:"(?:[^"\\]|\\.)*"|[^,]*))/g)])
  return rows.filter(
    (row) =>
      [...query].every(([name, filter]) => !isFilter(name) || meets(row, name, filter)) &&
      groups.every((group) => group.some(([, column = '', filter = '']) => meets(row, column, filter))),
  )
}

/** The rows that a request for a list returns: filtered, sorted, cut to the range. */
export function selected<R extends Row>(rows: readonly R[], query: URLSearchParams): R[] {
  const order = (query.get('order') ?? '').split(',').filter(Boolean)
  return cut(filtered(rows, query).sort(by(order)), query)
}

function by<R extends Row>(order: string[]): (a: R, b: R) => number {
  const columns = order.map((each) => each.split('.'))
  return (a, b) => {
    for (const [column = '', direction] of columns) {
      const difference = compare(a[column as keyof R], b[column as keyof R])
      if (difference !== 0) return direction === 'desc' ? -difference : difference
    }
    return 0
  }
}

function cut<R>(rows: R[], query: URLSearchParams): R[] {
  const offset = Number(query.get('offset') ?? 0)
  return rows.slice(offset, offset + Number(query.get('limit') ?? 1000))
}
