import type { Reporter } from 'vitest/node'

/** Names each test that passed only when it was tried again, which the usual report does not. */
export const retried: Reporter = {
  onTestCaseResult(test) {
    if (!test.ok() || !test.diagnostic()?.retryCount) return
    console.warn(`Passed only when it was tried again: ${test.fullName} (${test.module.relativeModuleId})`)
  },
}
