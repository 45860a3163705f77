import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** In CI, an error message about skipped tests. */
export function incomplete(skipped: string[]): string | undefined {
  if (!process.env.CI || skipped.length === 0) return undefined
  return `In CI every test runs. ${skipped.length} did not:\n${skipped.join('\n')}`
}

/** Fails a run of Playwright in CI that skipped a test. */
export default class Complete implements Reporter {
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
