import { configure } from '@testing-library/react'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    patience: number
  }
}

// Most mutants are seen by something that never appears: waiting for it as long as the slowest machine would need takes most
// of the time. The lane knows how slow this machine is.
configure({ asyncUtilTimeout: inject('patience') })
