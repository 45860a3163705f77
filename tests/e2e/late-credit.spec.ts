import { anonymousClient, storageState } from './support/client.ts'
import { linkOf, newestEmail } from './support/inbox.ts'
import { freshCode } from './support/members.ts'
import { newAdmin, tokensOf } from './support/seed.ts'
import { expect, test } from './support/test.ts'

/** A member of the demo data, whose order waits for more than 48 hours: only time makes an order late. */
const kofi = 'kofi@mensah.example'
const lateOrder = 'ORD-000038'

test('a late order is credited once, whatever becomes of it afterwards (D36)', async ({ open }) => {
  const { client, person, session } = await recovered(kofi)
  const { data: order } = await client
    .from('orders')
    .select('id, due_at')
    .eq('order_number', lateOrder)
    .single()
    .throwOnError()
  const worth = Math.floor((Date.now() - Date.parse(order.due_at ?? '')) / 3_600_000)
  const before = await tokensOf({ client, id: person })
  const page = await open({ storageState: storageState(session) }, `/dashboard/orders/${order.id}`)
  await expect(page.getByText(/^late by \d+ hours/)).toBeVisible()
  await expect(page.getByText(`${worth} tokens so far for the delay.`)).toBeVisible()

  const ada = await newAdmin(`Ada Late ${freshCode(6)}`)
  const desk = await open(ada, `/admin/orders?order=${order.id}`)
  const dialog = desk.getByRole('dialog', { name: 'Order Details', exact: true })
  await dialog.getByRole('button', { name: 'Delivered' }).click()
  await expect(desk.getByText('Order status updated to delivered')).toBeVisible()

  await expect(page.getByText(`${worth} tokens were credited for the delay.`)).toBeVisible()
  expect(await tokensOf({ client, id: person })).toBe(before + worth)
  await page.getByRole('link', { name: 'Token History' }).last().click()
  const entry = page
    .getByRole('row')
    .filter({ hasText: `+${worth}` })
    .first()
  await expect(entry).toContainText(`Late by ${worth} hours`)

  for (const status of ['pending', 'cancelled', 'delivered'])
    await ada.client.from('orders').update({ status }).eq('id', order.id).throwOnError()
  expect(await tokensOf({ client, id: person })).toBe(before + worth)
  expect((await ada.client.rpc('reconcile')).data).toEqual([])
})

test('the owner changes what a delay earns, which counts for later orders only (D36)', async ({ open }) => {
  const ada = await newAdmin(`Ada Terms ${freshCode(6)}`)
  const desk = await open(ada, '/admin/orders')
  const onTime = desk.getByRole('region', { name: 'On time' })
  await expect(onTime).toContainText(/\d+% on time in 30 days, \d+ of \d+/)
  const change = async (from: RegExp, rate: string, cap: string) => {
    await onTime.getByRole('button', { name: from }).click()
    const dialog = desk.getByRole('dialog', { name: 'Late credit' })
    await dialog.getByLabel('Tokens an hour').fill(rate)
    await dialog.getByLabel('At most').fill(cap)
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog).toBeHidden()
  }
  await change(/^Late credit: 1 an hour, up to 10$/, '2', '12')
  await change(/^Late credit: 2 an hour, up to 12$/, '1', '10')
  await expect(onTime.getByRole('button', { name: 'Late credit: 1 an hour, up to 10' })).toBeFocused()
})

/** A member who has forgotten the password, signed in by the link of the email. */
async function recovered(email: string) {
  const client = anonymousClient()
  await client.auth.resetPasswordForEmail(email)
  const link = new URL(linkOf(await newestEmail(email, 'Reset your Guildhall password')))
  const token_hash = link.searchParams.get('token_hash') ?? ''
  const { data, error } = await client.auth.verifyOtp({ type: 'recovery', token_hash })
  if (error || !data.session) throw error ?? new Error('no session')
  return { client, person: data.session.user.id, session: data.session }
}
