import type { Page } from '@playwright/test'
import { freshCode, newMember } from './support/members.ts'
import { balanceOf } from './support/people.ts'
import { pngFile } from './support/pictures.ts'
import { newAdmin, tokensOf } from './support/seed.ts'
import { expect, test } from './support/test.ts'

test("an admin's working day", async ({ open }) => {
  const stamp = freshCode(6)
  const note = `Spring fair ${stamp}`
  const benefit = `Almanac ${stamp}`
  const ada = await newAdmin(`Ada Admin ${stamp}`)
  const mo = await newMember(`Mo Spender ${stamp}`)
  const adminPage = await open(ada, '/admin')
  const memberPage = await open(mo, '/dashboard')
  const go = async (name: RegExp) => {
    const link = adminPage.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name })
    await link.click()
    // Until the page's code is loaded, the previous page is still shown, with its own search field.
    await expect(link).toHaveAttribute('aria-current', 'page')
  }

  /** The member has `tokens`, in the database and on the open page, which is not reloaded. */
  async function hasBalance(tokens: number) {
    await expect(balanceOf(memberPage, tokens)).toBeVisible()
    expect(await tokensOf(mo)).toBe(tokens)
  }

  let code = ''
  await test.step('creates thirty token codes', async () => {
    await go(/^Token Codes/)
    await adminPage.getByRole('button', { name: 'Create Code' }).click()
    const dialog = adminPage.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Several codes' }).check()
    await dialog.getByLabel('Number of codes').fill('30')
    await dialog.getByLabel('Token Value').fill('40')
    await dialog.getByLabel('Note').fill(note)
    await dialog.getByRole('button', { name: 'Create 30 codes' }).click()
    await expect(adminPage.getByText('Token code created successfully (30 codes)')).toBeVisible()
    const codes = (await dialog.getByLabel('Codes').inputValue()).split('\n')
    expect(new Set(codes).size).toBe(30)
    code = codes[7] ?? ''
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(adminPage.getByRole('row', { name: note }).first()).toBeVisible()
  })

  await test.step('a member redeems one of them', async () => {
    await memberPage.goto('/dashboard/redeem')
    await memberPage.getByLabel('Token code').fill(code)
    await memberPage.getByRole('button', { name: 'Redeem code' }).click()
    await expect(memberPage.getByText("You've received 40 tokens.")).toBeVisible()
    await hasBalance(65)
    await adminPage.getByRole('tab', { name: /^Used Codes/ }).click()
    await adminPage.getByRole('searchbox').fill(code)
    await expect(adminPage.getByRole('row', { name: code })).toContainText(mo.name)
  })

  await test.step('creates a benefit with an uploaded picture', async () => {
    await go(/^Benefits/)
    await adminPage.getByRole('button', { name: 'Add Benefit' }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Create New Benefit' })
    await dialog.getByLabel('Name').fill(benefit)
    await dialog.getByLabel('Description').fill('Sun, moon and tides.')
    await dialog.getByLabel('Token Value').fill('30')
    await dialog.getByLabel('Or upload a picture').setInputFiles(pngFile('almanac.png'))
    await expect(dialog.getByLabel(/^Image URL/)).toHaveValue(/\/storage\/.+\/benefits\/.+\.png$/)
    await dialog.getByRole('button', { name: 'Create benefit' }).click()
    await expect(adminPage.getByText('Benefit created successfully')).toBeVisible()
    await expect(adminPage.getByRole('row', { name: benefit })).toContainText('30 tokens')
  })

  await test.step('the member sees it with its picture, and redeems it', async () => {
    await memberPage.getByRole('link', { name: 'Browse Benefits' }).first().click()
    await memberPage.getByRole('searchbox', { name: 'Search benefits' }).fill(stamp)
    const card = memberPage.getByRole('article').filter({ hasText: benefit })
    const drawn = () =>
      card.evaluate((element) => element.querySelector('img')?.naturalWidth ?? 'no picture is shown')
    await expect.poll(drawn).toBe(1)
    await redeem(memberPage, benefit)
    await hasBalance(35)
  })

  let number = ''
  await test.step('the order is delivered, cancelled, and delivered again', async () => {
    await go(/^Orders/)
    await adminPage.getByRole('searchbox').fill(mo.name)
    const row = adminPage.getByRole('row', { name: benefit })
    await expect(row).toContainText('Pending')
    number = /ORD-\d+/.exec((await row.textContent()) ?? '')?.[0] ?? ''
    await row.getByRole('button', { name: `Details of ${number}` }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Order Details' })
    const set = async (button: string, status: string) => {
      await dialog.getByRole('button', { name: button }).click()
      if (button === 'Cancel') await adminPage.getByRole('button', { name: 'Cancel order' }).click()
      await expect(adminPage.getByText(`Order status updated to ${status}`)).toBeVisible()
      await expect(dialog.getByRole('button', { name: button })).toBeDisabled()
    }
    await set('Delivered', 'delivered')
    await hasBalance(35)
    await expect(dialog.getByText('a balance of 35 tokens becomes 65')).toBeVisible()
    await set('Cancel', 'cancelled')
    await hasBalance(65)
    await expect(dialog.getByText('a balance of 65 tokens becomes 35')).toBeVisible()
    await adminPage.getByRole('button', { name: 'Dismiss' }).first().click()
    await set('Delivered', 'delivered')
    await hasBalance(35)
    await expect(dialog.getByText('Cancelled to Delivered')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('edits a balance while the member spends (D7)', async () => {
    await go(/^Users/)
    await adminPage.getByRole('searchbox', { name: 'Search users' }).fill(mo.name)
    await adminPage.getByRole('button', { name: `Edit ${mo.name}` }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Edit User' })
    await expect(dialog.getByLabel('Current Tokens')).toHaveValue('35')
    await redeem(memberPage, benefit)
    await hasBalance(5)
    await dialog.getByLabel('Current Tokens').fill('100')
    await dialog.getByLabel('Reason').fill('Thanks for the talk')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog.getByText('The balance is 5 now, not 35. Nothing was saved')).toBeVisible()
    await expect(dialog.getByLabel('Current Tokens')).toHaveValue('100')
    await hasBalance(5)
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(adminPage.getByText('User updated successfully')).toBeVisible()
    await hasBalance(100)
  })

  await test.step('deletes the member and keeps the orders (D12)', async () => {
    await adminPage.getByRole('button', { name: `Delete ${mo.name}` }).click()
    const dialog = adminPage.getByRole('dialog', { name: `Delete ${mo.name}` })
    await expect(dialog.getByText('100 tokens')).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete user' }).click()
    await expect(adminPage.getByText('User deleted successfully')).toBeVisible()
    await expect(adminPage.getByText('No users found.')).toBeVisible()
    await go(/^Orders/)
    await adminPage.getByRole('searchbox').fill(number)
    const row = adminPage.getByRole('row', { name: number })
    await expect(row).toContainText('Deleted user')
    await expect(row).toContainText(benefit)
    await expect(row).toContainText('Delivered')
    const again = await mo.client.auth.signInWithPassword(mo)
    expect(again.error?.code).toBe('invalid_credentials')
    expect((await ada.client.rpc('reconcile')).data).toEqual([])
  })

  await test.step('the activity log has all of it, newest first', async () => {
    await go(/^Activity/)
    await adminPage.getByRole('searchbox', { name: 'Search activity' }).fill(ada.name)
    const actions = [
      'deleted a user',
      'changed the balance of a deleted user from 5 to 100',
      `changed the status of ${number} from Cancelled to Delivered`,
      `changed the status of ${number} from Delivered to Cancelled`,
      `changed the status of ${number} from Pending to Delivered`,
      `created the benefit ${benefit}`,
      'uploaded the picture benefits/',
      `created 30 token codes worth 40 tokens each: ${note}`,
    ]
    const entries = adminPage.getByRole('main').getByRole('listitem')
    await expect(entries).toContainText([
      ...actions.map((what) => `${ada.name} ${what}`),
      `Henrik Vos made ${ada.name} an admin`,
    ])
    await expect(entries).toHaveCount(9)
    await expect(entries.filter({ hasText: mo.name })).toHaveCount(0)
  })
})

/** Redeems a benefit on the open catalogue. */
async function redeem(page: Page, benefit: string) {
  await page.getByRole('button', { name: `Redeem ${benefit} for 30 tokens` }).click()
  const dialog = page.getByRole('dialog', { name: `Redeem ${benefit}` })
  await dialog.getByRole('button', { name: /^Redeem for/ }).click()
  await expect(dialog).toBeHidden()
}
