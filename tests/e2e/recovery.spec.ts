import { linkOf, newestEmail } from './support/inbox.ts'
import { newMember } from './support/members.ts'
import { nobody, trySignIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('a password reset by email signs out the other devices', async ({ page, open }) => {
  const member = await newMember('Fiona Forgetful')
  const password = 'a better guild password'
  const otherDevice = await open(member, '/dashboard')

  await page.goto('/auth?mode=signin')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(member.email)
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click()
  await expect(page.getByText('Check your email for password reset instructions.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()

  const link = linkOf(await newestEmail(member.email, 'Reset your Guildhall password'))
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await page.reload()
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the new password').fill(password)
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Password Updated')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')

  await test.step('the link works once', async () => {
    const second = await open(nobody, link)
    await second.getByRole('button', { name: 'Continue' }).click()
    await expect(second.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await second.getByRole('link', { name: 'Send a new link' }).click()
    await expect(second.getByRole('button', { name: 'Send Reset Instructions' })).toBeVisible()
  })

  await test.step('the new password replaces the old one', async () => {
    const elsewhere = await open(nobody)
    await trySignIn(elsewhere, member)
    await expect(elsewhere.getByText('Sign In Error')).toBeVisible()
    await elsewhere.getByLabel('Password', { exact: true }).fill(password)
    await elsewhere.getByRole('button', { name: 'Sign In' }).click()
    await expect(elsewhere.getByText('Successfully signed in.')).toBeVisible()
    await expect(elsewhere).toHaveURL('/dashboard')
  })

  await test.step('the other device cannot renew its session', async () => {
    await otherDevice.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('guildhall-session') ?? '{}')
      localStorage.setItem('guildhall-session', JSON.stringify({ ...session, expires_at: 1 }))
    })
    await otherDevice.reload()
    await expect(otherDevice.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  })
})
