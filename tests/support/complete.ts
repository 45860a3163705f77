import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Fails a run of Playwright in CI that skipped a test. */
export default class Complete implements Reporter {
  private readonly skipped: string[] = []

  onTestEnd(test: TestCase, { status }: TestResult) {
    if (status === 'skipped') this.skipped.push(test.titlePath().join(' > '))
  }

  async onEnd(): Promise<{ status?: FullResult['status'] }> {
    if (!process.env.CI || this.skipped.length === 0) return {}
    console.error(`In CI every test runs. ${this.skipped.length} did not:\n${this.skipped.join('\n')}`)
    return { status: 'failed' }
  }
}
