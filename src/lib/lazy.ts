/** Calls `create` on first use only: an Intl formatter delays a slow phone's first page by 0.1 s (P4). */
export function lazy<Value>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= create()
    return value
  }
}
