import { type Browser, expect, type Page, test } from '@playwright/test'
import { freshCode, newMember } from './support/members.ts'
import { newAdmin, newBenefit, openAs, placeOrder, tokensOf } from './support/office.ts'

/** Two admins, each before an open page of their own. */
async function twoAdmins(
  {
    browser,
    request,
    baseURL,
  }: { browser: Browser; request: Parameters<typeof newAdmin>[1]; baseURL?: string },
  path: string,
) {
  const url = baseURL ?? ''
  const [ada, bob] = [await newAdmin(url, request, 'Ada First'), await newAdmin(url, request, 'Bob Second')]
  const [first, second] = [await openAs(browser, ada, path), await openAs(browser, bob, path)]
  const close = () => Promise.all([first, second].map((page) => page.context().close()))
  return { url, first, second, office: ada.client, close }
}

const notices = (page: Page) => page.getByRole('region', { name: /Notifications/ })

test('the same order: the second is told who was first, then decides', async ({
  browser,
  request,
  baseURL,
}) => {
  const buyer = await newMember(baseURL ?? '', request, 'Otto Order')
  const order = await placeOrder(buyer, await newBenefit(baseURL ?? '', `Shared ${freshCode(6)}`, 10))
  const path = `/admin/orders?order=${order.id}`
  const { first, second, office, close } = await twoAdmins({ browser, request, baseURL }, path)
  const button = (page: Page, name: string) =>
    page.getByRole('dialog', { name: 'Order Details' }).getByRole('button', { name })
  const status = async () =>
    (await office.from('orders').select('status').eq('id', order.id).single().throwOnError()).data.status
  await expect(button(second, 'Processing')).toBeEnabled()

  await button(first, 'Cancel').click()
  await first.getByRole('button', { name: 'Cancel order' }).click()
  await expect(notices(first).getByText('Order status updated to cancelled')).toBeVisible()
  expect(await tokensOf(buyer)).toBe(25)

  await button(second, 'Processing').click()
  await expect(notices(second).getByText('Failed to update order status')).toBeVisible()
  const told = second.getByRole('alert').filter({ hasText: 'Ada First set this order to Cancelled' })
  await expect(told).toContainText('Nothing was changed; what you set now replaces it.')
  expect(await status()).toBe('cancelled')
  expect(await tokensOf(buyer)).toBe(25)

  await button(second, 'Processing').click()
  await expect(notices(second).getByText('Order status updated to processing')).toBeVisible()
  await expect(notices(second).getByText('Failed to update order status')).toBeHidden()
  expect(await status()).toBe('processing')
  expect(await tokensOf(buyer)).toBe(15)
  await close()
})

test('the same status twice moves the tokens once', async ({ browser, request, baseURL }) => {
  const buyer = await newMember(baseURL ?? '', request, 'Tilda Twice')
  const order = await placeOrder(buyer, await newBenefit(baseURL ?? '', `Shared ${freshCode(6)}`, 10))
  const path = `/admin/orders?order=${order.id}`
  const { first, second, office, close } = await twoAdmins({ browser, request, baseURL }, path)
  const cancel = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' })
  await Promise.all([first, second].map((page) => expect(cancel(page)).toBeEnabled()))
  for (const page of [first, second]) await cancel(page).click()
  const confirm = (page: Page) => page.getByRole('button', { name: 'Cancel order' }).click()
  await Promise.all([confirm(first), confirm(second)])
  for (const page of [first, second]) {
    await expect(notices(page).getByText('Order status updated to cancelled')).toBeVisible()
  }
  expect(await tokensOf(buyer)).toBe(25)
  expect((await office.rpc('order_history', { p_order_id: order.id })).data).toHaveLength(1)
  await close()
})

test('the same user: what the other saved is not lost in silence', async ({ browser, request, baseURL }) => {
  const name = `Uma User ${freshCode(6)}`
  const uma = await newMember(baseURL ?? '', request, name)
  const path = `/admin/users?q=${encodeURIComponent(name)}`
  const { first, second, close } = await twoAdmins({ browser, request, baseURL }, path)
  const now = async () =>
    (await uma.client.from('profiles').select('name, phone').eq('id', uma.id).single().throwOnError()).data
  for (const page of [first, second]) await page.getByRole('button', { name: `Edit ${name}` }).click()
  const [one, two] = [first, second].map((page) => page.getByRole('dialog', { name: 'Edit User' }))
  const save = (dialog = one!) => dialog.getByRole('button', { name: 'Save changes' }).click()

  await one!.getByLabel('Name').fill(`${name} One`)
  await save(one)
  await expect(notices(first).getByText('User updated successfully')).toBeVisible()

  await two!.getByLabel('Name').fill(`${name} Two`)
  await two!.getByLabel(/^Phone/).fill('+31 20 555 0100')
  await save(two)
  await expect(notices(second).getByText('Failed to save user')).toBeVisible()
  await expect(two!.getByText(`Changed to "${name} One" since you opened it`)).toBeVisible()
  await expect(two!.getByLabel('Name')).toHaveValue(`${name} Two`)
  expect(await now()).toEqual({ name: `${name} One`, phone: '+44 20 7946 0000' })

  await save(two)
  await expect(notices(second).getByText('User updated successfully')).toBeVisible()
  expect(await now()).toEqual({ name: `${name} Two`, phone: '+31 20 555 0100' })

  await test.step('other fields of the same user are both kept', async () => {
    await first.reload()
    await second.reload()
    for (const page of [first, second]) await page.getByRole('button', { name: /^Edit Uma/ }).click()
    await one!.getByLabel(/^Phone/).fill('+31 20 555 0101')
    await two!.getByLabel('Name').fill(`${name} Three`)
    await save(one)
    await expect(one!).toBeHidden()
    await save(two)
    await expect(two!).toBeHidden()
    expect(await now()).toEqual({ name: `${name} Three`, phone: '+31 20 555 0101' })
  })

  await test.step('both delete the user: the second is told', async () => {
    await first.reload()
    await second.reload()
    for (const page of [first, second]) await page.getByRole('button', { name: /^Delete Uma/ }).click()
    await first.getByRole('button', { name: 'Delete user' }).click()
    await expect(notices(first).getByText('User deleted successfully')).toBeVisible()
    await second.getByRole('button', { name: 'Delete user' }).click()
    await expect(notices(second).getByText(`${name} Three was already deleted.`)).toBeVisible()
  })
  await close()
})

test('the same code: the second one keeps the dialog and what was typed', async ({
  browser,
  request,
  baseURL,
}) => {
  const { first, second, office, close } = await twoAdmins(
    { browser, request, baseURL },
    '/admin/token-codes?new',
  )
  const code = freshCode(8)
  const [one, two] = [first, second].map((page) => page.getByRole('dialog', { name: 'Create Code' }))
  await one!.getByLabel('Code', { exact: true }).fill(code)
  await one!.getByLabel('Token Value').fill('10')
  await two!.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
  await two!.getByLabel('Token Value').fill('900')
  await one!.getByRole('button', { name: 'Create Code' }).click()
  await expect(notices(first).getByText('Token code created successfully')).toBeVisible()
  await two!.getByRole('button', { name: 'Create Code' }).click()
  const taken = 'This code already exists. Please use a different code.'
  await expect(notices(second).getByText(taken)).toBeVisible()
  await expect(two!.getByText(taken)).toBeVisible()
  await expect(two!.getByLabel('Token Value')).toHaveValue('900')
  const { data } = await office.from('redeem_codes').select('token_value').eq('code', code).throwOnError()
  expect(data).toEqual([{ token_value: 10 }])

  await two!.getByRole('button', { name: 'Generate' }).click()
  await two!.getByRole('button', { name: 'Create Code' }).click()
  await expect(notices(second).getByText('Token code created successfully')).toBeVisible()
  await expect(notices(second).getByText(taken)).toBeHidden()
  await close()
})

test('the same benefit: told at the field, saved on top, told when it is gone', async ({
  browser,
  request,
  baseURL,
}) => {
  const name = `Twin ${freshCode(6)}`
  const { id } = await newBenefit(baseURL ?? '', name, 20)
  const path = `/admin/benefits?q=${encodeURIComponent(name)}`
  const { first, second, office, close } = await twoAdmins({ browser, request, baseURL }, path)
  const price = async () =>
    (await office.from('benefits').select('token_value').eq('id', id).single().throwOnError()).data
      .token_value
  const edit = async (page: Page) => {
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    return page.getByRole('dialog', { name: 'Edit Benefit' })
  }
  const [one, two] = [await edit(first), await edit(second)]
  const save = { name: 'Save changes' }

  await one.getByLabel('Token Value').fill('30')
  await one.getByRole('button', save).click()
  await expect(notices(first).getByText('Benefit updated successfully')).toBeVisible()
  await two.getByLabel('Token Value').fill('40')
  await two.getByRole('button', save).click()
  await expect(notices(second).getByText(/^Failed to save benefit/)).toBeVisible()
  await expect(two.getByText(/Changed to "30 tokens" since you opened it/)).toBeVisible()
  await expect(two.getByLabel('Token Value')).toHaveValue('40')
  expect(await price()).toBe(30)
  await two.getByRole('button', save).click()
  await expect(notices(second).getByText('Benefit updated successfully')).toBeVisible()
  expect(await price()).toBe(40)

  await test.step('one deletes what the other edits', async () => {
    await second.reload()
    const open = await edit(second)
    await first.getByRole('button', { name: `Delete ${name}` }).click()
    await first.getByRole('button', { name: 'Delete benefit' }).click()
    await expect(notices(first).getByText('Benefit deleted successfully')).toBeVisible()
    await open.getByLabel('Description').fill('Too late.')
    await open.getByRole('button', save).click()
    await expect(notices(second).getByText('Failed to save benefit', { exact: true })).toBeVisible()
    await expect(open.getByText('This benefit was deleted since you opened it.')).toBeVisible()
    await expect(open.getByLabel('Description')).toHaveValue('Too late.')
  })
  await close()
})
