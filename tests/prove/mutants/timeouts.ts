import { configure } from '@testing-library/react'
import { inject, vi } from 'vitest'

/** How long tests wait: for one thing to appear, and altogether; in milliseconds. */
export type Timeouts = { wait: number; test: number }

declare module 'vitest' {
  export interface ProvidedContext {
    timeouts: Timeouts
  }
}

// Most mutants are seen by something that never appears, or never ends: waiting for it as long as the slowest machine would
// need takes most of the time. The worker knows how slow this machine is.
const { wait, test } = inject('timeouts')
configure({ asyncUtilTimeout: wait })
vi.setConfig({ testTimeout: test })
