import { type Browser, expect, type Page, test } from '@playwright/test'
import { clientOf } from './support/client.ts'
import { linkOf, newestMail } from './support/inbox.ts'
import { freshCode } from './support/members.ts'
import { admin, signIn, trySignIn } from './support/people.ts'

const delivery = 'tools@solheim.example'

/** One person's browser, by itself. */
async function openBrowser(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage()
}

test('an invitation becomes a member, the member an order, the order a delivery', async ({
  browser,
  baseURL,
  request,
}) => {
  const stamp = freshCode(6)
  const person = {
    name: `Ingrid Solheim ${stamp}`,
    email: `ingrid-${stamp.toLowerCase()}@solheim.example`,
    phone: '+47 22 12 34 56',
    password: 'an honest guild password',
  }
  const office = await openBrowser(browser)
  const member = await openBrowser(browser)
  let invite = ''

  await test.step('an admin creates an invite code', async () => {
    await signIn(office, admin)
    await office.getByRole('link', { name: 'Admin Panel' }).click()
    await office.getByRole('link', { name: 'Invite Codes', exact: true }).first().click()
    await office.getByRole('button', { name: 'Create Code' }).click()
    const dialog = office.getByRole('dialog', { name: 'Create Code' })
    await dialog.getByRole('button', { name: 'Generate' }).click()
    invite = await dialog.getByLabel('Code', { exact: true }).inputValue()
    expect(invite).toMatch(/^[A-Z0-9]{10}$/)
    await dialog.getByRole('button', { name: 'Create Code' }).click()
    await expect(office.getByText('Invite code created successfully')).toBeVisible()
    await expect(office.getByRole('row', { name: invite })).toBeVisible()
  })

  await test.step('a professional enters it and registers', async () => {
    await member.goto('/auth')
    await member.getByLabel('Invite code').fill(invite.toLowerCase())
    await member.getByRole('button', { name: 'Continue' }).click()
    await member.getByLabel('Full name').fill(person.name)
    await member.getByRole('textbox', { name: 'Email' }).fill(person.email)
    await member.getByLabel('Phone').fill(person.phone)
    await member.getByLabel('Password', { exact: true }).fill(person.password)
    await member.getByRole('button', { name: 'Create Account & Get 25 Tokens' }).click()
    await expect(member.getByText('Please check your email to confirm your account.')).toBeVisible()
    await expect(member.getByText(`We sent a link to ${person.email}.`)).toBeVisible()
    await expect(member.getByRole('button', { name: /^Send again in/ })).toBeDisabled()
    await expect(member.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await expect(member.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email)
  })

  await test.step('confirms by the link of the mail', async () => {
    await member.goto(linkOf(await newestMail(request, person.email, 'Confirm your Guildhall account')))
    await member.getByRole('button', { name: 'Confirm email' }).click()
    await expect(member.getByText('Email Confirmed!')).toBeVisible()
    await expect(member).toHaveURL('/dashboard')
  })

  await test.step('signs in with 25 tokens', async () => {
    await member.getByRole('button', { name: 'Sign Out' }).click()
    await expect(member).toHaveURL('/')
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
    await expect(member.getByText(`Board Deck Kit will be delivered to ${delivery}.`)).toBeVisible()
  })

  const order = member.getByRole('row', { name: 'Board Deck Kit' })
  await test.step('sees the order and the smaller balance', async () => {
    await expect(balanceOf(member, 10)).toBeVisible()
    await member.getByRole('link', { name: 'Order History' }).click()
    await expect(order).toContainText('Pending')
    await expect(order).toContainText(delivery)
  })

  let loads = 0
  member.on('load', () => {
    loads += 1
  })
  await test.step('the admin sees the order and sets it to delivered', async () => {
    await office
      .getByRole('link', { name: /^Orders/ })
      .first()
      .click()
    await expect(office.getByRole('heading', { name: 'Order Management' })).toBeVisible()
    await office.getByRole('searchbox').fill(person.name)
    await expect(office.getByText(`matching "${person.name}"`)).toBeVisible()
    const row = office.getByRole('row', { name: person.name })
    await expect(row).toContainText('Board Deck Kit')
    await row.getByRole('button', { name: /^Details/ }).click()
    const dialog = office.getByRole('dialog', { name: 'Order Details' })
    await expect(dialog.getByText(delivery)).toBeVisible()
    await dialog.getByRole('button', { name: 'Delivered' }).click()
    await expect(office.getByText('Order status updated to delivered')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Delivered' })).toBeDisabled()
  })

  await test.step("the member's open screen shows it without a reload", async () => {
    await expect(order).toContainText('Delivered')
    expect(loads).toBe(0)
  })

  await test.step('every token is in the ledger', async () => {
    await member.getByRole('link', { name: 'Token History' }).click()
    await expect(member.getByRole('row', { name: 'Signup bonus' })).toContainText('+25')
    await expect(member.getByRole('row', { name: 'Board Deck Kit' })).toContainText('−15')

    const { client, id } = await clientOf(baseURL ?? '', person)
    const { data: ledger } = await client
      .from('token_transactions')
      .select('transaction_type, amount, balance_after')
      .eq('user_id', id)
      .order('seq')
    expect(ledger).toEqual([
      { transaction_type: 'signup_bonus', amount: 25, balance_after: 25 },
      { transaction_type: 'redemption', amount: -15, balance_after: 10 },
    ])
    const { data: profile } = await client.from('profiles').select('current_tokens').eq('id', id).single()
    expect(profile?.current_tokens).toBe(10)
    const { client: auditor } = await clientOf(baseURL ?? '', admin)
    expect((await auditor.rpc('reconcile')).data).toEqual([])
  })
})

/** The balance at the top of the sidebar. */
function balanceOf(page: Page, tokens: number) {
  return page.getByRole('complementary').getByRole('link', { name: `Balance ${tokens} tokens` })
}
