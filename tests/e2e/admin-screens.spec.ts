import { expect, type Page, test } from '@playwright/test'
import { settled } from './support/axe.ts'
import { fits, sizes } from './support/fits.ts'
import { tabAndPress, tabAndType, tabTo } from './support/keyboard.ts'
import { freshCode, newMember, newOrder } from './support/members.ts'
import { newAdmin, newBenefit, openAs, placeOrder } from './support/office.ts'

const long = { name: 'Wilhelmina-Konstantina Oberkirchenbach-Hohenstein', word: 'Unbroken'.repeat(12) }
const screens = [
  '',
  '/benefits',
  '/users',
  '/orders',
  '/token-codes',
  '/token-codes?tab=used',
  '/invite-codes',
  '/email-branding',
  '/activity',
]

/** What is opened on a screen, and how. */
const dialogs: Record<string, [path: string, open: (page: Page) => Promise<void>]> = {
  'a person': ['/users', (page) => page.getByRole('link', { name: long.name }).first().click()],
  'edit a user': ['/users', (page) => first(page, /^Edit /)],
  'delete a user': ['/users', (page) => first(page, /^Delete Wil/)],
  'make admin': ['/users', (page) => first(page, /^Make Admin/)],
  'order details': ['/orders', (page) => first(page, /^Details/)],
  'a new code': ['/token-codes', (page) => first(page, 'Create Code')],
  'edit a benefit': ['/benefits', (page) => first(page, /^Edit /)],
}
const first = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

test('no admin screen scrolls sideways, however long its words', async ({ browser, request, baseURL }) => {
  test.setTimeout(240_000)
  const url = baseURL ?? ''
  const admin = await newAdmin(url, request, `${long.name} Admin`)
  const buyer = await newMember(url, request, long.name)
  await newOrder(url, buyer, { benefit: long.word, email: `${long.word}@guild.example` })
  await newBenefit(url, long.word, 1000)
  const note = `${long.word} ${freshCode(6)}`
  await admin.client
    .from('redeem_codes')
    .insert({ code: freshCode(40), token_value: 1000, note })
    .throwOnError()
  await admin.client
    .from('profiles')
    .update({ name: `${long.name} II` })
    .eq('id', buyer.id)
    .throwOnError()

  for (const { name, ...size } of sizes) {
    const page = await browser.newPage({ ...size, storageState: admin.storageState })
    for (const screen of screens) {
      await test.step(`${name}: /admin${screen}`, async () => {
        await page.goto(`/admin${screen}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await settled(page)
        await fits(page)
      })
    }
    for (const [what, [path, open]] of Object.entries(dialogs)) {
      await test.step(`${name}: ${what}`, async () => {
        await page.goto(`/admin${path}`)
        await open(page)
        await expect(page.getByRole('dialog')).toBeVisible()
        await settled(page)
        await fits(page)
      })
    }
    await test.step(`${name}: before and after`, async () => {
      await page.goto('/admin/activity')
      await first(page, 'Before and after')
      await expect(page.getByRole('table')).toBeVisible()
      await fits(page)
    })
    await page.close()
  }
})

test('a notice on a phone leaves the buttons of a dialog free', async ({ browser, request, baseURL }) => {
  const url = baseURL ?? ''
  const buyer = await newMember(url, request, 'Paula Phone')
  const order = await placeOrder(buyer, await newBenefit(url, `Phone ${freshCode(6)}`, 20))
  const admin = await newAdmin(url, request, 'Theo Thumb')
  const page = await openAs(browser, admin, `/admin/orders?order=${order.id}`)
  await page.setViewportSize({ width: 390, height: 844 })
  const dialog = page.getByRole('dialog', { name: 'Order Details' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Order status updated to cancelled')).toBeVisible()
  await placeOrder(buyer, await newBenefit(url, `Phone ${freshCode(6)}`, 20))
  await dialog.getByRole('button', { name: 'Delivered' }).click()
  await expect(page.getByText('Failed to update order status')).toBeVisible()
  for (const name of ['Processing', 'Complete', 'Delivered']) {
    await dialog.getByRole('button', { name }).click({ trial: true })
  }
  await page.context().close()
})

test('an order is delivered and found in the log by keyboard alone', async ({
  browser,
  request,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const buyer = await newMember(url, request, `Kit Keys ${freshCode(6)}`)
  const order = await placeOrder(buyer, await newBenefit(url, `Keys ${freshCode(6)}`, 5))
  const admin = await newAdmin(url, request, 'Kai Keyboard')
  const page = await openAs(browser, admin, '/dashboard')
  const nav = page.getByRole('navigation', { name: 'Admin' })
  await tabAndPress(page, page.getByRole('link', { name: 'Admin Panel' }), 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .or(page.getByRole('heading', { level: 1 }))
      .locator(':scope:focus'),
  ).toHaveCount(1)
  await page.reload()
  await tabAndPress(page, nav.getByRole('link', { name: /^Orders/ }), 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type(buyer.name)
  await expect(page.getByText(`matching "${buyer.name}"`)).toBeVisible()
  const opener = page.getByRole('button', { name: `Details of ${order.number}` })
  await tabAndPress(page, opener, 'Enter')

  const dialog = page.getByRole('dialog', { name: 'Order Details' })
  await tabAndPress(page, dialog.getByRole('button', { name: 'Delivered' }), 'Space')
  await expect(page.getByText('Order status updated to delivered')).toBeVisible()
  for (let stop = 0; stop < 8; stop++) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  await page.reload()
  await tabAndPress(page, nav.getByRole('link', { name: 'Activity' }), 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeFocused()
  await tabTo(page, page.getByRole('combobox', { name: 'Show' }))
  await page.keyboard.type('Orders')
  await tabAndType(page, page.getByRole('searchbox', { name: 'Search activity' }), order.number)
  const sentence = `Kai Keyboard changed the status of ${order.number} from Pending to Delivered`
  const entry = page.getByRole('listitem').filter({ hasText: sentence })
  await expect(entry).toBeVisible()
  await tabAndPress(page, entry.getByRole('button', { name: 'Before and after' }), 'Enter')
  await expect(entry.getByRole('row', { name: 'Status' })).toContainText('Pending')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Pending to Delivered')).toBeVisible()
  await page.context().close()
})
