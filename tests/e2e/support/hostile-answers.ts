import type { BrowserContext } from '@playwright/test'
import { evil, markup } from './harm.ts'

/** What no picture and no link may be, in the place of every address. */
export const addresses = [
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

/** What the screens sort, compare and count by. */
const kept = /^(id|key|day|role|status|action|table_name|transaction_type)$|_(id|at|date)$/
const date = /^\d{4}-\d\d-\d\d/

/**
 * Makes every text of the database hostile on its way to the pages, and every address of a picture no such address: also
 * what the screens and the database's own checks refuse, as if its owner had written it. Answers the columns it met.
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
    if (!isAddress && (typeof value !== 'string' || kept.test(column) || date.test(value))) return value
    columns.add(column)
    turn += 1
    return isAddress ? addresses[turn % addresses.length] : markup
  }
  await context.route('**/rest/v1/**', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    const json = body !== '' && response.headers()['content-type']?.includes('json')
    await route.fulfill(json ? { response, json: poisoned(JSON.parse(body)) } : { response })
  })
  return columns
}
