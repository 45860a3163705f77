import { expect, type Page } from '@playwright/test'
import { adminClient } from './support/client.ts'
import { emailWith, linkOf, passTime } from './support/inbox.ts'
import { freshCode, newMember, noSession } from './support/people.ts'
import { newBenefit, placeOrder, setStatus } from './support/rows.ts'
import { test } from './support/test.ts'

/** The bell that is visible at this width. */
const bell = (page: Page, name: string | RegExp = /^Notifications(, \d+ unread)?$/) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true })

/** Opens a page and waits until its live channel has been joined, once the page has settled. */
async function openLive(page: Page, path: string) {
  const predicate = (frame: { payload: string | Buffer }) =>
    String(frame.payload).includes('Subscribed to PostgreSQL')
  // Listens from the start: the page may have been joined before `goto` returns.
  const joined = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', { predicate }))
  await page.goto(path)
  await joined
}

test('the bell of every tab counts a notification until it is opened', async ({ open }) => {
  const member = await newMember('Nadia Notice')
  const page = await open(member)
  await openLive(page, '/dashboard/redeem')
  const other = await page.context().newPage()
  await openLive(other, '/dashboard/orders')
  await expect(bell(page, 'Notifications')).toBeVisible()
  const { name, ...benefit } = await newBenefit(`Noticed ${freshCode()}`, 1)
  const { id } = await placeOrder(member, { name, ...benefit })
  await setStatus(id, 'processing')
  for (const tab of [page, other]) await expect(bell(tab, 'Notifications, 1 unread')).toBeVisible()
  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('link', { name: `Unread: ${name} is being processed.` }).click()
  await expect(page).toHaveURL(`/dashboard/orders/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('main')).toContainText(name)
  await expect(panel).toBeHidden()
  for (const tab of [page, other]) await expect(bell(tab, 'Notifications')).toBeVisible()
})

test('an email links to a page whose button ends the emails of its kind', async ({ open }) => {
  const member = await newMember('Uma Unsubscribe')
  const name = `Minutes ${freshCode()}`
  const { number } = await placeOrder(member, await newBenefit(name))
  const link = linkOf(await emailWith(member.email, `Order ${number}: ${name}`, name), 'token')
  const settings = await open(member, '/dashboard/profile?tab=notifications')
  const byEmail = settings.getByRole('checkbox', { name: 'Orders: by email' })
  const anybody = await open(noSession, link)
  await expect(anybody.getByRole('heading', { name: 'Stop these emails?' })).toBeVisible()
  await settings.reload()
  await expect(byEmail, 'opening the page changes nothing').toBeChecked()
  await anybody.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(anybody.getByRole('heading', { name: 'Emails about orders are off' })).toBeFocused()
  await settings.reload()
  await expect(byEmail).not.toBeChecked()
  await expect(settings.getByRole('checkbox', { name: 'Membership: by email' })).toBeChecked()
})

test('the return of a sold-out benefit is told by the bell and by email', async ({ open }) => {
  const [member, other] = [await newMember('Wanda Waiting'), await newMember('Otto Other')]
  const benefit = await newBenefit(`Awaited ${freshCode()}`)
  const { client } = await adminClient()
  const restock = (stock: number, before: number | null) =>
    client
      .rpc('save_benefit', { p_benefit_id: benefit.id, p_opened: { stock: before }, p_values: { stock } })
      .throwOnError()
  await restock(1, null)
  await placeOrder(other, benefit)
  const page = await open(member)
  await openLive(page, `/dashboard/benefits/${benefit.id}`)
  await page.getByRole('button', { name: 'Tell me when it is back' }).click()
  await expect(page.getByText('We will tell you')).toBeVisible()
  await restock(2, 0)
  for (const minutes of [1, 12, 14]) await passTime(minutes)
  await expect(bell(page, 'Notifications, 1 unread')).toBeVisible()
  await emailWith(member.email, `${benefit.name} is available`, benefit.name)
})
