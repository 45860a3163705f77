import type { Page } from '@playwright/test'
import { createMember } from '../db/support/people.ts'
import { clientOf, storageState } from './support/client.ts'
import { emailWith, linkOf, newestEmail, passTime } from './support/inbox.ts'
import { routeTo, startOwned } from './support/owner.ts'
import { addAuthenticator, balanceOf, freshCode, newAdmin, newInvite, noSession } from './support/people.ts'
import { newBenefit, placeOrder, setStatus } from './support/rows.ts'
import { expect, test } from './support/test.ts'

const password = 'an honest guild password'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Fills in the rest of the registration, and confirms the address by the link of the email; ends on the dashboard. */
async function register(page: Page, email: string, name: string) {
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Phone').fill('+47 22 00 11 22')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Account & Get 25 Tokens' }).click()
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible()
  await page.goto(linkOf(await newestEmail(email, 'Confirm your Guildhall account')))
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page).toHaveURL('/dashboard')
}

/** The link of the invitation that arrived at `email`. */
const invitationLink = async (email: string, subject: string, at?: string) =>
  linkOf(await emailWith(email, subject, 'Invite code', at), 'invite')

test('an invite code leads from the front page to a member with 25 tokens', async ({ page }) => {
  const [code, email] = [await newInvite(), `ingrid-${freshCode().toLowerCase()}@solheim.example`]
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/auth?mode=signup')
  await test.step('a used one is refused', async () => {
    await page.getByLabel('Invite code').fill('JH4T0QW7ZB')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('This invite code is invalid or already used.').first()).toBeVisible()
  })
  await page.getByLabel('Invite code').fill(` ${code.toLowerCase()} `)
  await page.getByRole('button', { name: 'Continue' }).click()
  // The waitlist's form beside the code has an email of its own.
  await expect(page.getByRole('heading', { name: 'Open your account' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await register(page, email, 'Ingrid Solheim')
  await expect(page.getByText('Email Confirmed!')).toBeVisible()
  await expect(balanceOf(page, 25)).toBeVisible()
})

test('a visitor asks for an invitation, is approved, and joins by the email', async ({ open }) => {
  const email = `wanda-${freshCode().toLowerCase()}@waiting.example`
  const visitor = await open(noSession, '/')
  await visitor.getByRole('link', { name: 'Ask for an invitation' }).first().click()
  await expect(visitor).toHaveURL('/auth?mode=waitlist')
  await visitor.getByRole('textbox', { name: 'Email' }).fill(email)
  await visitor.getByRole('button', { name: 'Ask for an invitation' }).click()
  await expect(visitor.getByRole('heading', { name: 'Your request has arrived' })).toBeFocused()

  const desk = await open(await newAdmin(), '/admin/invite-codes?view=waitlist')
  await desk.getByRole('button', { name: `Approve ${email}` }).click()
  const dialog = desk.getByRole('dialog', { name: `Approve ${email}` })
  await expect(dialog.getByRole('region', { name: 'What would happen' })).toContainText('Will be invited1')
  await dialog.getByRole('button', { name: 'Approve 1' }).click()
  await expect(desk.getByText('1 invitation is on the way')).toBeVisible()

  await visitor.goto(await invitationLink(email, 'You are invited to Guildhall'))
  await register(visitor, email, 'Wanda Waited')
  await expect(balanceOf(visitor, 25)).toBeVisible()
})

test('an admin invites a CSV; one joins on a phone, and both get the bonus', async ({ open }) => {
  const stamp = freshCode()
  const emails = [1, 2, 3].map((guest) => `guest-${guest}-${stamp.toLowerCase()}@chamber.example`)
  const [guest = ''] = emails
  const admin = await newAdmin(`Ada ${stamp}`)
  const desk = await open(admin, '/admin/invite-codes?view=invitations')
  await desk.getByRole('button', { name: 'Invite people' }).click()
  // As a spreadsheet writes it.
  const rows = emails.map((email, index) => `"Guest, ${index + 1}",${email}`)
  const csv = Buffer.from(`\uFEFF${['name,email', ...rows].join('\r\n')}\r\n`)
  const file = { name: 'chamber.csv', mimeType: 'text/csv', buffer: csv }
  await desk.getByLabel('Or choose a CSV file').setInputFiles(file)
  await desk.getByRole('button', { name: 'Check 3 addresses' }).click()
  await desk.getByRole('button', { name: 'Send 3 invitations' }).click()
  await expect(desk.getByText('Invitations queued')).toBeVisible()

  const page = await open(
    noSession,
    await invitationLink(guest, `${admin.name} invites you to Guildhall`),
    phone,
  )
  await expect(page.getByText(`${admin.name} invites you.`)).toBeVisible()
  await register(page, guest, 'Gus Guest')

  const { client, id } = await clientOf({ email: guest, password })
  const order = await placeOrder({ client, id, email: guest }, await newBenefit(`Deck ${stamp}`, 15))
  await setStatus(order.id, 'delivered')
  for (const person of [page, desk]) {
    await person.goto('/dashboard/transactions')
    // What is being changed at that moment waits for the next minute (pay_referral).
    await expect(async () => {
      await passTime(7 * 24 * 60 + 1)
      await expect(person.getByRole('row', { name: /Referral bonus/ })).toContainText('+15', {
        timeout: 3_000,
      })
    }).toPass()
  }
})

test('the first steps set up an empty installation', async ({ open }) => {
  const owned = await startOwned({ sendEmails: true })
  const { url } = owned.world.address
  const owner = await createMember(owned.world, { name: 'Ines Owner', role: 'admin', session: true })
  const { data } = await owner.client.auth.getSession()
  const desk = await open({ storageState: storageState(data.session!) })
  await routeTo(desk.context(), owned)
  await desk.goto('/admin')
  const steps = desk.getByRole('region', { name: 'First steps' })
  const follow = async (step: string) => {
    await desk.getByRole('link', { name: 'Overview', exact: true }).click()
    await steps.getByRole('listitem').filter({ hasText: step }).getByRole('link').click()
  }
  await expect(steps).toContainText('0 of 5 done')

  await follow('Create a benefit')
  const form = desk.getByRole('dialog', { name: 'Create New Benefit' })
  await form.getByLabel('Name', { exact: true }).fill('Lantern Research')
  await form.getByLabel('Description').fill('A year of the research desk.')
  await form.getByLabel('Token Value').fill('20')
  await form.getByRole('button', { name: 'Create benefit' }).click()
  await expect(desk.getByText('Benefit created successfully')).toBeVisible()

  const email = 'first@member.example'
  await follow('Invite people')
  await desk.getByRole('dialog').getByLabel('Email addresses').fill(email)
  await desk.getByRole('button', { name: 'Check 1 address' }).click()
  await desk.getByRole('button', { name: 'Send 1 invitation' }).click()
  await expect(desk.getByText('Invitations queued')).toBeVisible()

  await follow('Add a logo')
  await desk.getByRole('textbox', { name: 'Custom logo path or URL' }).fill('/images/email-logo.png')
  await desk.getByRole('button', { name: 'Update' }).click()
  await expect(desk.getByText('Email branding logo URL has been updated')).toBeVisible()

  await follow('Send yourself an email')
  await desk.getByRole('button', { name: 'Send me a test' }).click()
  await expect(desk.getByText('Sent to the email address of your account.')).toBeVisible()

  await follow('Set up your second factor')
  await expect(desk).toHaveURL('/dashboard/profile')
  await addAuthenticator(desk)
  await desk.goto('/admin')
  await expect(desk.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(steps).toHaveCount(0)

  await invitationLink(email, 'Ines Owner invites you to Guildhall', url)
  await owned.stop()
})
