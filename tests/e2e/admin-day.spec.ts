import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { parseCsv } from './support/csv.ts'
import { freshCode, newMember } from './support/members.ts'
import { newAdmin, openAs, tokensOf } from './support/office.ts'

/** The smallest PNG that a browser draws. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test("an admin's working day", async ({ browser, request, baseURL }) => {
  const url = baseURL ?? ''
  const stamp = freshCode(6)
  const note = `Spring fair ${stamp}`
  const benefit = `Almanac ${stamp}`
  const ada = await newAdmin(url, request, `Ada Office ${stamp}`)
  const mo = await newMember(url, request, `Mo Spender ${stamp}`)
  const office = await openAs(browser, ada, '/admin')
  const shop = await openAs(browser, mo, '/dashboard')
  const go = async (name: RegExp) => {
    const link = office.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name })
    await link.click()
    // Until the page's code is there, the page before it stands, with a search of its own.
    await expect(link).toHaveAttribute('aria-current', 'page')
  }

  /** The member has so many tokens, in the database and on the open screen, which nobody reloads. */
  async function has(tokens: number) {
    await expect(balanceOf(shop, tokens)).toBeVisible()
    expect(await tokensOf(mo)).toBe(tokens)
  }

  let code = ''
  await test.step('thirty token codes at once, and their CSV', async () => {
    await go(/^Token Codes/)
    await office.getByRole('button', { name: 'Create Code' }).click()
    const dialog = office.getByRole('dialog')
    await dialog.getByLabel('How many').fill('30')
    await dialog.getByLabel('Token Value').fill('40')
    await dialog.getByLabel('Note').fill(note)
    await dialog.getByRole('button', { name: 'Create 30 codes' }).click()
    await expect(office.getByText('Token code created successfully (30 codes)')).toBeVisible()
    const download = office.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^guildhall-token-codes-batch-[0-9a-f]{8}-\d{4}-\d\d-\d\d\.csv$/)
    const bytes = await readFile(await file.path())
    expect([...bytes.subarray(0, 3)], 'the mark of UTF-8').toEqual([0xef, 0xbb, 0xbf])
    const [head, ...rows] = parseCsv(bytes.subarray(3).toString('utf8'))
    expect(head?.slice(0, 4)).toEqual(['Code', 'Token Value', 'Note', 'Status'])
    const codes = rows.map(([each]) => each ?? '')
    expect(new Set(codes).size).toBe(30)
    for (const each of codes) expect(each).toMatch(/^[A-Z0-9]{8}$/)
    for (const row of rows) expect(row.slice(1, 4)).toEqual(['40', note, 'Available'])
    code = codes[7] ?? ''
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(office.getByRole('row', { name: note }).first()).toBeVisible()
  })

  await test.step('one of them gives its tokens to a member, once', async () => {
    await shop.goto('/dashboard/redeem')
    await shop.getByLabel('Token code').fill(code)
    await shop.getByRole('button', { name: 'Redeem code' }).click()
    await expect(shop.getByText("You've received 40 tokens.")).toBeVisible()
    await has(65)
    await office.getByRole('tab', { name: /^Used Codes/ }).click()
    await office.getByRole('searchbox').fill(code)
    await expect(office.getByRole('row', { name: code })).toContainText(mo.name)
  })

  await test.step('a benefit with an uploaded picture', async () => {
    await go(/^Benefits/)
    await office.getByRole('button', { name: 'Add Benefit' }).click()
    const dialog = office.getByRole('dialog', { name: 'Create New Benefit' })
    await dialog.getByLabel('Name').fill(benefit)
    await dialog.getByLabel('Description').fill('Sun, moon and tides.')
    await dialog.getByLabel('Token Value').fill('30')
    const picture = { name: 'almanac.png', mimeType: 'image/png', buffer: png }
    await dialog.getByLabel('Or upload a picture').setInputFiles(picture)
    await expect(dialog.getByLabel(/^Image URL/)).toHaveValue(
      /\/storage\/v1\/object\/public\/benefits\/.+\.png$/,
    )
    await dialog.getByRole('button', { name: 'Create benefit' }).click()
    await expect(office.getByText('Benefit created successfully')).toBeVisible()
    await expect(office.getByRole('row', { name: benefit })).toContainText('30 tokens')
  })

  await test.step('the member sees it with its picture, and redeems it', async () => {
    await shop.getByRole('link', { name: 'Browse Benefits' }).first().click()
    await shop.getByRole('searchbox', { name: 'Search benefits' }).fill(stamp)
    const card = shop.getByRole('article').filter({ hasText: benefit })
    const drawn = () =>
      card.evaluate((element) => element.querySelector('img')?.naturalWidth ?? 'no picture is shown')
    await expect.poll(drawn).toBe(1)
    await redeem(shop, benefit)
    await has(35)
  })

  let number = ''
  await test.step('the order goes from pending to delivered, is cancelled, and delivered again', async () => {
    await go(/^Orders/)
    await office.getByRole('searchbox').fill(mo.name)
    const row = office.getByRole('row', { name: benefit })
    await expect(row).toContainText('Pending')
    number = /ORD-\d+/.exec((await row.textContent()) ?? '')?.[0] ?? ''
    await row.getByRole('button', { name: `Details of ${number}` }).click()
    const dialog = office.getByRole('dialog', { name: 'Order Details' })
    const set = async (button: string, status: string) => {
      await dialog.getByRole('button', { name: button }).click()
      if (button === 'Cancel') await office.getByRole('button', { name: 'Cancel order' }).click()
      await expect(office.getByText(`Order status updated to ${status}`)).toBeVisible()
      await expect(dialog.getByRole('button', { name: button })).toBeDisabled()
    }
    await set('Delivered', 'delivered')
    await has(35)
    await expect(dialog.getByText('a balance of 35 tokens becomes 65')).toBeVisible()
    await set('Cancel', 'cancelled')
    await has(65)
    await expect(dialog.getByText('a balance of 65 tokens becomes 35')).toBeVisible()
    await office
      .getByRole('region', { name: /Notifications/ })
      .getByRole('button', { name: 'Dismiss' })
      .first()
      .click()
    await set('Delivered', 'delivered')
    await has(35)
    await expect(dialog.getByText('Cancelled to Delivered')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('a balance is edited while the member spends (D7)', async () => {
    await go(/^Users/)
    await office.getByRole('searchbox', { name: 'Search users' }).fill(mo.name)
    await office.getByRole('button', { name: `Edit ${mo.name}` }).click()
    const dialog = office.getByRole('dialog', { name: 'Edit User' })
    await expect(dialog.getByLabel('Current Tokens')).toHaveValue('35')
    await redeem(shop, benefit)
    await has(5)
    await dialog.getByLabel('Current Tokens').fill('100')
    await dialog.getByLabel('Reason').fill('Thanks for the talk')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog.getByText('The balance is 5 now, not 35. Nothing was saved')).toBeVisible()
    await expect(dialog.getByLabel('Current Tokens')).toHaveValue('100')
    await has(5)
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(office.getByText('User updated successfully')).toBeVisible()
    await has(100)
    const { data } = await mo.client
      .from('token_transactions')
      .select('transaction_type, amount, balance_after, actor_id, reason')
      .eq('user_id', mo.id)
      .order('seq', { ascending: false })
      .limit(1)
    expect(data).toEqual([
      {
        transaction_type: 'adjustment',
        amount: 95,
        balance_after: 100,
        actor_id: ada.id,
        reason: 'Thanks for the talk',
      },
    ])
  })

  await test.step('the member is deleted, the orders are kept (D12)', async () => {
    await office.getByRole('button', { name: `Delete ${mo.name}` }).click()
    const dialog = office.getByRole('dialog', { name: `Delete ${mo.name}` })
    await expect(
      dialog.getByText('Are you sure you want to delete this user? This action cannot be undone.'),
    ).toBeVisible()
    await expect(dialog.getByText('100 tokens')).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete user' }).click()
    await expect(office.getByText('User deleted successfully')).toBeVisible()
    await expect(office.getByText('No users found.')).toBeVisible()
    await go(/^Orders/)
    await office.getByRole('searchbox').fill(number)
    const row = office.getByRole('row', { name: number })
    await expect(row).toContainText('Deleted user')
    await expect(row).toContainText(benefit)
    await expect(row).toContainText('Delivered')
    const again = await mo.client.auth.signInWithPassword(mo)
    expect(again.error?.code).toBe('invalid_credentials')
    expect((await ada.client.rpc('reconcile')).data).toEqual([])
  })

  await test.step('the log tells all of it, newest first', async () => {
    await go(/^Activity/)
    await office.getByRole('searchbox', { name: 'Search activity' }).fill(ada.name)
    const done = [
      'deleted a user',
      'changed the balance of a deleted user from 5 to 100',
      `changed the status of ${number} from Cancelled to Delivered`,
      `changed the status of ${number} from Delivered to Cancelled`,
      `changed the status of ${number} from Pending to Delivered`,
      `created the benefit ${benefit}`,
      'uploaded the picture benefits/',
      `created 30 token codes worth 40 tokens each: ${note}`,
    ]
    const entries = office.getByRole('main').getByRole('listitem')
    await expect(entries).toContainText([
      ...done.map((what) => `${ada.name} ${what}`),
      `Henrik Vos made ${ada.name} an admin`,
    ])
    await expect(entries).toHaveCount(9)
    await expect(entries.filter({ hasText: mo.name })).toHaveCount(0)
  })
  await Promise.all([office.context().close(), shop.context().close()])
})

/** Redeems a benefit on the open catalogue. */
async function redeem(page: Page, benefit: string) {
  await page.getByRole('button', { name: `Redeem ${benefit} for 30 tokens` }).click()
  const dialog = page.getByRole('dialog', { name: `Redeem ${benefit}` })
  await dialog.getByRole('button', { name: /^Redeem for/ }).click()
  await expect(dialog).toBeHidden()
}

/** The balance at the top of the sidebar. */
function balanceOf(page: Page, tokens: number) {
  return page.getByRole('complementary').getByRole('link', { name: `Balance ${tokens} tokens` })
}
