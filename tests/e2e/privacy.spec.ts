import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { adminClient } from './support/client.ts'
import { emailWith, linkOf, newestEmail, passTime } from './support/inbox.ts'
import { freshCode, newMember } from './support/members.ts'
import { newBenefit, placeOrder } from './support/seed.ts'
import { expect, test } from './support/test.ts'

const fortnight = 14 * 24 * 60

test('a member downloads everything as one file', async ({ open }) => {
  const member = await newMember('Dana Download')
  const name = `=Formula ${freshCode(6)}`
  const order = await placeOrder(member, await newBenefit(name, 10))
  const page = await open(member, '/dashboard/profile?tab=privacy')
  await expect(
    page.getByText(/^Profile, 1 order with the keys you have opened, 2 token entries/),
  ).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^guildhall-data-\d{4}-\d\d-\d\d\.zip$/)
  await expect(page.getByText('Your data has been saved on this device.')).toBeVisible()

  const files = unzipSync(await readFile(await download.path()))
  const text = (file: string) => strFromU8(files[file] ?? new Uint8Array())
  const data = JSON.parse(text('data.json'))
  expect(data.profile).toMatchObject([{ id: member.id, email: member.email }])
  expect(data.orders).toMatchObject([{ id: order.id, benefit_name: name }])
  expect(data.token_entries).toHaveLength(2)
  expect(data.sign_ins.length).toBeGreaterThan(0)
  expect(text('csv/orders.csv')).toContain(`"'${name}"`)
  expect(text('README.txt')).toContain('token_entries: Token entries, 2')
})

test('a member deletes the account: asked, confirmed by email, undone, and again to the end', async ({
  open,
}) => {
  const member = await newMember('Lena Leaving')
  const benefit = await newBenefit(`Workshop ${freshCode(6)}`, 10)
  const order = await placeOrder(member, benefit)
  const page = await open(member, '/dashboard/profile?tab=privacy')
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const stays = page.getByText('Your account stays.')

  async function ask() {
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await dialog.getByLabel('Your password').fill(member.password)
    await dialog.getByText('I know that 15 tokens are given up').click()
    await dialog.getByRole('button', { name: /^Delete on/ }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('You asked us to delete your account')).toBeVisible()
  }

  async function linkAfter(earlier?: string) {
    let link = ''
    await expect(async () => {
      const email = await newestEmail(member.email, 'Confirm that your Guildhall account is to be deleted')
      link = linkOf(email, 'confirm')
      expect(link).not.toBe(earlier ?? '')
    }).toPass({ timeout: 10_000 })
    return link
  }

  await test.step('a wrong password and an unticked box ask for nothing', async () => {
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await dialog.getByRole('button', { name: /^Delete on/ }).click()
    await expect(dialog.getByText('Enter your password.')).toBeVisible()
    await dialog.getByLabel('Your password').fill('not the password')
    await dialog.getByText('I know that 15 tokens are given up').click()
    await dialog.getByRole('button', { name: /^Delete on/ }).click()
    await expect(dialog.getByText('This is not your current password.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Stay' }).click()
  })

  const first =
    await test.step('the link changes nothing until it is confirmed, and a click undoes it', async () => {
      await ask()
      const link = await linkAfter()
      // What a scanner does.
      expect((await page.request.get(link)).ok()).toBe(true)
      await page.goto(link)
      await expect(page.getByText('Confirm that your account is to be deleted')).toBeVisible()
      await page.getByRole('button', { name: /^Delete on/ }).click()
      await expect(page.getByText(/^Your account will be deleted on .*, in 14 days\.$/)).toBeVisible()
      await page.getByRole('link', { name: 'Order History' }).first().click()
      const bar = page.getByRole('complementary', { name: 'Deletion of your account' })
      await bar.getByRole('button', { name: 'Keep my account' }).click()
      await expect(stays).toBeVisible()
      await expect(bar).toBeHidden()
      return link
    })

  await test.step('the first link confirms nothing any more', async () => {
    await page.goto(first)
    await page.getByRole('button', { name: /^Delete on/ }).click()
    await expect(page.getByText('This link is no longer valid.', { exact: false })).toBeVisible()
  })

  await test.step('asked again, it is carried out after 14 days, and the accounts agree', async () => {
    await page.goto('/dashboard/profile?tab=privacy')
    await ask()
    await page.goto(await linkAfter(first))
    await page.getByRole('button', { name: /^Delete on/ }).click()
    await expect(page.getByText(/^Your account will be deleted on/)).toBeVisible()
    await passTime(fortnight + 1)
    await emailWith(member.email, 'Your Guildhall account has been deleted', 'last email')
    const { client } = await adminClient()
    const { data: people } = await client.from('profiles').select('id').eq('id', member.id).throwOnError()
    expect(people).toEqual([])
    const { data: kept } = await client
      .from('orders')
      .select('status, customer_name, redemption_email')
      .eq('id', order.id)
      .single()
      .throwOnError()
    expect(kept).toEqual({ status: 'cancelled', customer_name: null, redemption_email: null })
    const { data: entries } = await client
      .from('token_transactions')
      .select('amount')
      .eq('account_id', member.id)
      .order('seq')
      .throwOnError()
    expect(entries.map(({ amount }) => amount)).toEqual([25, -10, 10])
    const { data: wrong } = await client.rpc('reconcile').throwOnError()
    expect(JSON.stringify(wrong)).not.toContain(member.id)
  })
})
