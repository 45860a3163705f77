import { adminClient } from './support/client.ts'
import { countEmails, emailWith, linkOf, passTime } from './support/inbox.ts'
import { freshCode, newMember } from './support/members.ts'
import { bell, openLive, openNotices } from './support/notices.ts'
import { nobody } from './support/people.ts'
import { newAdmin, newBenefit, placeOrder } from './support/seed.ts'
import { expect, test } from './support/test.ts'

type Member = Awaited<ReturnType<typeof newMember>>

/** Orders of a member that an admin has begun to process: each is a notice. */
async function begunOrders(member: Member, count: number) {
  const { client } = await adminClient()
  for (let index = 0; index < count; index++) {
    const { id } = await placeOrder(member, await newBenefit(`Noticed ${freshCode(6)}`, 1))
    await client.from('orders').update({ status: 'processing' }).eq('id', id).select().single().throwOnError()
  }
}

test('an admin changes a status, and the member is notified within two seconds', async ({ open }) => {
  const member = await newMember('Nadia Notice')
  const name = `Minutes ${freshCode(6)}`
  const order = await placeOrder(member, await newBenefit(name, 10))
  const page = await open(member)
  await openLive(page, '/dashboard/redeem')
  await expect(bell(page, 'Notices')).toBeVisible()

  await test.step('the bell counts', async () => {
    const desk = await open(await newAdmin('Ada Admin'), `/admin/orders?order=${order.id}`)
    const details = desk.getByRole('dialog', { name: 'Order Details' })
    const changed = desk.waitForResponse((response) => response.request().method() === 'PATCH')
    await details.getByRole('button', { name: 'Processing' }).click()
    await changed
    await expect(bell(page, 'Notices, 1 unread')).toBeVisible({ timeout: 2_000 })
  })

  await test.step('the notice leads to the order and is read then', async () => {
    const panel = await openNotices(page)
    await panel.getByRole('link', { name: `Unread: ${name} is being processed.` }).click()
    await expect(page).toHaveURL(`/dashboard/orders/${order.id}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
    await expect(panel).toBeHidden()
    await expect(bell(page, 'Notices')).toBeVisible()
  })
})

test('two tabs agree on the unread count', async ({ open }) => {
  const member = await newMember('Tilda Tabs')
  await begunOrders(member, 3)
  const first = await open(member)
  const second = await first.context().newPage()
  await openLive(first, '/dashboard')
  await openLive(second, '/dashboard/orders')
  for (const tab of [first, second]) await expect(bell(tab, 'Notices, 3 unread')).toBeVisible()
  await expect(first.getByRole('button', { name: /^3 unread notices/ })).toBeVisible()

  await test.step('one is read in the first', async () => {
    await (await openNotices(first))
      .getByRole('link', { name: /^Unread:/ })
      .first()
      .click()
    for (const tab of [first, second]) await expect(bell(tab, 'Notices, 2 unread')).toBeVisible()
  })
  await test.step('all are read in the second, by the keyboard', async () => {
    await bell(second).focus()
    await second.keyboard.press('Enter')
    const panel = second.getByRole('dialog', { name: 'Notices' })
    await expect(panel.getByRole('heading', { name: 'Notices' })).toBeFocused()
    const readAll = panel.getByRole('button', { name: 'Mark all as read' })
    await expect(readAll).toBeVisible()
    await second.keyboard.press('Tab')
    await expect(readAll).toBeFocused()
    await second.keyboard.press('Enter')
    await expect(panel.getByText('Unread:')).toHaveCount(0)
    await second.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(bell(second, 'Notices')).toBeFocused()
    await expect(bell(first, 'Notices')).toBeVisible()
  })
})

test('an email links to a page whose button ends the emails of its kind', async ({ open }) => {
  const member = await newMember('Uma Unsubscribe')
  const name = `Minutes ${freshCode(6)}`
  const { number } = await placeOrder(member, await newBenefit(name, 10))
  const link = linkOf(await emailWith(member.email, `Order ${number}: ${name}`, name), 'token')
  const settings = await open(member, '/dashboard/profile?tab=notifications')
  const byEmail = settings.getByRole('checkbox', { name: 'Orders: by email' })
  await expect(byEmail).toBeChecked()

  const anybody = await open(nobody, link)
  await test.step('opening it changes nothing', async () => {
    await expect(anybody.getByRole('heading', { name: 'Stop these emails?' })).toBeVisible()
    await settings.reload()
    await expect(byEmail).toBeChecked()
  })
  for (const time of ['once', 'again']) {
    await test.step(`the button is pressed ${time}`, async () => {
      await anybody.reload()
      await anybody.getByRole('button', { name: 'Unsubscribe' }).click()
      await expect(anybody.getByRole('heading', { name: 'Emails about orders are off' })).toBeFocused()
    })
  }
  await settings.reload()
  await expect(byEmail).not.toBeChecked()
  await expect(settings.getByRole('checkbox', { name: 'Membership: by email' })).toBeChecked()
})

test('a member who waits for a sold-out benefit is notified of its return, by the bell and one email', async ({
  open,
}) => {
  const [member, other] = [await newMember('Wanda Waiting'), await newMember('Otto Other')]
  const benefit = await newBenefit(`Awaited ${freshCode(6)}`, 5)
  const { client } = await adminClient()
  const restock = async (p_stock: number, p_expected?: number) =>
    expect(
      (await client.rpc('set_stock', { p_benefit_id: benefit.id, p_stock, p_expected }).throwOnError()).data,
    ).toBe(true)
  await restock(1)
  await placeOrder(other, benefit)
  const page = await open(member)
  await openLive(page, `/dashboard/benefits/${benefit.id}`)
  const emails = () => countEmails(member.email, `${benefit.name} is available`)

  await test.step('asks to be told', async () => {
    await page.getByRole('button', { name: 'Tell me when it is back' }).click()
    await expect(page.getByText('We will tell you')).toBeVisible()
    await passTime(0)
    await passTime(11)
    await expect(bell(page, 'Notices')).toBeVisible()
  })
  await test.step('ten minutes after an admin has added stock, is told', async () => {
    await restock(2, 0)
    await passTime(12)
    await passTime(21)
    expect(await emails()).toBe(0)
    await passTime(23)
    await expect(bell(page, 'Notices, 1 unread')).toBeVisible({ timeout: 2_000 })
    await expect.poll(emails).toBe(1)
  })
  await test.step('and not again', async () => {
    await restock(0, 2)
    await passTime(24)
    await restock(5, 0)
    await passTime(25)
    await passTime(36)
    // The sender looks for emails twice a second.
    await page.waitForTimeout(1_500)
    expect(await emails()).toBe(1)
    const panel = await openNotices(page)
    await panel.getByRole('link', { name: `Unread: ${benefit.name} is available.` }).click()
    await expect(page).toHaveURL(`/dashboard/benefits/${benefit.id}`)
    await expect(bell(page, 'Notices')).toBeVisible()
  })
})
