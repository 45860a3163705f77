import { phone, waitUntilSettled } from './support/checks.ts'
import { expect, test } from './support/test.ts'

test('Back closes what is open on a phone, and then leaves the page', async ({ open, demo }) => {
  const page = await open(demo.member, '/dashboard/orders', { viewport: phone })
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Browse Benefits' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Browse Benefits' })).toBeVisible()
  await waitUntilSettled(page)
  for (const opener of ['Open menu', /^Notifications/, /^Redeem .* tokens$/]) {
    await page.getByRole('button', { name: opener }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL('/dashboard/benefits')
  }
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/orders')
})

test('Back closes a panel of the address, and a closed one leaves no entry', async ({ open, demo }) => {
  const page = await open(demo.admin, '/admin/orders')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible()
  const panel = page.getByRole('dialog', { name: 'Tamsin Ferreira' })
  const opener = page.getByRole('link', { name: 'Tamsin Ferreira' })
  const openPanel = async () => {
    await opener.click()
    await expect(panel).toBeVisible()
    await waitUntilSettled(page)
    await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
  }
  await openPanel()
  await page.goBack()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL('/admin/users')
  await openPanel()
  await panel.getByRole('tab', { name: /Codes/ }).click()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(undefined)
  await expect(page).toHaveURL('/admin/users')
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Search' })
  await search.getByRole('combobox').fill('Activity')
  await expect(search.getByRole('option', { selected: true })).toHaveText('Activity')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/activity')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(undefined)
  await page.goBack()
  await expect(page).toHaveURL('/admin/orders')
})

test('in a window of 320 x 256, a dialog scrolls as a whole', async ({ open, demo }) => {
  const page = await open(demo.member, '/dashboard/benefits', { viewport: { width: 320, height: 256 } })
  await waitUntilSettled(page)
  await page
    .getByRole('button', { name: /^Redeem .* tokens$/ })
    .first()
    .click()
  const dialog = page.locator('[role="dialog"]:not([aria-busy="true"])')
  await expect(dialog.getByLabel('Delivery email')).toBeFocused()
  // Once round: the email, Cancel, Redeem, Close.
  for (const name of ['Cancel', /^Redeem for/, 'Close']) {
    await expect(dialog.locator(':focus')).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Delivery email')).toBeFocused()
  // Nothing of it sticks to an edge, or scrolls by itself.
  const ownScroll = await dialog.evaluate((box) => box.scrollHeight - box.clientHeight)
  expect(ownScroll).toBeLessThanOrEqual(1)
})
