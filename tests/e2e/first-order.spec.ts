import { expect, test } from '@playwright/test'
import { linkOf, newestMail } from './support/inbox.ts'
import { newInvite } from './support/members.ts'

test('from the landing page to the first order', async ({ page, request, baseURL }) => {
  const invite = await newInvite(baseURL ?? '')
  const email = `nadia-${invite.toLowerCase()}@okafor.example`
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/auth?mode=signup')

  await test.step('a used code is refused, an unused one is taken', async () => {
    await page.getByLabel('Invite code').fill('JH4T0QW7ZB')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Invalid Invite Code')).toBeVisible()
    await expect(page.getByText('This invite code is invalid or already used.').first()).toBeVisible()
    await page.getByLabel('Invite code').fill(` ${invite.toLowerCase()} `)
    await page.getByRole('button', { name: 'Continue' }).click()
  })

  await test.step('registers', async () => {
    await page.getByLabel('Full name').fill('Nadia Okafor')
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByLabel('Phone').fill('+234 1 555 0190')
    await page.getByLabel('Password', { exact: true }).fill('an honest guild password')
    await page.getByRole('button', { name: 'Create Account & Get 25 Tokens' }).click()
    await expect(page.getByText('Please check your email to confirm your account.')).toBeVisible()
  })

  await test.step('is not let in before the mail is confirmed', async () => {
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
    await page.getByLabel('Password', { exact: true }).fill('an honest guild password')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Sign In Error')).toBeVisible()
  })

  await test.step('confirms by mail and is in', async () => {
    await page.goto(linkOf(await newestMail(request, email, 'Confirm your Guildhall account')))
    await page.getByRole('button', { name: 'Confirm email' }).click()
    await expect(page.getByText('Email Confirmed!')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: /Nadia/ })).toBeVisible()
  })

  await test.step('redeems what 25 tokens buy, to the address of the profile', async () => {
    await page.getByRole('link', { name: 'Browse Benefits' }).first().click()
    await page.getByRole('button', { name: 'Redeem Keystone Vault for 25 tokens' }).click()
    const dialog = page.getByRole('dialog', { name: 'Redeem Keystone Vault' })
    await expect(dialog.getByLabel('Delivery email')).toHaveValue(email)
    await dialog.getByRole('button', { name: /^Redeem for/ }).click()
    await expect(page.getByText('Order Placed Successfully!')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Not Enough Tokens' }).first()).toBeVisible()
  })

  await test.step('the order and its price are on the books', async () => {
    await page.getByRole('link', { name: 'Order History' }).click()
    await expect(page.getByRole('row', { name: 'Keystone Vault' })).toContainText(
      'Will be processed within 24-48 hours',
    )
    await page.getByRole('link', { name: 'Token History' }).click()
    await expect(page.getByRole('row', { name: 'Keystone Vault' })).toContainText('−25')
  })
})
