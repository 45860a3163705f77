const PER_SECOND = 100

/** Counts messages; false for one that comes after too many in the same second. */
export function keepPace(most = PER_SECOND): () => boolean {
  let [second, count] = [0, 0]
  return () => {
    const now = Math.floor(performance.now() / 1000)
    count = now === second ? count + 1 : 1
    second = now
    return count <= most
  }
}
