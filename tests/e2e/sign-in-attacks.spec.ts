import { type Browser, expect, type Page, test } from '@playwright/test'
import { core, tries, watchHarm } from './support/harm.ts'
import { linkOf, newestMail } from './support/inbox.ts'
import { newMember } from './support/members.ts'

// A link that carries a session never signs somebody who is signed in over to its author unasked (D15, decision 7): what
// they would then redeem or write would be the author's. Nobody signed in: the link opens what it carries, as D15 says.

type Member = Awaited<ReturnType<typeof newMember>>

/** What was kept of the session of a member. */
const kept = ({ storageState }: Member) => JSON.parse(storageState.origins[0]?.localStorage[0]?.value ?? '{}')

const fragment = (access_token: string, refresh_token: string, type = 'signup') =>
  `#${new URLSearchParams({ access_token, refresh_token, expires_in: '3600', token_type: 'bearer', type })}`

/** A token that nobody has signed. */
function forged(claims: object) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${part({ not: 'a signature' })}`
}

/** Follows a link from elsewhere: from the same page, another fragment would load nothing. */
async function follow(page: Page, link: string) {
  await page.goto('about:blank')
  await page.goto(link)
}

/** Who the browser is signed in as. */
const personOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('guildhall-session') ?? '{}').user?.id)

async function open(browser: Browser, victim: Member) {
  const context = await browser.newContext({ storageState: victim.storageState, serviceWorkers: 'block' })
  const seen = await watchHarm(context)
  return { page: await context.newPage(), seen }
}

let victim: Member
let stranger: Member
test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL })
  victim = await newMember(baseURL ?? '', request, 'Vera Victim')
  stranger = await newMember(baseURL ?? '', request, 'Sly Stranger')
  await request.dispose()
})

test(
  "a stranger's session in a fragment is taken nowhere, and asked about where mails lead to",
  core,
  async ({ browser }) => {
    const { page, seen } = await open(browser, victim)
    const { access_token, refresh_token } = kept(stranger)
    const landings = ['/dashboard', '/auth/callback']
    const others = [
      '/',
      '/terms',
      '/auth',
      '/auth?mode=signin',
      '/dashboard/redeem',
      '/dashboard/profile',
      '/no',
    ]
    tries(landings.length * 2 + others.length)
    for (const path of landings) {
      for (const type of ['signup', 'recovery']) {
        await follow(page, path + fragment(access_token, refresh_token, type))
        const question = `You are signed in as ${victim.email}. Continuing signs you in to ${stranger.email} instead.`
        await expect(page.getByText(question)).toBeVisible()
        expect(await personOf(page)).toBe(victim.id)
        expect(page.url()).not.toContain('access_token')
        await page.getByRole('link', { name: `Stay signed in as ${victim.email}` }).click()
        await expect(page.getByRole('heading', { name: 'Welcome, Vera' })).toBeVisible()
      }
    }
    for (const path of others) {
      await follow(page, path + fragment(access_token, refresh_token))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await personOf(page), `the person after ${path}`).toBe(victim.id)
    }
    expect(seen).toEqual([])
    await page.context().close()
  },
)

test(
  'a forged token that names the victim does not bring the refresh token of somebody else in',
  core,
  async ({ browser }) => {
    const { page, seen } = await open(browser, victim)
    const { refresh_token } = kept(stranger)
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
    const fresh = await stranger.client.auth.refreshSession({ refresh_token })
    expect(fresh.error, 'the refresh token was never used').toBeNull()
    expect(seen).toEqual([])
    await page.context().close()
  },
)

test(
  'a code, a token or an error in the address of the callback signs nobody over',
  core,
  async ({ browser, request }) => {
    const { page, seen } = await open(browser, victim)
    await stranger.client.auth.resetPasswordForEmail(stranger.email)
    const link = linkOf(await newestMail(request, stranger.email, 'Reset your Guildhall password'))
    const token_hash = new URL(link).searchParams.get('token_hash')
    const asked = [
      `/auth/callback?token_hash=${token_hash}&type=recovery`,
      `/auth/callback?token_hash=${token_hash}&type=signup&code=1`,
    ]
    const unasked = [
      `/auth/callback?code=${token_hash}`,
      `/auth/callback?token=${token_hash}&type=recovery`,
      `/auth/callback?access_token=${kept(stranger).access_token}&refresh_token=${kept(stranger).refresh_token}`,
      '/auth/callback?error=access_denied&error_description=Call+us+at+once',
      `/dashboard?token_hash=${token_hash}&type=recovery`,
    ]
    tries(asked.length + unasked.length)
    for (const address of asked) {
      await page.goto(address)
      await expect(
        page.getByText(`You are signed in as ${victim.email}. Continuing signs you in to`),
      ).toBeVisible()
      expect(await personOf(page)).toBe(victim.id)
    }
    for (const address of unasked) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: 'Welcome, Vera' })).toBeVisible()
      expect(await personOf(page), address).toBe(victim.id)
    }
    expect(seen).toEqual([])
    await page.context().close()
  },
)
