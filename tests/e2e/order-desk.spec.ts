import { checkThemes } from './support/axe.ts'
import { adminClient } from './support/client.ts'
import { deskOf, dryRunOf, placeOrders, seeOrders, statusesOf } from './support/desk.ts'
import { freshCode, newMember } from './support/members.ts'
import { newAdmin, newBenefit, placeOrder, tokensOf } from './support/seed.ts'
import { expect, test } from './support/test.ts'

test("an admin's morning with 300 orders", async ({ open }) => {
  const stamp = freshCode(6)
  const ada = await newAdmin(`Ada Desk ${stamp}`)
  const ines = await newAdmin(`Ines Desk ${stamp}`)
  const mo = await newMember(`Mo Buyer ${stamp}`)
  const seats = await newBenefit(`Seats ${stamp}`, 1)
  const books = await newBenefit(`Books ${stamp}`, 1)
  const ordered = await placeOrders(mo, seats, 214)
  await placeOrders(mo, books, 86)
  await ines.client
    .from('orders')
    .update({ status: 'delivered' })
    .in('id', ordered.slice(0, 9))
    .throwOnError()
  for (const id of ordered.slice(9, 13))
    await mo.client.rpc('cancel_my_order', { p_order_id: id }).throwOnError()
  const page = await open(ada, '/admin/orders')

  await test.step('saves a view of the orders of one benefit', async () => {
    await page.getByLabel('Benefit', { exact: true }).selectOption({ label: seats.name })
    await seeOrders(page, 214)
    await page.getByRole('button', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this view' })
    await expect(dialog).toContainText(`${seats.name}, newest first`)
    await dialog.getByLabel('Name').fill(`Seats ${stamp}`)
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expect(page.getByText('View saved')).toBeVisible()
    await page.goto('/admin/orders')
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: `Seats ${stamp} 214` })
      .click()
    await expect(page).toHaveURL(deskOf(seats))
    await seeOrders(page, 214)
  })

  await test.step('delivers all that match with content and a note, after a dry run', async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Select all 214 that match' }).click()
    await page.getByRole('button', { name: 'Mark delivered' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mark 214 orders delivered' })
    expect(await dryRunOf(dialog)).toEqual({
      Selected: '214',
      Skipped: '−13',
      [`Already marked delivered by ${ines.name} since ${await sinceOf(ordered[0])}`]: '9',
      'Cancelled by the member': '4',
      'Will change': '201',
    })
    await expect(dialog.getByRole('button', { name: 'Mark 201 delivered' })).toBeEnabled()
    await checkThemes(page)
    await dialog.getByRole('button', { name: 'Add content' }).click()
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Seat 1, row 2')
    await dialog.getByLabel('Internal note on each order').fill('Batch of today')
    expect(await statusesOf(seats)).toEqual({ pending: 201, delivered: 9, cancelled: 4 })
    await dialog.getByRole('button', { name: 'Mark 201 delivered' }).click()
    await expect(page.getByText('201 marked delivered, 13 skipped')).toBeVisible()
    await expect(page.getByText(/^201 emails leave when undo closes, at \d\d:\d\d$/)).toBeVisible()
    expect(await statusesOf(seats)).toEqual({ delivered: 210, cancelled: 4 })
    await checkThemes(page)
  })

  await test.step('sees the skipped ones', async () => {
    await page.getByRole('button', { name: 'See the 13' }).click()
    const dialog = page.getByRole('dialog', { name: '13 orders were skipped' })
    const cancelled = dialog.getByRole('listitem').filter({ hasText: 'Cancelled by the member' })
    await cancelled.getByText('Show').click()
    await expect(cancelled).toContainText(/(ORD-\d{6}, ){3}ORD-\d{6}/)
    await checkThemes(page)
    await dialog.getByRole('button', { name: 'Close' }).first().click()
  })

  await test.step('takes two others on, which another admin sees at once', async () => {
    const other = await open(ines, deskOf(books))
    await seeOrders(other, 86)
    await page.goto(deskOf(books))
    await seeOrders(page, 86)
    const boxes = page.getByRole('checkbox', { name: /^Select ORD-/ })
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Assign to me' }).click()
    await expect(page.getByText('2 orders assigned to you')).toBeVisible()
    await expect(other.getByRole('row').filter({ hasText: `Assigned to ${ada.name}` })).toHaveCount(2)
  })

  await test.step('begins the others, and takes it back', async () => {
    await page.keyboard.press('a')
    await page.keyboard.press('1')
    await page.getByRole('button', { name: 'Mark 86 processing' }).click()
    await expect(page.getByText('86 marked processing')).toBeVisible()
    expect(await statusesOf(books)).toEqual({ processing: 86 })
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect(page.getByText('86 orders as before')).toBeVisible()
    expect(await statusesOf(books)).toEqual({ pending: 86 })
  })
  expect((await ada.client.rpc('reconcile')).data).toEqual([])
})

test('45 orders from pending to delivered by keyboard, with at most 60 key presses and no pointer', async ({
  open,
}) => {
  const stamp = freshCode(6)
  const benefit = await newBenefit(`Quick ${stamp}`, 1)
  await placeOrders(await newMember(`Kay Quick ${stamp}`), benefit, 45)
  const page = await open(await newAdmin('Kai Keyboard'), '/admin/orders')
  await expect(page.getByRole('checkbox', { name: /^Select ORD-/ }).first()).toBeEnabled()
  let presses = 0
  const press = (key: string) => {
    presses += 1
    return page.keyboard.press(key)
  }
  await press('/')
  for (const letter of stamp) await press(letter)
  await seeOrders(page, 45)
  await press('Tab')
  await press('a')
  await expect(page.getByText('All 45 that match are selected.')).toBeVisible()
  await press('3')
  const run = page.getByRole('button', { name: 'Mark 45 delivered' })
  await expect(run).not.toHaveAttribute('aria-busy')
  await expect(run).toBeFocused()
  await press('Enter')
  await expect(page.getByText('45 marked delivered')).toBeVisible()
  expect(await statusesOf(benefit)).toEqual({ delivered: 45 })
  expect(presses).toBeLessThanOrEqual(60)
})

test('two admins at one desk: each order is processed once, and each sees what the other did', async ({
  open,
}) => {
  const stamp = freshCode(6)
  const [ada, bob] = [await newAdmin(`Ada First ${stamp}`), await newAdmin(`Bob Second ${stamp}`)]
  const benefit = await newBenefit(`Shared ${stamp}`, 1)
  const ids = await placeOrders(await newMember(`Otto ${stamp}`), benefit, 40)
  const [first, second] = [await open(ada, deskOf(benefit)), await open(bob, deskOf(benefit))]
  for (const page of [first, second]) await seeOrders(page, 40)

  await first.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await first.keyboard.press('3')
  await second.keyboard.press('a')
  await second.keyboard.press('3')
  await expect(second.getByRole('button', { name: 'Mark 40 delivered' })).toBeEnabled()
  await first.getByRole('button', { name: 'Mark 25 delivered' }).click()
  await expect(first.getByText('25 marked delivered')).toBeVisible()
  await expect(second.getByText(`${ada.name} marked 25 orders delivered.`)).toBeVisible()

  await second.getByRole('button', { name: 'Mark 40 delivered' }).click()
  const dialog = second.getByRole('dialog', { name: 'Mark 40 orders delivered' })
  await expect(dialog.getByText('Something changed while this was open.')).toBeVisible()
  await expect(dialog.getByText(`Already marked delivered by ${ada.name}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Mark 15 delivered' }).click()
  await expect(second.getByText('15 marked delivered, 25 skipped')).toBeVisible()
  await expect(first.getByText(`${bob.name} marked 15 orders delivered.`)).toBeVisible()

  expect(await statusesOf(benefit)).toEqual({ delivered: 40 })
  for (const id of ids) {
    const { data } = await ada.client.rpc('order_history', { p_order_id: id }).throwOnError()
    expect(data).toHaveLength(1)
  }
})

test('another admin continues a run whose browser was closed', async ({ open }) => {
  const stamp = freshCode(6)
  const ada = await newAdmin(`Ada Closed ${stamp}`)
  const benefit = await newBenefit(`Many ${stamp}`, 1)
  await placeOrders(await newMember(`Max ${stamp}`), benefit, 600)
  // The first step of a run, and no other.
  const { data } = await ada.client
    .rpc('set_order_statuses', {
      p_filter: { benefit: benefit.id },
      p_status: 'delivered',
      p_dry_run: false,
    })
    .single()
    .throwOnError()
  expect(data.remaining).toBe(100)

  const page = await open(await newAdmin(`Bea Continues ${stamp}`), deskOf(benefit))
  await expect(page.getByText(`Marking orders delivered: 500 of 600, started by ${ada.name}`)).toBeVisible()
  await checkThemes(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/^Marking orders delivered/)).toBeHidden()
  expect(await statusesOf(benefit)).toEqual({ delivered: 600 })
  // Only its author can undo it.
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeHidden()
  const author = await open(ada, deskOf(benefit))
  await expect(author.getByText('600 marked delivered')).toBeVisible()
})

test('undoing a cancellation of many, after one member has spent the refund', async ({ open }) => {
  const stamp = freshCode(6)
  const [spender, saver] = [await newMember(`Sam Spender ${stamp}`), await newMember(`Sue Saver ${stamp}`)]
  const benefit = await newBenefit(`Refunded ${stamp}`, 20)
  for (const member of [spender, saver]) await placeOrder(member, benefit)
  const page = await open(await newAdmin(`Ada Cancels ${stamp}`), deskOf(benefit))
  await seeOrders(page, 2)
  await page.keyboard.press('a')
  await page.keyboard.press('4')
  const dialog = page.getByRole('dialog', { name: 'Cancel 2 orders' })
  await expect(dialog.getByText('40, given back to 2 members')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Keep orders' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel 2' }).click()
  await expect(page.getByText('2 cancelled')).toBeVisible()
  expect([await tokensOf(spender), await tokensOf(saver)]).toEqual([25, 25])

  await placeOrder(spender, benefit)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('1 order as before, 1 could not be undone')).toBeVisible()
  await page.getByRole('button', { name: 'See the 1' }).click()
  const kept = page.getByRole('dialog', { name: '1 order was not undone' })
  await expect(kept.getByText('The tokens have been spent')).toBeVisible()
  expect([await tokensOf(spender), await tokensOf(saver)]).toEqual([5, 5])
  expect(await statusesOf(benefit)).toEqual({ pending: 2, cancelled: 1 })
  const { client } = await adminClient()
  expect((await client.rpc('reconcile')).data).toEqual([])
})

test('an order has two lines on a phone, whatever the name', async ({ open }) => {
  const stamp = freshCode(6)
  const member = await newMember(`Wilhelmina Alexandra von Brandenburg ${stamp}`)
  const benefit = await newBenefit(`Narrow ${stamp}`, 1)
  const { id } = await placeOrder(member, benefit)
  const ada = await newAdmin(`Ada Phone ${stamp}`)
  await ada.client.from('order_notes').insert({ order_id: id, body: 'Noted' }).throwOnError()
  const page = await open(ada, deskOf(benefit), { viewport: { width: 390, height: 844 } })
  const row = page.getByRole('row').filter({ hasText: member.name })
  await expect(row.getByText('1 note')).toBeAttached()
  expect((await row.boundingBox())?.height).toBeLessThan(80)
})

/** The clock time at which an order was last changed, as the page shows it. */
async function sinceOf(id = ''): Promise<string> {
  const { client } = await adminClient()
  const { data } = await client.from('orders').select('updated_at').eq('id', id).single().throwOnError()
  return new Date(data.updated_at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
