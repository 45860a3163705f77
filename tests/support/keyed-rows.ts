/**
 * The rows that the REST layer would answer to a list that is sorted by `by`, then by id: those beyond a key, from
 * either end, cut to the range.
 */
export function keyedRows<Row extends { id: string }>(
  rows: readonly Row[],
  query: URLSearchParams,
  by: keyof Row & string,
): Row[] {
  const upwards = query.get('order')?.startsWith(`${by}.asc`)
  const before = (a: Row, b: Row) => a[by] < b[by] || (a[by] === b[by] && a.id < b.id)
  const offset = Number(query.get('offset') ?? 0)
  return rows
    .filter((row) => holds(row[by], query.get(by)) && isBeyond(row, query.get('or'), by))
    .sort((a, b) => (before(a, b) === upwards ? -1 : 1))
    .slice(offset, offset + Number(query.get('limit')))
}

/** `lt.value`, and its three kin. */
function holds(value: unknown, filter: string | null): boolean {
  const [, operator, limit = ''] = filter?.match(/^(\w+)\.(.*)$/) ?? []
  const order = typeof value === 'number' ? value - Number(limit) : String(value) < limit ? -1 : 1
  if (String(value) === limit) return operator !== 'lt' && operator !== 'gt'
  return operator === undefined || (operator.startsWith('l') ? order < 0 : order > 0)
}

/** `(column.lt.value,id.lt.value)` */
function isBeyond<Row extends { id: string }>(
  row: Row,
  filter: string | null,
  by: keyof Row & string,
): boolean {
  const [, first, second] = filter?.match(/^\(\w+\.(.*),id\.(.*)\)$/) ?? []
  return first === undefined || second === undefined || holds(row[by], first) || holds(row.id, second)
}
