import { expect, type Page } from '@playwright/test'
import { newTokenCode } from '../../e2e/support/members.ts'
import { newAdmin, newBenefit, openAs, placeOrder, tokensOf } from '../../e2e/support/seed.ts'
import { openRedemption, ordersOf } from './support/orders.ts'
import { test } from './support/test.ts'

const refused = 'You are offline, so nothing was sent. Try again once you are back.'

/** Submits offline, which sends nothing and says why; then again, back online. */
async function submitTwice(page: Page, submit: () => Promise<void>, unchanged: () => Promise<void>) {
  const sent: string[] = []
  const note = (request: { method(): string; url(): string }) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method()))
      sent.push(`${request.method()} ${request.url()}`)
  }
  page.on('request', note)
  await page.context().setOffline(true)
  await expect(page.getByText(/^You are offline\. This page/)).toBeVisible()
  await submit()
  await expect(page.getByText(refused).first()).toBeVisible()
  await unchanged()
  expect(sent).toEqual([])
  await page.context().setOffline(false)
  await expect(page.getByText(/^You are offline\. This page/)).toBeHidden()
  await unchanged()
  page.off('request', note)
  await submit()
}

/** Types into a field and submits its form twice; what was typed stays. */
async function typeAndSubmitTwice(page: Page, label: string, text: string, button: string | RegExp) {
  const field = page.getByLabel(label)
  await field.fill(text)
  const submit = () => page.getByRole('button', { name: button }).click()
  await submitTwice(page, submit, () => expect(field).toHaveValue(text))
}

test('a member who submits offline sees why it failed, loses no input, and succeeds once when online', async ({
  open,
}) => {
  const { member, page } = await open('Olive Offline', '/dashboard/benefits')

  await test.step('an order', async () => {
    await openRedemption(page)
    await typeAndSubmitTwice(page, 'Delivery email', 'typed@guild.example', /^Redeem for/)
    await expect(page.getByText('Board Deck Kit will be delivered to typed@guild.example.')).toBeVisible()
    expect(await ordersOf(member)).toBe(1)
    expect(await tokensOf(member)).toBe(10)
  })

  await test.step('a token code', async () => {
    const code = await newTokenCode(50)
    await page.getByRole('link', { name: 'Redeem Codes' }).first().click()
    await typeAndSubmitTwice(page, 'Token code', code, 'Redeem code')
    await expect(page.getByText("You've received 50 tokens.")).toBeVisible()
    expect(await tokensOf(member)).toBe(60)
  })

  await test.step('the profile', async () => {
    await page.getByRole('link', { name: 'Your Profile' }).first().click()
    await typeAndSubmitTwice(page, 'Full name', 'Olive Online', 'Save changes')
    await expect(page.getByText('Profile Updated')).toBeVisible()
    const { data } = await member.client.from('profiles').select('name').single().throwOnError()
    expect(data.name).toBe('Olive Online')
  })
})

test('an admin who sets a status offline sees why it failed, and sets it once when online', async ({
  browser,
  join,
}) => {
  const admin = await newAdmin('Ada Offline')
  const buyer = await join('Berta Buyer')
  const order = await placeOrder(buyer, await newBenefit('Kept Offline', 10))
  const page = await openAs(browser, admin, `/admin/orders?order=${order.id}`)
  const cancel = page.getByRole('dialog', { name: 'Order Details' }).getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeEnabled()
  const submit = async () => {
    await cancel.click()
    await page.getByRole('button', { name: 'Cancel order' }).click()
  }
  await submitTwice(page, submit, () => expect(cancel).toBeEnabled())
  await expect(page.getByText('Order status updated to cancelled')).toBeVisible()
  expect(await tokensOf(buyer)).toBe(25)
  const { data } = await admin.client.rpc('order_history', { p_order_id: order.id }).throwOnError()
  expect(data).toHaveLength(1)
  await page.context().close()
})
