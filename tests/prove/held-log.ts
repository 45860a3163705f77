import { format } from 'node:util'

/** How many lines of a part are kept: what went wrong stands in the last ones. */
const MOST = 100

/**
 * Holds back what is written with `console.error` from now on, as the embedded backend does of each malformed request;
 * answers what takes the lines that are held.
 */
export function holdLog(): () => string[] {
  const held: string[] = []
  console.error = (...said: unknown[]) => {
    held.push(format(...said))
    if (held.length > MOST) held.shift()
  }
  return () => held.splice(0)
}
