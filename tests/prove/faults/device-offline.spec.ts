import { expect, type Page, test } from '@playwright/test'
import { newMember, newTokenCode } from '../../e2e/support/members.ts'
import { newAdmin, newBenefit, openAs, placeOrder, tokensOf } from '../../e2e/support/seed.ts'
import { openRedemption, ordersOf } from './support/shelf.ts'

const refused = 'You are offline, so nothing was sent. Try again once you are back.'

/** Presses `button` offline and is told why nothing happened; then again, back online. */
async function tryTwice(page: Page, press: () => Promise<void>, kept: () => Promise<void>) {
  const sent: string[] = []
  const note = (request: { method(): string; url(): string }) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method()))
      sent.push(`${request.method()} ${request.url()}`)
  }
  page.on('request', note)
  await page.context().setOffline(true)
  await expect(page.getByText(/^You are offline\. What you see/)).toBeVisible()
  await press()
  await expect(page.getByText(refused).first()).toBeVisible()
  await kept()
  expect(sent).toEqual([])
  await page.context().setOffline(false)
  await expect(page.getByText(/^You are offline\. What you see/)).toBeHidden()
  await kept()
  page.off('request', note)
  await press()
}

test('a member who submits offline is told in place, keeps what was typed, and succeeds once when back', async ({
  browser,
  request,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const mia = await newMember(url, request, 'Olive Offline')
  const page = await openAs(browser, mia, '/dashboard/benefits')

  await test.step('an order', async () => {
    const dialog = await openRedemption(page, 'Board Deck Kit')
    const email = dialog.getByLabel('Delivery email')
    await email.fill('typed@guild.example')
    await tryTwice(
      page,
      () => dialog.getByRole('button', { name: /^Redeem for/ }).click(),
      () => expect(email).toHaveValue('typed@guild.example'),
    )
    await expect(page.getByText('Board Deck Kit will be delivered to typed@guild.example.')).toBeVisible()
    expect(await ordersOf(mia)).toBe(1)
    expect(await tokensOf(mia)).toBe(10)
  })

  await test.step('a token code', async () => {
    const code = await newTokenCode(url, 50)
    await page.getByRole('link', { name: 'Redeem Codes' }).first().click()
    const field = page.getByLabel('Token code')
    await field.fill(code)
    await tryTwice(
      page,
      () => page.getByRole('button', { name: 'Redeem code' }).click(),
      () => expect(field).toHaveValue(code),
    )
    await expect(page.getByText("You've received 50 tokens.")).toBeVisible()
    expect(await tokensOf(mia)).toBe(60)
  })

  await test.step('the profile', async () => {
    await page.getByRole('link', { name: 'Your Profile' }).first().click()
    const name = page.getByLabel('Full name')
    await name.fill('Olive Online')
    await tryTwice(
      page,
      () => page.getByRole('button', { name: 'Save changes' }).click(),
      () => expect(name).toHaveValue('Olive Online'),
    )
    await expect(page.getByText('Profile Updated')).toBeVisible()
    const { data } = await mia.client.from('profiles').select('name').eq('id', mia.id).single().throwOnError()
    expect(data.name).toBe('Olive Online')
  })
  await page.context().close()
})

test('an admin who sets a status offline is told in place, and sets it once when back', async ({
  browser,
  request,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const ada = await newAdmin(url, request, 'Ada Offline')
  const buyer = await newMember(url, request, 'Berta Buyer')
  const order = await placeOrder(buyer, await newBenefit(url, 'Kept Offline', 10))
  const page = await openAs(browser, ada, `/admin/orders?order=${order.id}`)
  const dialog = page.getByRole('dialog', { name: 'Order Details' })
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeEnabled()
  await tryTwice(
    page,
    async () => {
      await cancel.click()
      await page.getByRole('button', { name: 'Cancel order' }).click()
    },
    () => expect(cancel).toBeEnabled(),
  )
  await expect(page.getByText('Order status updated to cancelled')).toBeVisible()
  expect(await tokensOf(buyer)).toBe(25)
  const { data } = await ada.client.rpc('order_history', { p_order_id: order.id }).throwOnError()
  expect(data).toHaveLength(1)
  await page.context().close()
})
