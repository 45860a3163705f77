import * as React from 'react'

/**
 * In development React records where each element was created, for up to 10,000 elements a second: a tenth of the time of the
 * screen tests, for stacks that only React's developer tools show. It has no option for that, so this is its counter.
 */
export function skipOwnerStacks() {
  const internals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS_'))?.[1]
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined })
}
