import { type BrowserContext, expect, type Page } from '@playwright/test'
import { watchPolicy } from './violations.ts'

/** Another site. */
export const evil = 'evil.example'

/** Becomes an element, runs a script or ends an attribute wherever text is parsed as markup. Fits into a name. */
export const markup = `'"><h-t></h-t><img src=x onerror=hit()><script>hit()</script>`

/** A name that also reorders the rest of its line unless it is isolated: right-to-left, with a parenthesis. */
const hostileName = `שלום(${markup} ${'Unbroken'.repeat(12)}`

/** Addresses that no picture and no link may have. */
const addresses = [
  'javascript:hit()',
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='hit()'/>`,
  'data:text/html,<script>hit()</script>',
  'vbscript:hit()',
  `//${evil}/a.png`,
  `/\\${evil}/a.png`,
  `/\t/${evil}/a.png`,
  `http://${evil}/a.png`,
  'http://[',
  `'"><h-t></h-t>`,
]

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

/** The texts of a page with a right-to-left name outside of a `<bdi>` or an option of its own direction. */
export const exposedNames = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isIsolated = node.parentElement?.closest('bdi, option[dir=auto], script, title, textarea')
      if (node.textContent?.includes('שלום(') && !isIsolated) found.push(node.textContent)
    }
    return found
  })

/** Columns that the screens sort, compare and count by. */
const unchanged = /^(id|key|day|role|state|status|action|table_name|transaction_type)$|_(id|at|date)$/
const names = /^(name|customer_name|actor_name|benefit_name)$/
const date = /^\d{4}-\d\d-\d\d/

/**
 * Replaces every text and picture address in the responses of the REST layer by hostile ones, including those that the
 * database would reject. Returns the columns it replaced.
 */
export async function poison(context: BrowserContext): Promise<Set<string>> {
  const columns = new Set<string>()
  let turn = 0
  const poisoned = (value: unknown, column = ''): unknown => {
    if (Array.isArray(value)) return value.map((each) => poisoned(each, column))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, poisoned(each, name)]))
    }
    const isAddress = /image_url$|^value$/.test(column)
    if (!isAddress && (typeof value !== 'string' || unchanged.test(column) || date.test(value))) return value
    columns.add(column)
    turn += 1
    if (isAddress) return addresses[turn % addresses.length]
    return names.test(column) ? hostileName : markup
  }
  await context.route('**/rest/v1/**', async (route) => {
    // The server may close an idle connection at that moment.
    const response = await route.fetch({ maxRetries: 2 })
    const body = await response.text()
    const json = body !== '' && response.headers()['content-type']?.includes('json')
    await route.fulfill(json ? { response, json: poisoned(JSON.parse(body)) } : { response })
  })
  return columns
}
