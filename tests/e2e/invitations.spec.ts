import { adminClient } from './support/client.ts'
import { passTime } from './support/inbox.ts'
import { invitationLink, join } from './support/invitations.ts'
import { freshCode } from './support/members.ts'
import { nobody } from './support/people.ts'
import { newAdmin, newBenefit } from './support/seed.ts'
import { expect, test } from './support/test.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const sevenDays = 7 * 24 * 60

/** As a spreadsheet writes it: a head, quotes, and lines that end as on Windows. */
function csvOf(emails: string[]) {
  const rows = emails.map((email, index) => `"Guest, ${index + 1}",${email}`)
  const text = `\uFEFF${['name,email', ...rows].join('\r\n')}\r\n`
  return { name: 'chamber-of-commerce.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
}

test('an admin invites 40 addresses from a CSV; one joins on a phone and orders, and both receive the bonus', async ({
  open,
}) => {
  const stamp = freshCode(8).toLowerCase()
  const emails = Array.from({ length: 40 }, (_, index) => `guest-${index}-${stamp}@chamber.example`)
  const [, , guest = ''] = emails
  const admin = await newAdmin(`Ada Admin ${stamp}`)
  const desk = await open(admin, '/admin/invite-codes?view=invitations')

  await test.step('invites 40 addresses, after seeing what would happen', async () => {
    await desk.getByRole('button', { name: 'Invite by email' }).click()
    const form = desk.getByRole('dialog', { name: 'Invite by email' })
    await form.getByLabel('Or choose a CSV file').setInputFiles(csvOf(emails))
    await form.getByLabel('Personal message').fill('It was good to meet you in Porto.')
    await form.getByRole('button', { name: 'Check 40 addresses' }).click()
    const checked = desk.getByRole('dialog', { name: 'Send 40 invitations' })
    await expect(checked.getByText('Nothing has been sent yet.')).toBeVisible()
    await checked.getByRole('button', { name: 'Send 40 invitations' }).click()
    await expect(desk.getByText('Invitations queued')).toBeVisible()
    await expect(desk.getByText(`-${stamp}@chamber.example`)).toHaveCount(25)
  })

  const benefit = await newBenefit(`Board Deck ${stamp}`, 15)
  const page = await open(nobody, undefined, phone)
  await test.step('joins from the email, on a phone', async () => {
    const link = await invitationLink(guest, `${admin.name} invites you to Guildhall`)
    await page.goto(link)
    await expect(page.getByText(`${admin.name} invites you.`)).toBeVisible()
    await join(page, link, guest, `Gus Guest ${stamp}`)
  })

  await test.step('orders', async () => {
    await page.goto(`/dashboard/benefits/${benefit.id}`)
    await page
      .getByRole('button', { name: /^Redeem .* for 15 tokens$|^Redeem for/ })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Redeem for/ })
      .click()
    await expect(page.getByText('Order Placed Successfully!')).toBeVisible()
  })

  const history = async (person: typeof page) => {
    await person.goto('/dashboard/transactions')
    return person.getByRole('row', { name: /Referral bonus/ })
  }
  await test.step('it is delivered, and seven days later both receive the bonus', async () => {
    const { client } = await adminClient()
    await client
      .from('orders')
      .update({ status: 'delivered' })
      .eq('benefit_id', benefit.id)
      .select()
      .single()
      .throwOnError()
    await passTime(sevenDays - 60)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(await history(page)).toHaveCount(0)
    // What is being changed at that moment waits for the next minute (pay_referral).
    await expect(async () => {
      await passTime(sevenDays + 1)
      await expect(await history(page)).toContainText('+15', { timeout: 3_000 })
    }).toPass()
    await expect(await history(desk)).toContainText('+15')
  })
})
