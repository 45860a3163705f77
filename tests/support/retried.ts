import type { Reporter } from 'vitest/node'

/** Reports each test that passed only after a retry. */
export const retried: Reporter = {
  onTestCaseResult(test) {
    if (!test.ok() || !test.diagnostic()?.retryCount) return
    console.warn(`Passed only after a retry: ${test.fullName} (${test.module.relativeModuleId})`)
  },
}
