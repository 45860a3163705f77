import { expect, test } from '@playwright/test'
import { linkOf, newestMail } from './support/inbox.ts'
import { newMember } from './support/members.ts'
import { signIn, trySignIn } from './support/people.ts'

test('a forgotten password is replaced by way of the mail, and other devices are signed out', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const member = await newMember(baseURL ?? '', request, 'Fiona Forgetful')
  const fresh = { ...member, password: 'a better guild password' }
  const otherDevice = await browser.newPage()
  await signIn(otherDevice, member)

  await page.goto('/auth?mode=signin')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(member.email)
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click()
  await expect(page.getByText('Check your email for password reset instructions.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()

  const link = linkOf(await newestMail(request, member.email, 'Reset your Guildhall password'))
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await page.reload()
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByLabel('Repeat the new password').fill('short')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Reset Password Error')).toBeVisible()

  await page.getByLabel('New password', { exact: true }).fill(fresh.password)
  await page.getByLabel('Repeat the new password').fill(fresh.password)
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Password Updated')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')

  await test.step('the link works once', async () => {
    const stranger = await browser.newPage()
    await stranger.goto(link)
    await stranger.getByRole('button', { name: 'Continue' }).click()
    await expect(stranger.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await stranger.getByRole('link', { name: 'Send a new link' }).click()
    await expect(stranger.getByRole('button', { name: 'Send Reset Instructions' })).toBeVisible()
    await stranger.close()
  })

  await test.step('the old password no longer opens, the new one does', async () => {
    const context = await browser.newContext()
    const elsewhere = await context.newPage()
    await trySignIn(elsewhere, member)
    await expect(elsewhere.getByText('Sign In Error')).toBeVisible()
    await elsewhere.getByLabel('Password', { exact: true }).fill(fresh.password)
    await elsewhere.getByRole('button', { name: 'Sign In' }).click()
    await expect(elsewhere.getByText('Successfully signed in.')).toBeVisible()
    await expect(elsewhere).toHaveURL('/dashboard')
    await context.close()
  })

  await test.step('the other device cannot renew its session', async () => {
    await otherDevice.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('guildhall-session') ?? '{}')
      localStorage.setItem('guildhall-session', JSON.stringify({ ...session, expires_at: 1 }))
    })
    await otherDevice.reload()
    await expect(otherDevice.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await otherDevice.close()
  })
})
