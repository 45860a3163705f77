import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectCopied, openReport, redeem, report, saveDelivery } from './support/deliveries.ts'
import { emailWith } from './support/inbox.ts'
import { freshCode, newMember } from './support/members.ts'
import { newAdmin, newBenefit, placeOrder, tokensOf } from './support/seed.ts'
import { expect, test } from './support/test.ts'

// From the admin who provides a delivery to the email in the inbox, and back from a report to its answer.

const within5s = { timeout: 5_000 }
const steps = ['Read the first page.', 'Then begin.']

const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

test('a key: imported, redeemed, emailed, replaced at once, and refunded after a second report', async ({
  open,
}) => {
  const stamp = freshCode(6)
  const keys = [`FIRST-${stamp}-${freshCode(4)}`, `SECOND-${stamp}-${freshCode(4)}`] as const
  const [member, owner] = [await newMember('Kit Keys'), await newAdmin('Ada Keys')]
  const benefit = await newBenefit(`Keyring ${stamp}`, 5)
  const gift = `gift-${stamp.toLowerCase()}@guild.example`
  const [admin, page] = [await open(owner, `/admin/benefits/${benefit.id}?tab=delivery`), await open(member)]

  await test.step('an admin imports two keys', async () => {
    await admin.getByRole('button', { name: 'Import keys' }).click()
    await admin.getByLabel('Paste keys').fill(keys.join('\n'))
    await admin.getByRole('button', { name: 'Check 2 lines' }).click()
    await admin.getByRole('button', { name: 'Add 2 keys' }).click()
    await admin.getByRole('button', { name: 'Done' }).click()
    await saveDelivery(admin, /^A licence key/, async () => undefined)
  })

  await test.step('a member redeems one, and copies it from the order', async () => {
    await redeem(page, benefit, gift)
    await expectCopied(page, keys[0])
  })

  await test.step('it is in the inbox of the redemption address, with its instructions', async () => {
    const email = await emailWith(gift, `Delivered: ${benefit.name}`, keys[0])
    for (const step of steps) expect(email.text).toContain(step)
    expect(email.html).toContain(keys[0])
    expect(email.subject).not.toContain(keys[0])
    // That address cannot open the order.
    expect(email.html).not.toContain('/dashboard/orders/')
  })

  await test.step('the first report brings another key within five seconds, and an email with it', async () => {
    await report(page, 'The key is refused as already used', 'Get another key')
    await expect(page.getByText('We have put this key aside and here is another.')).toBeVisible(within5s)
    await expectCopied(page, keys[1])
    await emailWith(gift, `Delivered: ${benefit.name}`, keys[1])
  })

  await test.step('the second report reaches the admin, who refunds', async () => {
    await report(page, 'Something else', 'Send to an admin', `Refused too ${stamp}`)
    await expect(page.getByText('An admin will look at it.')).toBeVisible()
    const dialog = await openReport(admin, benefit, `Something else: Refused too ${stamp}`)
    await dialog.getByRole('textbox', { name: 'Reply' }).fill('Sorry about that.')
    await dialog.getByRole('button', { name: 'Return 5 tokens' }).click()
    const question = admin.getByRole('dialog', { name: 'Return 5 tokens?' })
    await question.getByRole('button', { name: 'Return 5 tokens' }).click()
    await expect(admin.getByText('Report answered with a refund')).toBeVisible()
  })

  await test.step('the member sees it, and gets an email', async () => {
    await expect(page.getByText('This order was cancelled and 5 tokens came back.')).toBeVisible()
    await expect(page.getByText('It could not be repaired after your report.')).toBeVisible()
    await expect(page.getByText('Sorry about that.')).toBeVisible()
    for (const text of [keys[1], 'Reveal', 'Copy']) await expect(page.getByText(text)).toHaveCount(0)
    expect(await tokensOf(member)).toBe(25)
    const email = await emailWith(member.email, `Your report about ${benefit.name}`, 'Sorry about that.')
    expect(email.text).toContain('5 tokens came back to your balance.')
    expect(email.html).toContain(`/dashboard/orders/${idOf(page)}`)
  })
})

test('a file: uploaded, downloaded byte for byte, emailed as a link to the order, and reported', async ({
  open,
}) => {
  const stamp = freshCode(6)
  const file = { name: `Manual ${stamp}.pdf`, mimeType: 'application/pdf' }
  const buffer = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256))
  const [member, owner] = [await newMember('Finn Files'), await newAdmin('Ada Files')]
  const benefit = await newBenefit(`Folder ${stamp}`, 5)
  const [admin, page] = [await open(owner, `/admin/benefits/${benefit.id}?tab=delivery`), await open(member)]
  const downloaded = async () => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await saved).suggestedFilename()).toBe(file.name)
    return readFileSync(await (await saved).path())
  }

  await test.step('an admin uploads it', () =>
    saveDelivery(admin, /^A file/, async () => {
      await admin.getByLabel('File', { exact: true }).setInputFiles({ ...file, buffer })
      await expect(admin.getByRole('group', { name: 'File' }).getByText('Uploaded')).toBeAttached()
    }))

  await test.step('a member redeems and downloads it', async () => {
    await redeem(page, benefit)
    for (const step of steps) await expect(page.getByText(step)).toBeVisible()
    expect((await downloaded()).equals(buffer)).toBe(true)
  })

  await test.step('the email links to the order, and to no file', async () => {
    const email = await emailWith(member.email, `Delivered: ${benefit.name}`, file.name)
    expect(email.html).toContain(`/dashboard/orders/${idOf(page)}`)
    expect(email.html).not.toContain('/object/deliveries')
    for (const step of steps) expect(email.text).toContain(step)
  })

  await test.step('a report reaches the admin, who delivers it again', async () => {
    await report(page, 'The file does not open', 'Send to an admin', `Damaged ${stamp}`)
    await expect(page.getByText('An admin will look at it.')).toBeVisible()
    const dialog = await openReport(admin, benefit, `The file does not open: Damaged ${stamp}`)
    await dialog.getByRole('textbox', { name: 'Reply' }).fill('It opens in any reader.')
    await dialog.getByRole('button', { name: 'Deliver the file again' }).click()
    await expect(admin.getByText('Report answered with a replacement')).toBeVisible()
  })

  await test.step('the member sees the answer, can still download, and gets an email', async () => {
    await expect(page.getByText('An admin has replaced it.')).toBeVisible()
    await expect(page.getByText('It opens in any reader.')).toBeVisible()
    expect((await downloaded()).equals(buffer)).toBe(true)
    await emailWith(member.email, `Your report about ${benefit.name}`, 'It opens in any reader.')
  })
})

test('a link: saved, opened from the order and from the email, and reported', async ({ open }) => {
  const stamp = freshCode(6)
  const link = `https://course.example/${stamp}?seat=1&page=2`
  const [member, owner] = [await newMember('Lena Links'), await newAdmin('Ada Links')]
  const benefit = await newBenefit(`Course ${stamp}`, 5)
  const [admin, page] = [await open(owner, `/admin/benefits/${benefit.id}?tab=delivery`), await open(member)]

  await test.step('an admin saves it', () =>
    saveDelivery(admin, /^A link/, () => admin.getByLabel('Link', { exact: true }).fill(link)))

  await test.step('a member redeems it, and can open and copy it', async () => {
    await redeem(page, benefit)
    const opens = page.getByRole('main').getByRole('link', { name: 'Open', exact: true })
    await expect(opens).toHaveAttribute('href', link)
    await expectCopied(page, link)
  })

  await test.step('the email has it as a link that works, and shows the logo in the inbox', async () => {
    const email = await emailWith(member.email, `Delivered: ${benefit.name}`, link)
    const inbox = await page.context().newPage()
    await inbox.goto('/inbox')
    const letter = inbox.locator('details').filter({ hasText: email.subject })
    if ((await letter.getAttribute('open')) === null) await letter.locator('summary').click()
    const shown = letter.frameLocator('iframe')
    await expect(shown.getByRole('link', { name: link })).toHaveAttribute('href', link)
    await expect(shown.getByRole('link', { name: 'View order' })).toHaveAttribute('href', page.url())
    await expect(shown.getByRole('img').first()).not.toHaveJSProperty('naturalWidth', 0)
    await inbox.close()
  })

  await test.step('a report reaches the admin, who replies', async () => {
    await report(page, 'The link does not open', 'Send to an admin', `Not found ${stamp}`)
    await expect(page.getByText('An admin will look at it.')).toBeVisible()
    const dialog = await openReport(admin, benefit, `The link does not open: Not found ${stamp}`)
    await dialog.getByRole('textbox', { name: 'Reply' }).fill('It is repaired.')
    await dialog.getByRole('button', { name: 'Reply and close' }).click()
    await expect(admin.getByText('Report answered')).toBeVisible()
  })

  await test.step('the member sees the answer, and gets an email', async () => {
    await expect(page.getByText('An admin has answered your report.')).toBeVisible()
    await expect(page.getByText('It is repaired.')).toBeVisible()
    await emailWith(member.email, `Your report about ${benefit.name}`, 'It is repaired.')
  })
})

test('by hand: delivered with nothing attached, reported, and replaced by what an admin types', async ({
  open,
}) => {
  const stamp = freshCode(6)
  const [member, owner] = [await newMember('Hanna Hand'), await newAdmin('Ada Hand')]
  const benefit = await newBenefit(`Session ${stamp}`, 5)
  const { id } = await placeOrder(member, benefit)
  await owner.client.from('orders').update({ status: 'delivered' }).eq('id', id).throwOnError()
  const [admin, page] = [await open(owner, '/admin'), await open(member, `/dashboard/orders/${id}`)]

  await test.step('a member reports that nothing has arrived', async () => {
    await expect(page.getByText(new RegExp(`^It (was|will be) sent to ${member.email}\\.$`))).toBeVisible()
    await report(page, 'Nothing has arrived', 'Send to an admin', `Waiting ${stamp}`)
    await expect(page.getByText('An admin will look at it.')).toBeVisible()
  })

  await test.step('an admin delivers a text instead', async () => {
    const dialog = await openReport(admin, benefit, `Nothing has arrived: Waiting ${stamp}`)
    await dialog.getByRole('textbox', { name: 'Text' }).fill(`Your seat is ${stamp}.`)
    await dialog.getByRole('button', { name: 'Deliver this instead' }).click()
    await expect(admin.getByText('Report answered with a replacement')).toBeVisible()
  })

  await test.step('the member sees it, and gets an email with it', async () => {
    await expect(page.getByText('An admin has replaced it.')).toBeVisible()
    await expect(page.getByText(`Your seat is ${stamp}.`)).toBeVisible()
    await emailWith(member.email, `Delivered: ${benefit.name}`, `Your seat is ${stamp}.`)
  })
})
