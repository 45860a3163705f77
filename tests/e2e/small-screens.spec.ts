import { phone } from './support/axe.ts'
import { newMember } from './support/members.ts'
import { expect, test } from './support/test.ts'

test('the navigation drawer on a phone', async ({ open }) => {
  const page = await open(await newMember('Dora Drawer'), '/dashboard', { viewport: phone })
  const opener = page.getByRole('button', { name: 'Open menu' })
  const nav = page.getByRole('navigation', { name: 'Member' })
  const drawer = page.getByRole('dialog', { name: 'Member Dashboard' })

  await test.step('opens and traps the focus', async () => {
    await expect(page.getByRole('heading', { level: 1, name: /Dora/ })).toBeVisible()
    await expect(nav).toBeHidden()
    // Chromium may ignore a key press right after the load.
    await expect(async () => {
      await opener.focus()
      await expect(opener).toBeFocused({ timeout: 500 })
      await opener.press('Enter')
      await expect(drawer).toBeVisible({ timeout: 2000 })
    }).toPass()
    for (const key of ['Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', ...Array<string>(20).fill('Tab')]) {
      await page.keyboard.press(key)
      // Between the last and the first target, the focus is in the browser's toolbar.
      await expect(page.locator(':focus-visible:not(dialog *)')).toHaveCount(0)
    }
    await expect(drawer.locator(':focus')).toHaveCount(1)
  })

  await test.step('Escape closes it and restores the focus', async () => {
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(opener).toBeFocused()
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
    await page.setViewportSize(phone)
    await expect(drawer).toBeHidden()
  })

  await test.step('a link in it closes it and opens the page', async () => {
    await opener.click()
    await drawer.getByRole('link', { name: 'Order History' }).click()
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL('/dashboard/orders')
    await expect(page.getByRole('heading', { level: 1, name: 'Order History' })).toBeFocused()
  })
})
