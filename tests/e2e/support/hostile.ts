import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { watchPolicy } from './violations.ts'

/** Marks an attack that CI runs too. */
export const core = { tag: '@core' }

/** Reports how many attacks a test tries, if more than one. */
export function tries(count: number) {
  test.info().annotations.push({ type: 'tried', description: String(count) })
}

/** Another site. */
export const evil = 'evil.example'

/** Becomes an element, runs a script or ends an attribute wherever text is parsed as markup. Fits into a name. */
export const markup = `'"><h-t></h-t><img src=x onerror=hit()><script>hit()</script>`

/** Records what the pages of a context run, open, request from another site or violate. */
export async function watchEffects(context: BrowserContext): Promise<string[]> {
  const effects = await watchPolicy(context)
  await context.exposeFunction('hit', () => effects.push('a script ran'))
  context.on('dialog', (dialog) => {
    effects.push(`a dialog opened: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('request', (request) => {
    if (new URL(request.url()).hostname.endsWith(evil)) effects.push(`requested ${request.url()}`)
  })
  return effects
}

/** Nothing was recorded, and no text of the page became an element. */
export async function expectNoEffects(page: Page, effects: string[]) {
  const { pathname } = new URL(page.url())
  const elements = await page.evaluate(() =>
    [...document.querySelectorAll('h-t, [onerror], script')]
      .filter((one) => one.localName !== 'script' || one.textContent.includes('hit()'))
      .map((one) => one.outerHTML),
  )
  expect(elements, `elements made of text on ${pathname}`).toEqual([])
  expect(effects, `effects up to ${pathname}`).toEqual([])
}
