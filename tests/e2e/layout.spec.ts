import type { Page } from '@playwright/test'
import { expectFits, phone, waitUntilSettled } from './support/checks.ts'
import { adminClient } from './support/client.ts'
import { freshCode, newAdmin, newMember } from './support/people.ts'
import { newBenefit, placeOrder } from './support/rows.ts'
import { withId } from './support/screens.ts'
import { coveredByToast } from './support/targets.ts'
import { expect, test } from './support/test.ts'

test('on a phone, orders begin within 320 px of the top and have two lines', async ({ open }) => {
  const member = await newMember(`Wilhelmina Alexandra von Brandenburg ${freshCode()}`)
  const benefit = await newBenefit(`Narrow ${freshCode()}`)
  const { id } = await placeOrder(member, benefit)
  const ada = await newAdmin()
  await ada.client.from('order_notes').insert({ order_id: id, body: 'Noted' }).throwOnError()
  const page = await open(ada, '/admin/orders', { viewport: phone })
  const row = page.getByRole('row').filter({ hasText: member.name })
  await expect(row.getByText('1 note')).toBeAttached()
  await expect(page.getByText(/^[\d,]+ of [\d,]+ orders/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Select all/ })).toBeVisible()
  const first = page.locator('tbody tr', { has: page.locator('[data-opens-row]') }).first()
  expect((await first.boundingBox())?.y).toBeLessThanOrEqual(320)
  expect((await row.boundingBox())?.height).toBeLessThan(80)
})

test('a toast covers no heading of a page and nothing of a dialog', async ({ open }) => {
  const page = await open(await newMember('Nora Notice'), '/dashboard/redeem', {
    viewport: { width: 390, height: 640 },
    hasTouch: true,
    isMobile: true,
  })
  await page.getByLabel('Token code').fill('AB CD')
  await page.getByRole('button', { name: 'Redeem code' }).click()
  expect(await coveredByToast(page, 'Redemption Failed', 'h1, #main form *')).toEqual([])

  await page.route('**/rest/v1/orders*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { code: 'XX000' } })
      : route.fallback(),
  )
  await page.goto('/dashboard/benefits')
  await page.getByRole('button', { name: 'Redeem Board Deck Kit for 15 tokens' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog, 'focused instead of a field, which would open the keyboard').toBeFocused()
  await dialog.getByRole('button', { name: /^Redeem for/ }).click()
  const inDialog = '[role="dialog"] :is(h2, button, input, dl)'
  expect(await coveredByToast(page, 'Order Failed', inDialog)).toEqual([])
})

test('an address that names a part of a page shows that part on the first load', async ({ open, demo }) => {
  for (const [path, name] of [
    ['/admin/benefits/Lantern Research?tab=delivery', 'How it is delivered'],
    ['/admin/settings#settings-security', 'Security'],
  ] as const) {
    const page = await open(demo.admin, await withId(path), { viewport: phone })
    await waitUntilSettled(page)
    await expect(page.getByRole('heading', { name })).toBeInViewport()
  }
})

test('the navigation drawer on a phone', async ({ open }) => {
  const page = await open(await newMember('Dora Drawer'), '/dashboard', { viewport: phone })
  const opener = page.getByRole('button', { name: 'Open menu' })
  const nav = page.getByRole('navigation', { name: 'Member' })
  const drawer = page.getByRole('dialog', { name: 'Member Dashboard' })

  await test.step('opens and traps the focus', async () => {
    await expect(page.getByRole('heading', { level: 1, name: /Dora/ })).toBeVisible()
    await expect(nav).toBeHidden()
    await waitUntilSettled(page)
    await opener.press('Enter')
    await expect(drawer).toBeVisible()
    for (const key of ['Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', ...Array<string>(12).fill('Tab')]) {
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

  await test.step('so does a tap beside it', async () => {
    await opener.click()
    await expect(drawer).toBeVisible()
    await page.mouse.click(380, 400)
    await expect(drawer).toBeHidden()
    await expect(opener).toBeFocused()
  })

  await test.step('a wider window closes it', async () => {
    await opener.click()
    await expect(drawer).toBeVisible()
    await page.setViewportSize({ width: 800, height: 844 })
    await expect(drawer).toBeHidden()
    await page.setViewportSize(phone)
    await expect(drawer).toBeHidden()
  })
})

test('between 768 and 1180 px the bell is whole, and the views of orders have their place', async ({
  open,
  demo,
}) => {
  const page = await open(demo.admin, '/admin/orders?assigned=me', { viewport: { width: 800, height: 900 } })
  await expect(page.getByRole('combobox', { name: 'Benefit' })).toBeVisible()
  const bell = page.getByRole('complementary').getByRole('button', { name: /^Notifications, \d+ unread/ })
  await expect(bell).toBeVisible()
  await waitUntilSettled(page)
  await expectFits(page)
  const views = await page.getByRole('navigation', { name: 'Views' }).boundingBox()
  expect(views?.width).toBeGreaterThan(200)
  for (const width of [768, 1023, 1024, 1180]) {
    await page.setViewportSize({ width, height: 800 })
    const side = await page.getByRole('complementary').boundingBox()
    const count = await bell.locator('b').boundingBox()
    expect((count?.x ?? 0) + (count?.width ?? Infinity)).toBeLessThanOrEqual(side?.width ?? 0)
  }
})

/** The positions of the button relative to the price in the cards of the page. */
const positions = (page: Page) =>
  page.evaluate(() => {
    const found = [...document.querySelectorAll('article')].map((card) => {
      // The last one: the name of the benefit is a link too.
      const button = [...card.querySelectorAll('button, a[href]')].at(-1)
      const price = button?.parentElement?.firstElementChild
      if (!button || !price) return 'no price'
      const [outer, left, right] = [card, price, button].map((element) => element.getBoundingClientRect())
      if (!outer || !left || !right) return 'no box'
      if (right.right > outer.right + 1) return 'overflows'
      return right.top >= left.bottom ? 'below' : right.left >= left.right ? 'beside' : 'overlaps'
    })
    return [...new Set(found)]
  })

test('price and button have the same position in every card, at every width', async ({ open }) => {
  const { client } = await adminClient()
  const expensive = [
    await newBenefit(`Dear ${freshCode()}`, 150),
    await newBenefit(`Dearer ${freshCode()}`, 9_999),
  ]
  const page = await open(await newMember('Wanda Width'))
  for (const path of ['/dashboard/benefits', '/dashboard']) {
    await page.goto(path)
    await expect(page.getByRole('article').first()).toBeVisible()
    await waitUntilSettled(page)
    for (let width = 320; width <= 1600; width += 64) {
      await page.setViewportSize({ width, height: 800 })
      const found = await positions(page)
      expect.soft(found, `${path} at ${width} px`).toHaveLength(1)
      expect.soft(['beside', 'below'], `${path} at ${width} px`).toContain(found[0])
    }
  }
  for (const { id } of expensive) await client.from('benefits').delete().eq('id', id).throwOnError()
})
