import { type BrowserContext, expect } from '@playwright/test'

/** Listens to all pages of a context; answers what the browser refuses or complains about by policy. */
export async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const seen: string[] = []
  const note = (place: string, text: string) => {
    if (/policy|trusted ?(type|html|script)|refused to/i.test(text)) seen.push(`${place}: ${text}`)
  }
  context.on('console', (message) => note(message.page()?.url() ?? '', message.text()))
  context.on('weberror', (error) => note(error.page()?.url() ?? '', String(error.error())))
  context.on('serviceworker', (worker) => {
    worker.on('console', (message) => note(worker.url(), message.text()))
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      console.error(`violation of policy: ${effectiveDirective} ${blockedURI} ${sample}`)
    })
  })
  return seen
}

/** The listening works: a violation made on purpose is heard. */
export async function expectHeard(context: BrowserContext, seen: string[]) {
  const page = await context.newPage()
  await page.goto('/')
  expect(seen).toEqual([])
  await page.evaluate(() => {
    const style = document.createElement('style')
    style.textContent = 'p { color: red }'
    document.head.append(style)
  })
  await expect.poll(() => seen.join()).toContain('style-src-elem inline')
  await page.close()
}
