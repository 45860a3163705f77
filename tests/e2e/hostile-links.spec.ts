import type { Page } from '@playwright/test'
import { evil, watchEffects } from './support/hostile.ts'
import { newMember, type Person } from './support/people.ts'
import { expect, test } from './support/test.ts'

const options = { serviceWorkers: 'block' } as const

test('a hostile `next` leads a signed-in member to a page of this site (D17)', async ({
  open,
  demo,
  baseURL,
}) => {
  const page = await open(demo.member, undefined, options)
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

test('no address of the site leads away or pollutes objects, and no message has an effect', async ({
  context,
  page,
  baseURL,
}) => {
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
  const before = page.url()
  await page.evaluate(async () => {
    for (const data of [{ type: 'SKIP_WAITING', href: '//evil.example' }, 'hit()', 'last']) {
      window.postMessage(data, '*')
    }
    await new Promise<void>((received) => {
      addEventListener('message', ({ data }) => data === 'last' && received())
    })
  })
  expect(page.url()).toBe(before)
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
    const page = await open(victim, undefined, options)
    const { access_token, refresh_token } = sessionOf(attacker)
    for (const [path, type] of [
      ['/', 'signup'],
      ['/dashboard', 'recovery'],
      ['/auth/callback', 'signup'],
    ] as const) {
      await follow(page, path + fragment(access_token, refresh_token, type))
      const question = `You are signed in as ${victim.email}. Continuing signs you in to ${attacker.email} instead.`
      await expect(page.getByText(question)).toBeVisible()
      await expect(page).not.toHaveURL(/access_token/)
      await page.getByRole('link', { name: `Stay signed in as ${victim.email}` }).click()
      await expect(page.getByRole('heading', { name: 'Welcome, Vera' })).toBeVisible()
      expect(await personOf(page), path).toBe(victim.id)
    }
    for (const path of ['/terms', '/auth', '/no']) {
      await follow(page, path + fragment(access_token, refresh_token, 'signup'))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).not.toHaveURL(/access_token/)
      expect(await personOf(page), path).toBe(victim.id)
    }
  })

  test('lets nobody in by a forged token that names the member', async ({ open }) => {
    const [victim, attacker] = [await newMember('Vera Victim'), await newMember('Axel Attacker')]
    const page = await open(victim, undefined, options)
    const { refresh_token } = sessionOf(attacker)
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const exp of [Math.floor(Date.now() / 1000) + 3600, 1, 'never']) {
      const claims = { sub: victim.id, email: victim.email, role: 'authenticated', exp }
      const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${part({ not: 'a signature' })}`
      await follow(page, `/dashboard${fragment(token, refresh_token, 'signup')}`)
      await expect(page.getByText('Authentication Error')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Welcome, Vera' })).toBeVisible()
      expect(await personOf(page), String(exp)).toBe(victim.id)
    }
    const fresh = await attacker.client.auth.refreshSession({ refresh_token })
    expect(fresh.error, 'the refresh token was never used').toBeNull()
  })
})
