import { format } from 'node:util'

/** The last lines say what went wrong. */
const MAX_LINES = 100

/**
 * Buffers `console.error` from now on, which the embedded backend calls for each malformed request. Returns a function that
 * takes the buffered lines.
 */
export function bufferLog(): () => string[] {
  const held: string[] = []
  console.error = (...said: unknown[]) => {
    held.push(format(...said))
    if (held.length > MAX_LINES) held.shift()
  }
  return () => held.splice(0)
}
