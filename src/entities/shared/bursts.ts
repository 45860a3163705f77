/** Calls `load` at once; calls while it loads do not cancel it, but are one more load afterwards. */
export function oncePerBurst(load: () => Promise<unknown>): () => void {
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
