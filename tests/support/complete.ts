import type {
  FullResult,
  Reporter as PlaywrightReporter,
  TestCase,
  TestResult,
} from '@playwright/test/reporter'
import type { Reporter } from 'vitest/node'

/** In CI, an error message about skipped tests. */
export function incomplete(skipped: string[]): string | undefined {
  if (!process.env.CI || skipped.length === 0) return undefined
  return `In CI every test runs. ${skipped.length} did not:\n${skipped.join('\n')}`
}

/** Fails a run of Vitest in CI that skipped a test. */
export const complete: Reporter = {
  onTestRunEnd(modules) {
    const skipped = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].map((test) => `${module.relativeModuleId}: ${test.fullName}`),
    )
    const message = incomplete(skipped)
    if (!message) return
    console.error(message)
    process.exitCode = 1
  },
}

/** The same for Playwright, which creates the instance. */
export default class Complete implements PlaywrightReporter {
  private readonly skipped: string[] = []

  onTestEnd(test: TestCase, { status }: TestResult) {
    if (status === 'skipped') this.skipped.push(test.titlePath().join(' > '))
  }

  async onEnd(): Promise<{ status?: FullResult['status'] }> {
    const message = incomplete(this.skipped)
    if (message) console.error(message)
    return message ? { status: 'failed' } : {}
  }
}
