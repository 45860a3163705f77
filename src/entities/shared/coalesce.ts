/** Runs `load` immediately; calls during a run are merged into one further run. */
export function coalesce(load: () => Promise<unknown>): () => void {
  let last: Promise<unknown> = Promise.resolve()
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    last = last.then(() => {
      isDue = false
      return load()
    })
  }
}
