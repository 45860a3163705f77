import type { BrowserContext } from '@playwright/test'
import { evil, markup } from './hostile.ts'

/** Addresses that no picture and no link may have. */
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

/** Columns that the screens sort, compare and count by. */
const unchanged = /^(id|key|day|role|status|action|table_name|transaction_type)$|_(id|at|date)$/
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
    return isAddress ? addresses[turn % addresses.length] : markup
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
