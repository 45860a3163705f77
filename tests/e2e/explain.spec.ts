import { readFile } from 'node:fs/promises'
import { waitUntilClosed } from './support/checks.ts'
import { expect, test } from './support/test.ts'

const numberIn = (text: string) => Number(text.replace(/[^\d−-]/g, '').replace('−', '-'))

test('a number opens its rows, which are exported and have an address (D48)', async ({ open, demo }) => {
  const page = await open(demo.member, '/dashboard')
  const opener = page.getByRole('button', { name: /^Spent: .* Explain$/ })
  const shown = numberIn(
    /: ([^:]+)\. Explain$/.exec((await opener.getAttribute('aria-label')) ?? '')?.[1] ?? '',
  )
  await opener.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Spent' })
  await expect(drawer.getByRole('status').filter({ hasText: /, at / })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Export' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  const amounts = file.trim().split('\r\n').slice(1)
  const sum = amounts.reduce((all, line) => all + numberIn(line.split(',').at(-1) ?? ''), 0)
  expect([amounts.length > 1, sum]).toEqual([true, shown])
  await expect(drawer.getByRole('row').last()).toContainText(String(Math.abs(shown)))
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await waitUntilClosed(page)
  await page.goto('/dashboard?explain=account_spent')
  await drawer.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/dashboard\/orders\//)
  await expect(drawer).toBeHidden()
})
