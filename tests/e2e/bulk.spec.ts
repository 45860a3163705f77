import { checkThemes } from './support/axe.ts'
import { adminClient } from './support/client.ts'
import { newPool } from './support/deliveries.ts'
import { dryRunOf } from './support/desk.ts'
import { freshCode, newMember } from './support/members.ts'
import { newAdmin, newBenefit, placeOrder, tokensOf } from './support/seed.ts'
import { expect, test } from './support/test.ts'

test('tokens are granted by lines of a file, and taken back together but for what was spent (D45, D46)', async ({
  open,
}) => {
  const stamp = freshCode(6)
  const ada = await newAdmin(`Ada Grants ${stamp}`)
  const spender = await newMember(`Sue Spends ${stamp}`)
  const saver = await newMember(`Sam Saves ${stamp}`)
  const benefit = await newBenefit(`Dear ${stamp}`, 30)
  const page = await open(ada, `/admin/users?q=${stamp}`)

  await page.getByRole('button', { name: 'Grant tokens' }).click()
  const dialog = page.getByRole('dialog')
  const lines = [
    'email,tokens,reason',
    `${spender.email},10,Talk in May`,
    `${saver.email},15,"Review, in two parts"`,
    `nobody-${stamp}@guild.example,5,Typo`,
    `${saver.email},many,`,
  ]
  await dialog.getByLabel('Or choose a CSV file').setInputFiles({
    name: 'grants.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  })
  await dialog.getByLabel('Reason', { exact: true }).fill('Spring round')
  await dialog.getByRole('button', { name: 'Check 4 lines' }).click()
  expect(await dryRunOf(page.getByRole('dialog', { name: 'Grant tokens to 4 members' }))).toMatchObject({
    Selected: '4',
    Skipped: '−2',
    'Will change': '2',
  })
  await expect(dialog.getByText('25, credited to 2 members')).toBeVisible()
  const report = dialog.getByRole('region', { name: '2 lines are left out' })
  await expect(report.getByRole('listitem')).toHaveText([/^Line 4/, /^Line 5/])
  await checkThemes(page)
  await dialog.getByRole('button', { name: 'Grant tokens to 2', exact: true }).click()
  await expect(page.getByText('Tokens granted to 2, 2 skipped')).toBeVisible()
  expect([await tokensOf(spender), await tokensOf(saver)]).toEqual([35, 40])

  await placeOrder(spender, benefit)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('1 member as before, 1 could not be undone')).toBeVisible()
  expect([await tokensOf(spender), await tokensOf(saver)]).toEqual([5, 25])
  await page.getByRole('button', { name: 'See the 1' }).click()
  const kept = page.getByRole('dialog', { name: '1 member was not undone' })
  await kept.getByText('Show').click()
  await expect(kept).toContainText(spender.name)
  await kept.getByRole('button', { name: 'Close' }).first().click()

  await test.step('the log has both lines, and the outcome of each row', async () => {
    await page.goto('/admin/activity?table=operations')
    const line = page.getByRole('listitem').filter({ hasText: `${ada.name} granted tokens to 2 members` })
    await expect(page.getByRole('listitem').filter({ hasText: `${ada.name} undid a run` })).toBeVisible()
    await line.getByRole('button', { name: 'See the rows' }).click()
    const rows = page.getByRole('dialog', { name: 'Granted tokens to 2 members' })
    await expect(rows.getByRole('listitem')).toHaveCount(4)
    await expect(rows).toContainText('Changed, not undone: The tokens have been spent')
    await checkThemes(page)
  })
  const { client } = await adminClient()
  expect((await client.rpc('reconcile')).data).toEqual([])
})

test('memberships of selected users are extended, and are as before after undo (D45, D46)', async ({
  open,
}) => {
  const stamp = freshCode(6)
  const ada = await newAdmin(`Ada Extends ${stamp}`)
  const members = [await newMember(`Max Year ${stamp}`), await newMember(`Mia Year ${stamp}`)]
  const ends = async () => {
    const { data } = await ada.client
      .from('profiles')
      .select('membership_end_date')
      .in(
        'id',
        members.map(({ id }) => id),
      )
      .throwOnError()
    return data.map(({ membership_end_date }) => new Date(membership_end_date ?? '').getFullYear())
  }
  const before = await ends()
  const page = await open(ada, `/admin/users?q=Year+${stamp}`)
  await page.getByRole('checkbox', { name: `Select Max Year ${stamp}` }).check()
  await page.getByRole('checkbox', { name: `Select Mia Year ${stamp}` }).check()
  await page.getByRole('button', { name: 'Extend memberships' }).click()
  await page.getByLabel('Extend by').selectOption({ label: '24 months' })
  await page.getByRole('button', { name: 'Extend 2 by 24 months' }).click()
  await expect(page.getByText('2 extended by 24 months')).toBeVisible()
  expect(await ends()).toEqual(before.map((year) => year + 2))
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('2 memberships as before')).toBeVisible()
  expect(await ends()).toEqual(before)
})

test('prices of benefits change, and are as before after undo, by keyboard (D46)', async ({ open }) => {
  const stamp = freshCode(6)
  const ada = await newAdmin(`Ada Prices ${stamp}`)
  const benefits = [await newBenefit(`Price A ${stamp}`, 20), await newBenefit(`Price B ${stamp}`, 35)]
  const prices = async () => {
    const { data } = await ada.client
      .from('benefits')
      .select('token_value')
      .in(
        'id',
        benefits.map(({ id }) => id),
      )
      .order('name')
      .throwOnError()
    return data.map(({ token_value }) => token_value)
  }
  const page = await open(ada, `/admin/benefits?q=${stamp}`)
  await expect(page.getByRole('checkbox', { name: `Select Price A ${stamp}` })).toBeEnabled()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard' })
  await expect(sheet.getByText('Next, previous benefit')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Change price' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('How').selectOption({ label: 'Raise by percent' })
  await dialog.getByRole('textbox').fill('10')
  await dialog.getByRole('button', { name: 'Count' }).click()
  await dialog.getByRole('button', { name: 'Change 2', exact: true }).click()
  await expect(page.getByText('2 changed')).toBeVisible()
  expect(await prices()).toEqual([22, 39])
  await page.keyboard.press('u')
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 benefits as before')).toBeVisible()
  expect(await prices()).toEqual([20, 35])
})

test('keys are put aside together, and back by undo (D46)', async ({ open }) => {
  const stamp = freshCode(6)
  const benefit = await newPool(
    `Pool ${stamp}`,
    [1, 2, 3].map((n) => `${stamp}-KEY-000${n}`),
  )
  const page = await open(await newAdmin(`Ada Keys ${stamp}`), `/admin/benefits/${benefit.id}?tab=delivery`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Put aside', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Put 3 keys aside' })
  await dialog.getByRole('button', { name: 'Put 3 aside' }).click()
  await expect(page.getByText('3 put aside')).toBeVisible()
  const state = page.getByLabel('State', { exact: true })
  await expect(state).toContainText('Put aside (3)')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('3 keys as before')).toBeVisible()
  await expect(state).toContainText('Put aside (0)')
})
