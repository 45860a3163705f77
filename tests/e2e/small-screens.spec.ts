import { expect, test } from '@playwright/test'
import { newMember } from './support/members.ts'

test('the drawer of a phone', async ({ browser, request, baseURL }) => {
  const { storageState } = await newMember(baseURL ?? '', request, 'Dora Drawer')
  const page = await browser.newPage({ storageState, viewport: { width: 390, height: 844 } })
  await page.goto('/dashboard')
  const opener = page.getByRole('button', { name: 'Open menu' })
  const nav = page.getByRole('navigation', { name: 'Member' })
  const drawer = page.getByRole('dialog', { name: 'Member Dashboard' })

  await test.step('opens, takes the focus and keeps it', async () => {
    await expect(page.getByRole('heading', { level: 1, name: /Dora/ })).toBeVisible()
    await expect(nav).toBeHidden()
    // In the first moments of a page Chromium may not yet give it the focus that a key needs.
    await expect(async () => {
      await opener.focus()
      await expect(opener).toBeFocused({ timeout: 500 })
      await opener.press('Enter')
      await expect(drawer).toBeVisible({ timeout: 2000 })
    }).toPass()
    for (const key of ['Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', ...Array<string>(20).fill('Tab')]) {
      await page.keyboard.press(key)
      // Between its last and its first target the focus is in the browser's own bar.
      await expect(page.locator(':focus-visible:not(dialog *)')).toHaveCount(0)
    }
    await expect(drawer.locator(':focus')).toHaveCount(1)
  })

  await test.step('Escape closes it and gives the focus back', async () => {
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(opener).toBeFocused()
    await expect(nav).toBeHidden()
  })

  await test.step('so do its button and a tap beside it', async () => {
    const closers = [
      () => drawer.getByRole('button', { name: 'Close menu' }).click(),
      () => page.mouse.click(380, 400),
    ]
    for (const close of closers) {
      await opener.click()
      await close()
      await expect(drawer).toBeHidden()
      await expect(opener).toBeFocused()
    }
  })

  await test.step('a wider window closes it', async () => {
    await opener.click()
    await page.setViewportSize({ width: 800, height: 844 })
    await expect(drawer).toBeHidden()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(drawer).toBeHidden()
  })

  await test.step('a navigation closes it and leads to the page', async () => {
    await opener.click()
    await drawer.getByRole('link', { name: 'Order History' }).click()
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL('/dashboard/orders')
    await expect(page.getByRole('heading', { level: 1, name: 'Order History' })).toBeFocused()
  })
  await page.close()
})
