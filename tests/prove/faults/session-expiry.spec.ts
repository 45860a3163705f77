import { expect, type Page } from '@playwright/test'
import { tokensOf } from '../../e2e/support/seed.ts'
import { held } from '../../support/held.ts'
import { openRedemption, ordersOf, submitOrder } from './support/orders.ts'
import { expireToken, signInHere, storedSession, watchRenewals } from './support/sessions.ts'
import { test } from './support/test.ts'

async function redeem(page: Page, code: string) {
  await page.getByLabel('Token code').fill(code)
  await page.getByRole('button', { name: 'Redeem code' }).click()
}

for (const known of [true, false]) {
  const toWhom = known ? 'known to the browser' : 'known only to the server'
  test(`a token that expires before submitting, ${toWhom}, is renewed once, and the order is placed once`, {
    tag: known ? [] : ['@core'],
  }, async ({ open }) => {
    const { member, page, context } = await open('Mia Midwrite', '/dashboard/benefits')
    const renewals = watchRenewals(context)
    const dialog = await openRedemption(page)
    await dialog.getByLabel('Delivery email').fill('typed@guild.example')
    await expireToken(page, { known })
    await submitOrder(dialog)
    await expect(page.getByText('Board Deck Kit will be delivered to typed@guild.example.')).toBeVisible()
    expect(await ordersOf(member)).toBe(1)
    expect(await tokensOf(member)).toBe(10)
    expect(renewals).toHaveLength(1)
    expect((await storedSession(page)).expires_at).toBeGreaterThan(Date.now() / 1000 + 600)
  })

  test(`a session ended elsewhere, ${toWhom}, asks to sign in, and returns to the page`, async ({ open }) => {
    const { member, page } = await open('Mia Ended', '/dashboard/redeem')
    await expect(page.getByLabel('Token code')).toBeVisible()
    await member.client.auth.signOut({ scope: 'global' })
    await expireToken(page, { known })
    await redeem(page, 'TYPEDCODE')
    await expect(page.getByText('You were signed out. Sign in to continue where you left off.')).toBeVisible()
    await expect(page.getByText('Your session has ended. Sign in and try again.')).toBeVisible()
    await signInHere(page, member)
    await expect(page).toHaveURL('/dashboard/redeem')
    await redeem(page, 'TYPEDCODE')
    await expect(page.getByText('Invalid or expired redemption code').first()).toBeVisible()
  })
}

test('two tabs that renew at the same moment both write and stay signed in', async ({ open }) => {
  const { page: one, context } = await open('Mia Twotabs', '/dashboard/redeem')
  const two = await context.newPage()
  const save = async (name: string) => {
    await two.getByLabel('Full name').fill(name)
    await two.getByRole('button', { name: 'Save changes' }).click()
  }
  await two.goto('/dashboard/profile')
  await expect(two.getByLabel('Full name')).toHaveValue('Mia Twotabs')
  // By then each has loaded auth's client, which otherwise begins with a renewal (decision 10).
  await two.waitForTimeout(7_000)
  const { refresh_token } = await storedSession(one)
  const both = held()
  let renewing = 0
  const renewals = watchRenewals(context)
  await context.route(/grant_type=refresh_token/, async (route) => {
    if (++renewing === 2) both.release()
    await both.released
    await route.continue()
  })
  await expireToken(one, { known: true })
  await Promise.all([
    redeem(one, 'NOSUCHCODE'),
    save('Mia Two Tabs'),
    expect(two.getByText('Profile Updated')).toBeVisible(),
    expect(one.getByText('Invalid or expired redemption code').first()).toBeVisible(),
  ])
  // Auth counts the same refresh token, used again at once, as one use.
  expect(renewals).toEqual([refresh_token, refresh_token])

  await test.step('the stored session can be renewed', async () => {
    await expireToken(two, { known: true })
    await save('Mia Three Tabs')
    await expect(one.getByText('Mia Three Tabs').first()).toBeVisible()
    await one.reload()
    await expect(one.getByText('Mia Three Tabs').first()).toBeVisible()
  })
})
