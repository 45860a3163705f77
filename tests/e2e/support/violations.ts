import { type BrowserContext, expect } from '@playwright/test'

/** Records what the browser blocks or reports by policy, in all pages and workers of a context. */
export async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const violations: string[] = []
  const record = (url: string, text: string) => {
    if (/policy|trusted ?(type|html|script)|refused to/i.test(text)) violations.push(`${url}: ${text}`)
  }
  context.on('console', (message) => record(message.page()?.url() ?? '', message.text()))
  context.on('weberror', (error) => record(error.page()?.url() ?? '', String(error.error())))
  context.on('serviceworker', (worker) => {
    worker.on('console', (message) => record(worker.url(), message.text()))
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      console.error(`violation of policy: ${effectiveDirective} ${blockedURI} ${sample}`)
    })
  })
  return violations
}

/** A deliberate violation is recorded. */
export async function expectDetected(context: BrowserContext, violations: string[]) {
  const page = await context.newPage()
  await page.goto('/')
  expect(violations).toEqual([])
  await page.evaluate(() => {
    new Image().src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
  })
  await expect.poll(() => violations.join()).toContain('img-src data')
  await page.close()
}
