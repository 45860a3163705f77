import type { Page } from '@playwright/test'
import { core, tries, watchEffects } from './support/hostile.ts'
import { linkOf, newestEmail } from './support/inbox.ts'
import { newMember } from './support/members.ts'
import { expect, test } from './support/test.ts'

// A link that carries a session never replaces the session of a signed-in member without asking (D15): what
// the member then redeems or writes would belong to the author of the link.

type Member = Awaited<ReturnType<typeof newMember>>

/** The stored session of a member. */
const sessionOf = ({ storageState }: Member) =>
  JSON.parse(storageState.origins[0]?.localStorage[0]?.value ?? '{}')

const fragment = (access_token: string, refresh_token: string, type = 'signup') =>
  `#${new URLSearchParams({ access_token, refresh_token, expires_in: '3600', token_type: 'bearer', type })}`

/** A token with an invalid signature. */
function forged(claims: object) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${part({ not: 'a signature' })}`
}

/** Follows a link from another page: on the same page, a new fragment loads nothing. */
async function follow(page: Page, link: string) {
  await page.goto('about:blank')
  await page.goto(link)
}

/** The id of the signed-in member. */
const personOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('guildhall-session') ?? '{}').user?.id)

let victim: Member
let attacker: Member
test.beforeAll(async () => {
  victim = await newMember('Vera Victim')
  attacker = await newMember('Axel Attacker')
})

test(
  "an attacker's session in a fragment is ignored, or confirmed first on pages that emails link to",
  core,
  async ({ open }) => {
    const page = await open(victim, undefined, { serviceWorkers: 'block' })
    const effects = await watchEffects(page.context())
    const { access_token, refresh_token } = sessionOf(attacker)
    const confirming = ['/', '/dashboard', '/auth/callback']
    const ignoring = [
      '/terms',
      '/auth',
      '/auth?mode=signin',
      '/dashboard/redeem',
      '/dashboard/profile',
      '/no',
    ]
    tries(confirming.length * 2 + ignoring.length)
    for (const path of confirming) {
      for (const type of ['signup', 'recovery']) {
        await follow(page, path + fragment(access_token, refresh_token, type))
        const question = `You are signed in as ${victim.email}. Continuing signs you in to ${attacker.email} instead.`
        await expect(page.getByText(question)).toBeVisible()
        expect(await personOf(page)).toBe(victim.id)
        expect(page.url()).not.toContain('access_token')
        await page.getByRole('link', { name: `Stay signed in as ${victim.email}` }).click()
        await expect(page.getByRole('heading', { name: 'Welcome, Vera' })).toBeVisible()
      }
    }
    for (const path of ignoring) {
      await follow(page, path + fragment(access_token, refresh_token))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await personOf(page), `the person after ${path}`).toBe(victim.id)
      expect(page.url()).not.toContain('access_token')
    }
    expect(effects).toEqual([])
  },
)

test('a forged token that names the victim does not let another refresh token in', core, async ({ open }) => {
  const page = await open(victim, undefined, { serviceWorkers: 'block' })
  const effects = await watchEffects(page.context())
  const { refresh_token } = sessionOf(attacker)
  const now = Math.floor(Date.now() / 1000)
  const claims = [{ exp: now - 60 }, {}, { exp: now + 3600 }, { exp: 'never' }]
  tries(claims.length * 2)
  for (const claim of claims) {
    for (const type of ['signup', 'recovery']) {
      const token = forged({ sub: victim.id, email: victim.email, role: 'authenticated', ...claim })
      await follow(page, `/dashboard${fragment(token, refresh_token, type)}`)
      await expect(page.getByText('Authentication Error')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Welcome, Vera' })).toBeVisible()
      expect(await personOf(page), JSON.stringify(claim)).toBe(victim.id)
      await page.getByRole('button', { name: 'Dismiss' }).click()
    }
  }
  const fresh = await attacker.client.auth.refreshSession({ refresh_token })
  expect(fresh.error, 'the refresh token was never used').toBeNull()
  expect(effects).toEqual([])
})

test('a code, a token or an error in the URL of the callback signs no one in', core, async ({ open }) => {
  const page = await open(victim, undefined, { serviceWorkers: 'block' })
  const effects = await watchEffects(page.context())
  await attacker.client.auth.resetPasswordForEmail(attacker.email)
  const link = linkOf(await newestEmail(attacker.email, 'Reset your Guildhall password'))
  const token_hash = new URL(link).searchParams.get('token_hash')
  const confirmed = [
    `/auth/callback?token_hash=${token_hash}&type=recovery`,
    `/auth/callback?token_hash=${token_hash}&type=signup&code=1`,
  ]
  const ignored = [
    `/auth/callback?code=${token_hash}`,
    `/auth/callback?token=${token_hash}&type=recovery`,
    `/auth/callback?access_token=${sessionOf(attacker).access_token}&refresh_token=${sessionOf(attacker).refresh_token}`,
    '/auth/callback?error=access_denied&error_description=Call+us+at+once',
    `/dashboard?token_hash=${token_hash}&type=recovery`,
  ]
  tries(confirmed.length + ignored.length)
  for (const address of confirmed) {
    await page.goto(address)
    await expect(
      page.getByText(`You are signed in as ${victim.email}. Continuing signs you in to`),
    ).toBeVisible()
    expect(await personOf(page)).toBe(victim.id)
  }
  for (const address of ignored) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Welcome, Vera' })).toBeVisible()
    expect(await personOf(page), address).toBe(victim.id)
  }
  expect(effects).toEqual([])
})
