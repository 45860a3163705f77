/** Calls `make` once, when needed: an Intl formatter delays a slow phone's first page by 0.1 s (P4). */
export function onFirstUse<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}
