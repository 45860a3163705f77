import { configure } from '@testing-library/react'
import { inject, vi } from 'vitest'

/** How long tests wait: for one thing to appear, and altogether; in milliseconds. */
export type Patience = { wait: number; test: number }

declare module 'vitest' {
  export interface ProvidedContext {
    patience: Patience
  }
}

// Most mutants are seen by something that never appears, or never ends: waiting for it as long as the slowest machine would
// need takes most of the time. The lane knows how slow this machine is.
const { wait, test } = inject('patience')
configure({ asyncUtilTimeout: wait })
vi.setConfig({ testTimeout: test })
