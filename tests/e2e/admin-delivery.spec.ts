import { freshCode, newMember } from './support/members.ts'
import { newAdmin, newBenefit, placeOrder, tokensOf } from './support/seed.ts'
import { expect, test } from './support/test.ts'

test('an admin imports keys, which members receive, and answers a report with a refund', async ({ open }) => {
  const stamp = freshCode(6)
  const admin = await newAdmin(`Ada Keys ${stamp}`)
  const member = await newMember(`Mo Reporter ${stamp}`)
  const benefit = await newBenefit(`Vault ${stamp}`, 5)
  const page = await open(admin, '/admin/benefits')
  const key = (index: number) => `${stamp}-AAAA-BBBB-000${index}`
  let order = { id: '', number: '' }

  await test.step('imports pasted keys, of which two lines are bad', async () => {
    await page.getByRole('searchbox').fill(benefit.name)
    await page.getByRole('link', { name: benefit.name }).click()
    await page.getByRole('tab', { name: 'Delivery' }).click()
    await page.getByRole('button', { name: 'Import keys' }).click()
    await page.getByLabel('Paste keys').fill([key(1), 'x', key(2), key(1), key(3), ''].join('\n'))
    await page.getByRole('button', { name: 'Check 5 lines' }).click()
    const dialog = page.getByRole('dialog', { name: '3 of 5 keys can be added' })
    await expect(dialog.getByText('Nothing has been added yet.')).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveText([
      'Line 2Bad: fewer than 4 characters',
      'Line 4Duplicate of line 1',
    ])
    await dialog.getByRole('button', { name: 'Add 3 keys' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('table', { name: 'Keys' }).getByRole('row')).toHaveCount(4)
    await expect(page.getByText(key(1))).toHaveCount(0)
  })

  await test.step('puts one aside and reveals one', async () => {
    await page.getByRole('button', { name: /^Put aside .*0003$/ }).click()
    await expect(page.getByText('Key put aside')).toBeVisible()
    await expect(page.getByRole('row', { name: /0003/ })).toContainText('Put aside')
    await page.getByRole('button', { name: /^Reveal .*0002$/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Reveal a key' })
    await dialog.getByRole('button', { name: 'Reveal key' }).click()
    await expect(dialog.getByText(key(2))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText(key(2))).toHaveCount(0)
  })

  await test.step('lets the benefit deliver them', async () => {
    await page.getByRole('radio', { name: /^A licence key/ }).check()
    await page.getByLabel(/^Instructions/).fill('Sign in, then enter the key.')
    await page.getByRole('button', { name: 'Save delivery' }).click()
    await expect(page.getByText('Delivery settings saved')).toBeVisible()
    order = await placeOrder(member, benefit)
    const { client } = member
    await client.rpc('open_delivery', { p_order_id: order.id }).throwOnError()
    const { data } = await client.rpc('order_delivery', { p_order_id: order.id }).single().throwOnError()
    expect(data.content).toBe(key(1))
    await page.reload()
    await expect(page.getByRole('row', { name: /0001/ })).toContainText(order.number)
  })

  await test.step('answers the second report of the member with a refund', async () => {
    const report = (reason: string) =>
      member.client.rpc('report_delivery', { p_order_id: order.id, p_reason: reason }).single().throwOnError()
    expect((await report('Used')).data.outcome).toBe('replaced')
    expect((await report(`Used again ${stamp}`)).data.outcome).toBe('open')
    await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: /^Reports/ })
      .click()
    await page.getByRole('searchbox', { name: 'Search reports' }).fill(order.number)
    await page.getByRole('link', { name: `Used again ${stamp}` }).click()
    const dialog = page.getByRole('dialog', { name: /^Report R-/ })
    await dialog.getByRole('textbox', { name: 'Reply' }).fill('Sorry. Here are your tokens.')
    await dialog.getByRole('button', { name: 'Return 5 tokens' }).click()
    await page
      .getByRole('dialog', { name: 'Return 5 tokens?' })
      .getByRole('button', { name: 'Return 5 tokens' })
      .click()
    await expect(page.getByText('Report answered with a refund')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await tokensOf(member)).toBe(25)
  })

  await test.step('finds it all in the log, without a key', async () => {
    await page.goto(`/admin/activity?q=${encodeURIComponent(benefit.name)}`)
    await expect(page.getByText(`imported 3 keys of ${benefit.name} as batch B1`)).toBeVisible()
    await page.goto('/admin/activity?table=delivery_keys')
    await expect(page.getByText(/revealed the key .*0002/).first()).toBeVisible()
    await expect(page.getByText(key(2))).toHaveCount(0)
  })
})

test('keeps the buttons of a long report at the lower edge of the window', async ({ open }) => {
  const benefit = await newBenefit(`Long ${freshCode(6)}`, 5)
  const page = await open(await newAdmin('Ada Long'), `/admin/benefits/${benefit.id}?tab=delivery`)
  await page.getByRole('button', { name: 'Import keys' }).click()
  await page.getByLabel('Paste keys').fill('x\n'.repeat(60))
  await page.getByRole('button', { name: 'Check 60 lines' }).click()
  const dialog = page.getByRole('dialog', { name: '0 of 60 keys can be added' })
  const lowerEdge = () =>
    dialog
      .getByRole('button', { name: 'Back' })
      .locator('..')
      .evaluate((footer) => window.innerHeight - footer.getBoundingClientRect().bottom)
  await expect.poll(lowerEdge).toBe(0)
  await dialog.getByRole('listitem').last().scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 10_000)
  await expect.poll(lowerEdge).toBe(24)
})
