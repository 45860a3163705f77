import { configure } from '@testing-library/react'
import { inject, vi } from 'vitest'

/** How long tests wait: for one thing to appear, and altogether; in milliseconds. */
export type Timeouts = { wait: number; test: number }

declare module 'vitest' {
  export interface ProvidedContext {
    timeouts: Timeouts
  }
}

// Most mutants fail by a timeout, so the worker sets one that fits this machine.
const { wait, test } = inject('timeouts')
configure({ asyncUtilTimeout: wait })
vi.setConfig({ testTimeout: test })
