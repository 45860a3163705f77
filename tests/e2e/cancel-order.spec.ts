import { adminClient } from './support/client.ts'
import { emailWith } from './support/inbox.ts'
import { freshCode, newMember } from './support/members.ts'
import { newBenefit, placeOrder, tokensOf } from './support/seed.ts'
import { expect, test } from './support/test.ts'

const dialogName = 'Cancel this order?'

test('a member cancels a pending order and has the tokens back', async ({ open }) => {
  const member = await newMember('Cora Canceller')
  const benefit = await newBenefit(`Workshop ${freshCode(6)}`, 10)
  const order = await placeOrder(member, benefit)
  const page = await open(member, `/dashboard/orders/${order.id}`)
  const dialog = page.getByRole('dialog', { name: dialogName })

  await page.getByRole('button', { name: 'Cancel order' }).click()
  await expect(dialog.getByRole('region', { name: 'What comes back' })).toHaveText(
    /Balance now.*15.*\+10.*25/,
  )
  await dialog.getByRole('button', { name: 'Keep order' }).click()
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeFocused()

  await page.getByRole('button', { name: 'Cancel order' }).click()
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('This order was cancelled and 10 tokens came back.')).toBeVisible()
  await expect(dialog).toBeHidden()
  const step = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Cancelled' })
  await expect(step).toContainText('You')
  expect(await tokensOf(member)).toBe(25)
  await emailWith(member.email, `Order ${order.number} has been cancelled`, '10 tokens')
})

test('the first admin who takes on an order keeps it', async ({ open }) => {
  const member = await newMember('Cora Canceller')
  const order = await placeOrder(member, await newBenefit(`Workshop ${freshCode(6)}`, 10))
  const page = await open(member, `/dashboard/orders/${order.id}`)
  const dialog = page.getByRole('dialog', { name: dialogName })
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel order' })).toBeEnabled()
  const { client } = await adminClient()
  await client.from('orders').update({ status: 'processing' }).eq('id', order.id).throwOnError()
  // The open dialog learns of it by itself.
  await expect(dialog.getByRole('alert')).toContainText('An admin started working on this order')
  await expect(dialog.getByRole('button', { name: 'Cancel order' })).toBeDisabled()
  expect(await tokensOf(member)).toBe(15)
})
