import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { emailWith } from './support/inbox.ts'
import { confirmation } from './support/openers.ts'
import { freshCode, newAdmin, newMember } from './support/people.ts'
import { type Benefit, newBenefit, placeOrder, setStatus } from './support/rows.ts'
import { expect, test } from './support/test.ts'

// From the admin who provides a delivery to the email in the inbox, and back from a report to its answer.

/** Saves the delivery of a benefit, once `fill` has filled in what its kind needs. */
async function saveDelivery(page: Page, kind: RegExp, fill: () => Promise<void>) {
  await page.getByRole('radio', { name: kind }).check()
  await page.getByLabel(/^Instructions/).fill('Read the first page.\nThen begin.')
  await fill()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Benefit updated successfully')).toBeVisible()
}

/** Redeems a benefit that delivers at once from its page, and ends on the page of the order. */
async function redeem(page: Page, { id, name }: Benefit) {
  await page.goto(`/dashboard/benefits/${id}`)
  await page.getByRole('button', { name: /^Redeem for/ }).click()
  await confirmation(page).click()
  await expect(page).toHaveURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: /^Your .* is ready$/ })).toBeFocused()
  await expect(page.getByRole('main')).toContainText(name)
}

/** The button 'Copy key' of an order copies `text`, as a field receives it: the page itself must not read the clipboard. */
async function expectCopied(page: Page, text: string) {
  await page.getByRole('button', { name: /^Copy/ }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused()
  await page.getByRole('button', { name: "It doesn't work" }).click()
  const form = page.getByRole('dialog', { name: "It doesn't work" })
  await form.getByRole('textbox').press('ControlOrMeta+V')
  await expect(form.getByRole('textbox')).toHaveValue(text)
  await form.getByRole('button', { name: 'Close' }).first().click()
}

/** Reports what the open order delivered. */
async function report(page: Page, choice: string, button: string) {
  await page.getByRole('button', { name: "It doesn't work" }).click()
  const form = page.getByRole('dialog', { name: "It doesn't work" })
  await form.getByRole('radio', { name: choice }).check()
  await form.getByRole('button', { name: button }).click()
}

test('imported keys are copied, emailed, replaced, and stored nowhere on the device', async ({ open }) => {
  const member = await newMember('Ken Keyholder')
  const keys = [`GLD-${freshCode(8)}`, `GLD-${freshCode(8)}`] as const
  const benefit = await newBenefit(`Keys ${freshCode()}`)
  const admin = await open(await newAdmin(), `/admin/benefits/${benefit.id}?keys`)
  await admin.getByRole('radio', { name: /^Licence key/ }).check()
  await admin.getByRole('button', { name: 'Import keys' }).click()
  await admin.getByLabel('Paste keys').fill([keys[0], 'x', keys[1], keys[0], ''].join('\n'))
  await admin.getByRole('button', { name: 'Check 4 lines' }).click()
  const dialog = admin.getByRole('dialog', { name: '2 of 4 keys can be added' })
  await dialog.getByRole('button', { name: 'Add 2 keys' }).click()
  await admin.getByRole('button', { name: 'Done' }).click()
  await expect(admin.getByText(keys[0])).toHaveCount(0)
  await saveDelivery(admin, /^Licence key/, async () => undefined)
  const page = await open(member)
  await redeem(page, benefit)
  await expectCopied(page, keys[0])
  await expect(page.getByText(keys[0])).toHaveCount(0)
  const email = await emailWith(member.email, `Delivered: ${benefit.name}`, keys[0])
  expect(email.subject).not.toContain(keys[0])

  await report(page, 'The key is refused as already used', 'Get another key')
  await expect(page.getByText('We have put this key aside and here is another.')).toBeVisible()
  await expectCopied(page, keys[1])
  await emailWith(member.email, `Delivered: ${benefit.name}`, keys[1])
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  // The cache is stored a moment after a response.
  await expect.poll(stored).toContain('deliveries')
  const text = await stored()
  for (const key of keys) expect(text).not.toContain(key)
})

test('a file is uploaded, downloaded byte for byte, and emailed as a link to the order', async ({ open }) => {
  const file = { name: `Manual ${freshCode()}.pdf`, mimeType: 'application/pdf' }
  const buffer = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256))
  const [member, benefit] = [await newMember('Finn Files'), await newBenefit(`Folder ${freshCode()}`)]
  const admin = await open(await newAdmin(), `/admin/benefits/${benefit.id}?tab=delivery`)
  await saveDelivery(admin, /^File/, async () => {
    await admin.getByLabel('File', { exact: true }).setInputFiles({ ...file, buffer })
    await expect(admin.getByRole('group', { name: 'File' }).getByText('Uploaded')).toBeAttached()
  })

  const page = await open(member)
  await redeem(page, benefit)
  await expect(page.getByText('Then begin.')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe(file.name)
  expect(readFileSync(await (await saved).path()).equals(buffer)).toBe(true)
  const email = await emailWith(member.email, `Delivered: ${benefit.name}`, file.name)
  expect(email.html).toContain(new URL(page.url()).pathname)
  expect(email.html).not.toContain('/object/deliveries')
})

test('a link is opened from the order and from the email, which shows its logo', async ({ open }) => {
  const link = `https://course.example/${freshCode()}?seat=1&page=2`
  const [member, benefit] = [await newMember('Lena Links'), await newBenefit(`Course ${freshCode()}`)]
  const admin = await open(await newAdmin(), `/admin/benefits/${benefit.id}?tab=delivery`)
  await saveDelivery(admin, /^Link/, () => admin.getByLabel('Link', { exact: true }).fill(link))

  const page = await open(member)
  await redeem(page, benefit)
  const opens = page.getByRole('main').getByRole('link', { name: `Open ${benefit.name}` })
  await expect(opens).toHaveAttribute('href', link)
  const email = await emailWith(member.email, `Delivered: ${benefit.name}`, link)
  const order = page.url()
  await page.goto('/inbox')
  const letter = page.locator('details').filter({ hasText: email.subject })
  if ((await letter.getAttribute('open')) === null) await letter.locator('summary').click()
  const shown = letter.frameLocator('iframe')
  await expect(shown.getByRole('link', { name: link })).toHaveAttribute('href', link)
  await expect(shown.getByRole('link', { name: 'View order' })).toHaveAttribute('href', order)
  await expect(shown.getByRole('img').first()).not.toHaveJSProperty('naturalWidth', 0)
})

test('an order that did not arrive is reported, and replaced by what an admin types', async ({ open }) => {
  const member = await newMember('Hanna Hand')
  const benefit = await newBenefit(`Session ${freshCode()}`)
  const { id, number } = await placeOrder(member, benefit)
  await setStatus(id, 'delivered')
  const page = await open(member, `/dashboard/orders/${id}`)
  await report(page, 'Nothing has arrived', 'Send the report')
  await expect(page.getByText('An admin will look at it.')).toBeVisible()

  const admin = await open(await newAdmin(), `/admin/reports?q=${number}`)
  await admin.getByRole('link', { name: /^Nothing has arrived/ }).click()
  const dialog = admin.getByRole('dialog', { name: /^Report R-/ })
  await dialog.getByRole('textbox', { name: 'Text' }).fill(`Your seat is ${number}.`)
  await dialog.getByRole('button', { name: 'Deliver this instead' }).click()
  await expect(admin.getByText('Report answered with a replacement')).toBeVisible()
  await expect(page.getByText('An admin has replaced it.')).toBeVisible()
  await expect(page.getByText(`Your seat is ${number}.`)).toBeVisible()
  await emailWith(member.email, `Delivered: ${benefit.name}`, `Your seat is ${number}.`)
})
