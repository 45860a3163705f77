import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { watchPolicy } from './violations.ts'

/** An attack that CI tries too, and not the proof alone. */
export const core = { tag: '@core' }

/** Says how many things a test tries, where they are more than one. */
export function tries(count: number) {
  test.info().annotations.push({ type: 'tried', description: String(count) })
}

/** A site of somebody else. */
export const evil = 'evil.example'

/** Becomes an element, runs a script or ends an attribute wherever text is taken for markup. Fits into a name. */
export const markup = `'"><h-t></h-t><img src=x onerror=hit()><script>hit()</script>`

/** Listens to all pages of a context; answers what ran, opened, went to another site or was refused by policy. */
export async function watchHarm(context: BrowserContext): Promise<string[]> {
  const seen = await watchPolicy(context)
  await context.exposeFunction('hit', () => seen.push('a script ran'))
  context.on('dialog', (dialog) => {
    seen.push(`a dialog opened: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('request', (request) => {
    if (new URL(request.url()).hostname.endsWith(evil)) seen.push(`asked ${request.url()}`)
  })
  return seen
}

/** Nothing has happened on a page, and no text of it became an element. */
export async function expectUnharmed(page: Page, seen: string[]) {
  const where = new URL(page.url()).pathname
  const made = await page.evaluate(() =>
    [...document.querySelectorAll('h-t, [onerror], script')]
      .filter((one) => one.localName !== 'script' || one.textContent.includes('hit()'))
      .map((one) => one.outerHTML),
  )
  expect(made, `elements made of text on ${where}`).toEqual([])
  expect(seen, `what happened up to ${where}`).toEqual([])
}
