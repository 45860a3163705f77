import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { adminClient } from './support/client.ts'
import { admin as demoAdmin, member as demoMember, signIn } from './support/people.ts'
import { newAdmin } from './support/seed.ts'
import { expect, test } from './support/test.ts'

const numberIn = (text: string) => Number(text.replace(/[^\d−-]/g, '').replace('−', '-'))

/** Reads every page of a drawer, once its rows have arrived. */
async function rowsOf(drawer: Locator) {
  await expect(drawer.getByRole('status').filter({ hasText: /, at / })).toBeVisible()
  await expect(drawer.locator('[aria-busy="true"]')).toHaveCount(0)
  const amounts: number[] = []
  for (;;) {
    const cells = await drawer.getByRole('row').locator('td:last-child').allTextContents()
    // The last row is the sum.
    amounts.push(...cells.slice(0, -1).map(numberIn))
    const next = drawer.getByRole('button', { name: 'Next' })
    if (!(await next.isVisible()) || (await next.isDisabled())) {
      return { amounts, sum: cells.length > 0 ? numberIn(cells.at(-1) ?? '') : 0 }
    }
    const range = drawer.getByRole('navigation', { name: 'Pages' }).getByRole('status')
    const shown = (await range.textContent()) ?? ''
    await next.click()
    await expect(range).not.toHaveText(shown)
  }
}

/** Opens the numbers in `part`, and compares each with the number, the sum and the rows of its drawer. Returns the labels of all. */
async function visitNumbers(
  page: Page,
  part: Locator,
  visited = (_index: number) => true,
): Promise<string[]> {
  const numbers = part.getByRole('button', { name: /\. Explain$/ })
  let labels: string[] = []
  // Until all have arrived: one that appears later would move the others.
  await expect(async () => {
    const before = labels
    labels = await numbers.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))
    expect(labels).not.toEqual([])
    expect(labels).toEqual(before)
  }).toPass({ intervals: [500] })
  for (const [index, label] of labels.entries()) {
    if (!visited(index)) continue
    const shown = numberIn(/: ([^:]+)\. Explain$/.exec(label)?.[1] ?? '')
    await numbers.nth(index).click()
    const drawer = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Export' }) })
    const rows = await rowsOf(drawer)
    const figure = numberIn((await drawer.getByRole('paragraph').first().textContent()) ?? '')
    const added = rows.amounts.reduce((all, amount) => all + amount, 0)
    expect.soft([label, figure, rows.sum, added]).toEqual([label, shown, shown, shown])
    await expect(drawer.getByText('do not add up')).toBeHidden()
    await drawer.press('Escape')
    await expect(drawer).toBeHidden()
  }
  return labels
}

test.use({ viewport: { width: 1440, height: 900 } })

test('the numbers of the overview add up to their rows (D48)', async ({ page }) => {
  test.setTimeout(600_000)
  await signIn(page, demoAdmin)
  await page.goto('/admin')
  const main = page.getByRole('main')
  await expect(main.getByRole('group', { name: /^Orders placed/ })).toBeVisible()
  // 12 in the tiles, 5 statuses, 3 + 36 of the tokens, 1 + 30 of the orders: every tenth period, as the database tests each.
  const visited = (index: number) => index < 20 || index === 56 || index % 10 === 0
  expect(await visitNumbers(page, main, visited)).toHaveLength(87)
  // The tables have the same numbers, and those of each status: visited are the last row, and the totals.
  const asTable = main.getByRole('button', { name: 'Show as table' })
  while ((await asTable.count()) > 0) await asTable.first().click()
  const orders = main.getByRole('table', { name: 'Orders by day' })
  expect(await visitNumbers(page, orders.locator('tbody tr:last-child, tfoot tr'))).toHaveLength(2 * 6)
  for (const step of ['Day', 'Week', 'Month']) {
    await main.getByRole('button', { name: step, exact: true }).click()
    const tokens = main.getByRole('table', { name: `Tokens, by ${step.toLowerCase()}` })
    const rows = tokens.locator('tbody tr:last-child, tfoot tr')
    expect(await visitNumbers(page, rows)).toHaveLength(2 * 3)
  }
})

test('every token total of a member adds up to its rows (D48)', async ({ page, open }) => {
  await signIn(page, demoMember)
  const main = page.getByRole('main')
  expect(await visitNumbers(page, main)).toHaveLength(4)
  for (const type of ['', 'redemption', 'refund', 'adjustment', 'purchase', 'signup_bonus']) {
    await page.goto(`/dashboard/transactions?type=${type}`)
    expect((await visitNumbers(page, main)).length).toBeGreaterThanOrEqual(3)
  }

  const { client } = await adminClient()
  const { data } = await client
    .from('profiles')
    .select('id')
    .eq('email', demoMember.email)
    .single()
    .throwOnError()
  const admin = await open(await newAdmin('Ada Explained'), `/admin/users?person=${data.id}`)
  const panel = admin.getByRole('dialog')
  // The panel shows the balance before the others are known.
  await expect(panel.first().getByRole('button', { name: /\. Explain$/ })).toHaveCount(3)
  expect(await visitNumbers(admin, panel.first())).toHaveLength(3)
})

test('a drawer is linked, exports exactly its rows, and is found at its address (D48)', async ({ page }) => {
  await signIn(page, demoMember)
  const opener = page.getByRole('button', { name: /^Spent: .* Explain$/ })
  await opener.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Spent' })
  const { amounts } = await rowsOf(drawer)
  const downloading = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Export' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  const lines = file.trim().split('\r\n').slice(1)
  expect(lines.map((line) => numberIn(line.split(',').at(-1) ?? ''))).toEqual(amounts)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.goto('/dashboard?explain=account_spent')
  await drawer.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/dashboard\/orders\//)
  await expect(drawer).toBeHidden()
})
