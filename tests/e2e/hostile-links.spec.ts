import type { Page } from '@playwright/test'
import { evil, watchEffects } from './support/hostile.ts'
import { newMember, type Person } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('a hostile `next` leads to a page of this site (D17)', async ({ open, demo, baseURL }) => {
  const page = await open(demo.member)
  const effects = await watchEffects(page.context())
  // What a browser, a router or a host could take for another site, or fail to parse; src/lib/paths.test.ts has all.
  for (const target of [
    `/.//${evil}`,
    `/\\${evil}`,
    `/\t/${evil}`,
    `https:${evil}`,
    'javascript:hit()',
    '//[',
  ]) {
    await page.goto(`/auth?mode=signin&next=${encodeURIComponent(target)}`)
    await expect(page, JSON.stringify(target)).not.toHaveURL(/\/auth/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome|Page not found/)
    expect(new URL(page.url()).origin, JSON.stringify(target)).toBe(baseURL)
  }
  expect(effects).toEqual([])
})

test('no address of the site leads away or pollutes objects', async ({ context, page, baseURL }) => {
  const effects = await watchEffects(context)
  for (const address of [
    `//${evil}/dashboard`,
    `/\\${evil}`,
    `/%5c%5c${evil}/..`,
    `/auth/callback?redirect_to=https://${evil}&next=https://${evil}`,
    '/auth?mode=__proto__&invite=constructor&__proto__[hit]=1#__proto__[hit]=1',
  ]) {
    await page.goto(`${baseURL}${address}`)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Something went wrong on this page')
    expect(new URL(page.url()).origin, address).toBe(baseURL)
    expect(await page.evaluate(() => Reflect.get({}, 'hit')), address).toBeUndefined()
  }
  expect(effects).toEqual([])
})

test.describe('a link that carries a session', () => {
  // It never replaces the session of a signed-in member without asking (D15): what the member then redeems
  // or writes would belong to the author of the link.

  const fragment = (access_token: string, refresh_token: string, type: string) =>
    `#${new URLSearchParams({ access_token, refresh_token, expires_in: '3600', token_type: 'bearer', type })}`

  async function follow(page: Page, link: string) {
    // On the same page, a new fragment loads nothing.
    await page.goto('about:blank')
    await page.goto(link)
  }

  const sessionOf = ({ storageState }: Person) =>
    JSON.parse(storageState.origins[0]?.localStorage[0]?.value ?? '{}')

  /** The id of the signed-in member. */
  const personOf = (page: Page) =>
    page.evaluate(() => JSON.parse(localStorage.getItem('guildhall-session') ?? '{}').user?.id)

  test('is confirmed first on pages that emails link to, and ignored elsewhere', async ({ open }) => {
    const [victim, attacker] = [await newMember('Vera Victim'), await newMember('Axel Attacker')]
    const page = await open(victim)
    const { access_token, refresh_token } = sessionOf(attacker)
    for (const [path, type] of [
      ['/', 'signup'],
      ['/dashboard', 'recovery'],
    ] as const) {
      await follow(page, path + fragment(access_token, refresh_token, type))
      const question = `You are signed in as ${victim.email}. Continuing signs you in to ${attacker.email} instead.`
      await expect(page.getByText(question)).toBeVisible()
      await expect(page).not.toHaveURL(/access_token/)
      await page.getByRole('link', { name: `Stay signed in as ${victim.email}` }).click()
      await expect(page.getByRole('heading', { name: 'Welcome, Vera' })).toBeVisible()
      expect(await personOf(page), path).toBe(victim.id)
    }
    await follow(page, `/terms${fragment(access_token, refresh_token, 'signup')}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).not.toHaveURL(/access_token/)
    expect(await personOf(page)).toBe(victim.id)
  })
})
