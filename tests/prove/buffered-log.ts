import { format } from 'node:util'

/** How many lines of a part are kept: what went wrong stands in the last ones. */
const MAX_LINES = 100

/**
 * Holds back what is written with `console.error` from now on, as the embedded backend does of each malformed request;
 * answers what takes the lines that are held.
 */
export function bufferLog(): () => string[] {
  const held: string[] = []
  console.error = (...said: unknown[]) => {
    held.push(format(...said))
    if (held.length > MAX_LINES) held.shift()
  }
  return () => held.splice(0)
}
