const PER_SECOND = 100

/** Counts messages; returns false for one beyond the limit of its second. */
export function limitMessageRate(limit = PER_SECOND): () => boolean {
  let [second, count] = [0, 0]
  return () => {
    const now = Math.floor(performance.now() / 1000)
    count = now === second ? count + 1 : 1
    second = now
    return count <= limit
  }
}
