import { invitationLink, join } from './support/invitations.ts'
import { freshCode } from './support/members.ts'
import { balanceOf, nobody } from './support/people.ts'
import { newAdmin } from './support/seed.ts'
import { expect, test } from './support/test.ts'

test('a visitor joins the waitlist and is admitted', async ({ open }) => {
  const name = `Wanda Waited ${freshCode(6)}`
  const email = `wanda-${freshCode(8).toLowerCase()}@waiting.example`
  const visitor = await open(nobody, '/')

  await test.step('asks for an invitation, from the front page', async () => {
    await visitor.getByRole('link', { name: 'Ask for an invitation' }).first().click()
    await expect(visitor).toHaveURL('/auth?mode=waitlist')
    await visitor.getByRole('textbox', { name: 'Email' }).fill(email)
    await visitor.getByRole('button', { name: 'Ask for an invitation' }).click()
    await expect(visitor.getByRole('heading', { name: 'Your request has arrived' })).toBeFocused()
  })

  const desk = await open(await newAdmin('Ada Admin'), '/admin/invite-codes?view=waitlist')
  await test.step('an admin approves, after seeing what would happen', async () => {
    await desk.getByRole('button', { name: `Approve ${email}` }).click()
    const dialog = desk.getByRole('dialog', { name: `Approve ${email}` })
    await expect(dialog.getByRole('region', { name: 'What would happen' })).toContainText('Will be invited1')
    await dialog.getByRole('button', { name: 'Approve 1' }).click()
    await expect(desk.getByText('1 invitation is on the way')).toBeVisible()
    await expect(desk.getByText(email, { exact: true })).toHaveCount(0)
  })

  await test.step('joins by the link in the email, with the address filled in', async () => {
    await join(visitor, await invitationLink(email, 'You are invited to Guildhall'), email, name)
    await expect(balanceOf(visitor, 25)).toBeVisible()
  })
})
