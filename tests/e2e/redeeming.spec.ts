import { emailWith } from './support/inbox.ts'
import { confirmation, invoice as openInvoice } from './support/openers.ts'
import { balanceOf, freshCode, newAdmin, newMember, trySignIn } from './support/people.ts'
import { newBenefit, newTokenCode, placeOrder } from './support/rows.ts'
import { expect, test } from './support/test.ts'

test('a member redeems a code and orders; the open page follows the admin', async ({ open }) => {
  const member = await newMember('Ingrid Orders')
  const benefit = await newBenefit(`Board Deck ${freshCode()}`, 15)
  const page = await open(member, '/dashboard/redeem')
  await page.getByLabel('Token code').fill(await newTokenCode(40))
  await page.getByRole('button', { name: 'Redeem code' }).click()
  await expect(page.getByText("You've received 40 tokens.")).toBeVisible()
  await expect(balanceOf(page, 65)).toBeVisible()
  await page.getByRole('link', { name: 'Browse Benefits' }).first().click()
  await page.getByRole('searchbox', { name: 'Search benefits' }).fill(benefit.name)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: `Redeem ${benefit.name} for 15 tokens` }).click()
  await page.getByRole('dialog').getByLabel('Delivery email').fill('tools@solheim.example')
  await confirmation(page).click()
  await expect(page.getByText('Order Placed Successfully!')).toBeVisible()
  await expect(balanceOf(page, 50)).toBeVisible()

  await page.getByRole('navigation', { name: 'Member' }).getByRole('link', { name: 'Order History' }).click()
  const order = page.getByRole('row', { name: benefit.name })
  await expect(order).toContainText('Pending')
  await expect(order).toContainText('tools@solheim.example')
  let loads = 0
  page.on('load', () => loads++)
  const desk = await open(await newAdmin(), `/admin/orders?q=${benefit.name}`)
  await desk.getByRole('button', { name: /^Details/ }).click()
  const dialog = desk.getByRole('dialog', { name: 'Order Details' })
  await dialog.getByRole('button', { name: 'Delivered' }).click()
  await dialog.getByRole('button', { name: 'Without content' }).click()
  await expect(desk.getByText('Order status updated to delivered')).toBeVisible()
  await expect(order).toContainText('Successfully delivered')
  expect(loads).toBe(0)
  await page.getByRole('link', { name: 'Token History' }).click()
  await expect(page.getByRole('row', { name: benefit.name })).toContainText('−15')
})

test('a member cancels a pending order and has the tokens back', async ({ open }) => {
  const member = await newMember('Cora Canceller')
  const order = await placeOrder(member, await newBenefit(`Workshop ${freshCode()}`, 10))
  const page = await open(member, `/dashboard/orders/${order.id}`)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Cancelled, and 10 tokens are back')).toBeVisible()
  await expect(balanceOf(page, 25)).toBeVisible()
  await emailWith(member.email, `Order ${order.number} has been cancelled`, '10 tokens')
})

test('an invoice and a statement are printed on one sheet each (D47)', async ({ open, demo }) => {
  const page = await open(demo.member, '/dashboard/orders?q=ORD-000001')
  const print = async () => {
    const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'print' })
    return page.locator('body').innerText()
  }
  await openInvoice(page)
  await expect(page.getByRole('dialog', { name: 'Invoice' })).toContainText('ORD-000001')
  const invoice = await print()
  expect(invoice).toContain('ORD-000001')
  expect(invoice).not.toMatch(/Order History|Sign Out/)

  await page.emulateMedia({ media: 'screen' })
  await page.goto('/dashboard/transactions?statement=newest')
  await expect(page.getByText(/^Printed on /)).toBeVisible()
  const statement = await print()
  expect(statement).toMatch(/Statement of tokens[\s\S]*Closing balance[\s\S]*Printed on [^\n]*$/)
  expect(statement).not.toMatch(/Token History|Sign Out/)
})

test('a key takes three clicks from the first sign-in, two from the dashboard, and one when it is ordered', async ({
  page,
}) => {
  let clicks = 0
  await page.exposeFunction('countClick', () => {
    clicks += 1
  })
  await page.addInitScript(() =>
    addEventListener('click', ({ isTrusted }) => isTrusted && Reflect.get(window, 'countClick')(), true),
  )
  const clicked = () => clicks - before
  let before = 0
  await trySignIn(page, await newMember('Clara Clicks'))
  const offer = page.getByRole('button', { name: 'Redeem Keystone Vault for 25 tokens' })
  await expect(offer).toBeVisible()
  expect(clicked(), 'to sign in').toBe(1)
  await offer.click()
  await confirmation(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your key is ready' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy key' })).toBeVisible()
  expect(clicked(), 'from the first sign-in').toBe(3)
  for (const path of ['/dashboard', '/dashboard/orders']) {
    await page.goto(path)
    before = clicks
    await page.getByRole('button', { name: /^Copy key\b.*Keystone Vault/ }).click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused()
    expect(clicked(), path).toBe(1)
  }
})
