/** Whether a write on condition, such as `id=eq.1&phone=is.null`, finds this row. */
export function meets(row: object, condition: URLSearchParams): boolean {
  return Object.entries(row).every(([column, value]) => {
    const wanted = condition.get(column)
    return wanted === null || wanted === (value === null ? 'is.null' : `eq.${value}`)
  })
}
