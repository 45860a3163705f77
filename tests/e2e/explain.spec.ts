import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { closed } from './support/checks.ts'
import { expect, test } from './support/test.ts'

const numberIn = (text: string) => Number(text.replace(/[^\d−-]/g, '').replace('−', '-'))

/** Reads every page of a drawer, once its rows have arrived: the amounts of the rows, and the sum under them. */
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
      return { amounts, sum: numberIn(cells.at(-1) ?? '0') }
    }
    const range = drawer.getByRole('navigation', { name: 'Pages' }).getByRole('status')
    const shown = (await range.textContent()) ?? ''
    await next.click()
    await expect(range).not.toHaveText(shown)
  }
}

/** Opens a number, and compares it with the sum and the rows of its drawer. */
async function expectToAddUp(page: Page, number: Locator) {
  const label = (await number.getAttribute('aria-label')) ?? ''
  const shown = numberIn(/: ([^:]+)\. Explain$/.exec(label)?.[1] ?? '')
  await number.click()
  const drawer = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Export' }) })
  const { amounts, sum } = await rowsOf(drawer)
  expect.soft([label, sum, amounts.reduce((all, each) => all + each, 0)]).toEqual([label, shown, shown])
  await drawer.press('Escape')
  await expect(drawer).toBeHidden()
}

const numbers = (part: Locator) => part.getByRole('button', { name: /\. Explain$/ })

// One number of each kind: tests/db/explain.test.ts compares all.
test('numbers add up to their rows: a tile, a total of a table, and a total of a member (D48)', async ({
  open,
  demo,
}) => {
  const overview = await open(demo.admin, '/admin')
  await expectToAddUp(overview, overview.getByRole('button', { name: /^Outstanding.* Explain$/ }).first())
  const asTable = overview.getByRole('button', { name: 'Show as table' })
  await expect(asTable).not.toHaveCount(0)
  while ((await asTable.count()) > 0) await asTable.first().click()
  await expectToAddUp(overview, numbers(overview.getByRole('table').last().locator('tfoot')).first())
  const ledger = await open(demo.member, '/dashboard/transactions')
  await expectToAddUp(ledger, numbers(ledger.getByRole('main')).first())
})

test('a drawer exports exactly its rows, and is found at its address (D48)', async ({ open, demo }) => {
  const page = await open(demo.member, '/dashboard')
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
  await closed(page)
  await page.goto('/dashboard?explain=account_spent')
  await drawer.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/dashboard\/orders\//)
  await expect(drawer).toBeHidden()
})
