import { expect, test } from '@playwright/test'
import { newMember } from '../../e2e/support/members.ts'
import { openAs, tokensOf } from '../../e2e/support/seed.ts'
import { latch } from './support/latch.ts'
import { endToken, storedSession, watchRenewals } from './support/sessions.ts'
import { openRedemption, ordersOf } from './support/shelf.ts'

const whoKnows = [
  { known: true, words: 'as the browser knows' },
  { known: false, words: 'as only the server knows' },
]

for (const { known, words } of whoKnows) {
  const core = known ? [] : ['@core']
  test(`a token that ends between opening and submitting, ${words}, is renewed once, and the order is placed once`, {
    tag: core,
  }, async ({ browser, request, baseURL }) => {
    const mia = await newMember(baseURL ?? '', request, 'Mia Midwrite')
    const page = await openAs(browser, mia, '/dashboard/benefits')
    const renewals = watchRenewals(page.context())
    const dialog = await openRedemption(page, 'Board Deck Kit')
    await dialog.getByLabel('Delivery email').fill('typed@guild.example')
    await endToken(page, { known })
    await dialog.getByRole('button', { name: /^Redeem for/ }).click()
    await expect(page.getByText('Board Deck Kit will be delivered to typed@guild.example.')).toBeVisible()
    expect(await ordersOf(mia)).toBe(1)
    expect(await tokensOf(mia)).toBe(10)
    expect(renewals).toHaveLength(1)
    expect((await storedSession(page)).expires_at).toBeGreaterThan(Date.now() / 1000 + 600)
    await page.context().close()
  })

  test(`a session that was ended elsewhere, ${words}, leads to signing in, and back to the place`, async ({
    browser,
    request,
    baseURL,
  }) => {
    const mia = await newMember(baseURL ?? '', request, 'Mia Ended')
    const page = await openAs(browser, mia, '/dashboard/redeem')
    await page.getByLabel('Token code').fill('TYPEDCODE')
    await mia.client.auth.signOut({ scope: 'global' })
    await endToken(page, { known })
    await page.getByRole('button', { name: 'Redeem code' }).click()
    await expect(page.getByText('You were signed out. Sign in to continue where you left off.')).toBeVisible()
    await expect(page.getByText('Your session has ended. Sign in and try again.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Email' }).fill(mia.email)
    await page.getByLabel('Password', { exact: true }).fill(mia.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/dashboard/redeem')
    await page.getByLabel('Token code').fill('TYPEDCODE')
    await page.getByRole('button', { name: 'Redeem code' }).click()
    await expect(page.getByText('Invalid or expired redemption code').first()).toBeVisible()
    await page.context().close()
  })
}

test('two tabs that renew at the same moment both write, and both stay signed in', async ({
  browser,
  request,
  baseURL,
}) => {
  const mia = await newMember(baseURL ?? '', request, 'Mia Twotabs')
  const one = await openAs(browser, mia, '/dashboard/redeem')
  const two = await one.context().newPage()
  await two.goto('/dashboard/profile')
  await expect(two.getByLabel('Full name')).toHaveValue('Mia Twotabs')
  await one.getByLabel('Token code').fill('NOSUCHCODE')
  await two.getByLabel('Full name').fill('Mia Two Tabs')
  // By then each has auth's whole client, which else begins with a renewal of its own (decision 10).
  await two.waitForTimeout(7_000)
  const { refresh_token } = await storedSession(one)
  const bothAsk = latch()
  let asking = 0
  const renewals = watchRenewals(one.context())
  await one.context().route(/grant_type=refresh_token/, async (route) => {
    if (++asking === 2) bothAsk.open()
    await bothAsk.opened
    await route.continue()
  })
  await endToken(one, { known: true })
  await Promise.all([
    one.getByRole('button', { name: 'Redeem code' }).click(),
    two.getByRole('button', { name: 'Save changes' }).click(),
    expect(two.getByText('Profile Updated')).toBeVisible(),
    expect(one.getByText('Invalid or expired redemption code').first()).toBeVisible(),
  ])
  // Both spent the same refresh token, which auth takes for one use when it comes again at once.
  expect(renewals).toEqual([refresh_token, refresh_token])

  await test.step('what is stored can be renewed', async () => {
    await endToken(two, { known: true })
    await two.getByLabel('Full name').fill('Mia Three Tabs')
    await two.getByRole('button', { name: 'Save changes' }).click()
    await expect(one.getByText('Mia Three Tabs').first()).toBeVisible()
    await one.reload()
    await expect(one.getByText('Mia Three Tabs').first()).toBeVisible()
  })
  await one.context().close()
})
