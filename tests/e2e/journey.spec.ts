import { clientOf } from './support/client.ts'
import { linkOf, newestEmail } from './support/inbox.ts'
import { freshCode } from './support/members.ts'
import { admin, balanceOf, nobody, signIn, trySignIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

const delivery = 'tools@solheim.example'

test('an invitation leads to a member, an order and its delivery', async ({ open }) => {
  const stamp = freshCode(6)
  const person = {
    name: `Ingrid Solheim ${stamp}`,
    email: `ingrid-${stamp.toLowerCase()}@solheim.example`,
    phone: '+47 22 12 34 56',
    password: 'an honest guild password',
  }
  const adminPage = await open(nobody)
  const member = await open(nobody)
  let invite = ''

  await test.step('an admin creates an invite code', async () => {
    await signIn(adminPage, admin)
    await adminPage.getByRole('link', { name: 'Admin Panel' }).click()
    await adminPage.getByRole('link', { name: 'Invite Codes', exact: true }).first().click()
    await adminPage.getByRole('button', { name: 'Create Code' }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Create Code' })
    await dialog.getByRole('button', { name: 'Generate' }).click()
    invite = await dialog.getByLabel('Code', { exact: true }).inputValue()
    expect(invite).toMatch(/^[A-Z0-9]{10}$/)
    await dialog.getByRole('button', { name: 'Create Code' }).click()
    await expect(adminPage.getByText('Invite code created successfully')).toBeVisible()
    await expect(adminPage.getByRole('row', { name: invite })).toBeVisible()
  })

  await test.step('a used code is rejected, the new one opens the registration', async () => {
    await member.goto('/')
    await member.getByRole('banner').getByRole('link', { name: 'Get Started' }).click()
    await expect(member).toHaveURL('/auth?mode=signup')
    await member.getByLabel('Invite code').fill('JH4T0QW7ZB')
    await member.getByRole('button', { name: 'Continue' }).click()
    await expect(member.getByText('This invite code is invalid or already used.').first()).toBeVisible()
    await member.getByLabel('Invite code').fill(` ${invite.toLowerCase()} `)
    await member.getByRole('button', { name: 'Continue' }).click()
  })

  await test.step('registers', async () => {
    await member.getByLabel('Full name').fill(person.name)
    await member.getByRole('textbox', { name: 'Email' }).fill(person.email)
    await member.getByLabel('Phone').fill(person.phone)
    await member.getByLabel('Password', { exact: true }).fill(person.password)
    await member.getByRole('button', { name: 'Create Account & Get 25 Tokens' }).click()
    await expect(member.getByText(`We sent a link to ${person.email}.`)).toBeVisible()
  })

  await test.step('cannot sign in before the email is confirmed', async () => {
    await expect(member.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email)
    await member.getByLabel('Password', { exact: true }).fill(person.password)
    await member.getByRole('button', { name: 'Sign In' }).click()
    await expect(member.getByText('Sign In Error')).toBeVisible()
  })

  await test.step('confirms the email', async () => {
    await member.goto(linkOf(await newestEmail(person.email, 'Confirm your Guildhall account')))
    await member.getByRole('button', { name: 'Confirm email' }).click()
    await expect(member.getByText('Email Confirmed!')).toBeVisible()
    await expect(member).toHaveURL('/dashboard')
  })

  await test.step('signs out to the landing page, and in with 25 tokens', async () => {
    await member.getByRole('button', { name: 'Sign Out' }).click()
    await expect(member).toHaveURL('/')
    await expect(member.getByText(/^\d+ of 50 places left$/)).toBeVisible()
    await trySignIn(member, person)
    await expect(member.getByText('Successfully signed in.')).toBeVisible()
    await expect(balanceOf(member, 25)).toBeVisible()
  })

  await test.step('finds a benefit and redeems it', async () => {
    await member.getByRole('link', { name: 'Browse Benefits' }).first().click()
    await member.getByRole('searchbox', { name: 'Search benefits' }).fill('board deck')
    await member.getByRole('button', { name: 'Redeem Board Deck Kit for 15 tokens' }).click()
    const dialog = member.getByRole('dialog', { name: 'Redeem Board Deck Kit' })
    await expect(dialog.getByLabel('Delivery email')).toHaveValue(person.email)
    await dialog.getByLabel('Delivery email').fill(delivery)
    await dialog.getByRole('button', { name: /^Redeem for/ }).click()
    await expect(member.getByText('Order Placed Successfully!')).toBeVisible()
  })

  const order = member.getByRole('row', { name: 'Board Deck Kit' })
  await test.step('sees the order and the lower balance', async () => {
    await expect(balanceOf(member, 10)).toBeVisible()
    await member.getByRole('link', { name: 'Order History' }).click()
    await expect(order).toContainText('Pending')
    await expect(order).toContainText(delivery)
  })

  let loads = 0
  member.on('load', () => loads++)
  await test.step('the admin sets it to delivered', async () => {
    const orders = adminPage.getByRole('link', { name: /^Orders/ }).first()
    await orders.click()
    await expect(adminPage.getByRole('heading', { name: 'Order Management' })).toBeVisible()
    await adminPage.getByRole('searchbox').fill(person.name)
    await expect(adminPage.getByText(`matching "${person.name}"`)).toBeVisible()
    const row = adminPage.getByRole('row', { name: person.name })
    await row.getByRole('button', { name: /^Details/ }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Order Details' })
    await expect(dialog.getByText(delivery)).toBeVisible()
    await dialog.getByRole('button', { name: 'Delivered' }).click()
    await expect(adminPage.getByText('Order status updated to delivered')).toBeVisible()
  })

  await test.step("the member's open page shows it without a reload", async () => {
    await expect(order).toContainText('Delivered')
    expect(loads).toBe(0)
  })

  await test.step('the ledger has both entries', async () => {
    await member.getByRole('link', { name: 'Token History' }).click()
    await expect(member.getByRole('row', { name: 'Signup bonus' })).toContainText('+25')
    await expect(member.getByRole('row', { name: 'Board Deck Kit' })).toContainText('−15')
    const { client } = await clientOf(admin)
    expect((await client.rpc('reconcile')).data).toEqual([])
  })
})
