import { evil, tries, watchEffects } from './support/hostile.ts'
import { newMember } from './support/members.ts'
import { trySignIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

// A link to this site never leads to another site, however its address is written.

/** Values of `next` that a browser, a router or a host could take for another site or a script, or fail to parse. */
const targets = [
  `//${evil}`,
  `///${evil}`,
  `/\\${evil}`,
  `\\\\${evil}`,
  `/%2f%2f${evil}`,
  `%2f%2f${evil}`,
  `/%5c${evil}`,
  `https:${evil}`,
  `https://${evil}/`,
  `https:/${evil}`,
  `/.//${evil}`,
  `/dashboard/..//${evil}`,
  `/.\\/${evil}`,
  `/\t/${evil}`,
  `/\n/${evil}`,
  `\t//${evil}`,
  ` //${evil}`,
  `\u0000//${evil}`,
  `//${evil}\u3002example`,
  `@${evil}`,
  `//localhost@${evil}`,
  'javascript:hit()',
  'java\nscript:hit()',
  'data:text/html,<script>hit()</script>',
  'vbscript:hit()',
  '//[',
  '/\\[',
  'http://[',
  '//%',
  `/auth?next=//${evil}`,
  `/%61uth?next=//${evil}`,
]

test('a hostile `next` leads a signed-in member to a page of this site', async ({ open, baseURL }) => {
  tries(targets.length)
  const page = await open(await newMember('Nora Next'), undefined, { serviceWorkers: 'block' })
  const effects = await watchEffects(page.context())
  await page.goto('/dashboard')
  await expect(page.getByText('Nora Next')).toBeVisible()
  for (const target of targets) {
    // A navigation inside the app: 30 page loads would take too long.
    await page.evaluate((next) => {
      history.pushState(null, '', `/auth?mode=signin&next=${encodeURIComponent(next)}`)
      dispatchEvent(new PopStateEvent('popstate'))
    }, target)
    await expect(page, JSON.stringify(target)).not.toHaveURL(/\/auth/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome|Page not found/)
    expect(new URL(page.url()).origin, JSON.stringify(target)).toBe(baseURL)
  }
  expect(effects).toEqual([])
})

test('a hostile `next` leads to the dashboard after signing in', async ({ context, page }) => {
  const hostile = [`/.//${evil}`, '//[', `/\\${evil}`]
  tries(hostile.length)
  const effects = await watchEffects(context)
  const nick = await newMember('Nick Next')
  for (const target of hostile) {
    await trySignIn(page, nick, target)
    await expect(page.getByRole('heading', { name: 'Welcome, Nick' })).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/')
  }
  expect(effects).toEqual([])
})

test('no address of the site leads away or pollutes objects, and no message has an effect', async ({
  context,
  page,
  baseURL,
}) => {
  const addresses = [
    `//${evil}/dashboard`,
    `/\\${evil}`,
    `/%2f%2f${evil}`,
    `/%5c%5c${evil}/..`,
    `/dashboard?next=//${evil}&redirect_to=https://${evil}&returnTo=https://${evil}&url=https://${evil}`,
    `/auth/callback?redirect_to=https://${evil}&next=https://${evil}`,
    `/auth?invite=${encodeURIComponent(`https://${evil}`)}&redirect=//${evil}`,
    '/terms?__proto__[hit]=1&constructor[prototype][hit]=1&__proto__.hit=1#__proto__[hit]=1',
    '/auth?mode=__proto__&invite=constructor&__proto__[hit]=1',
  ]
  tries(addresses.length + 1)
  const effects = await watchEffects(context)
  for (const address of addresses) {
    await page.goto(`${baseURL}${address}`)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Something went wrong on this page')
    expect(new URL(page.url()).origin, address).toBe(baseURL)
    expect(await page.evaluate(() => Reflect.get({}, 'hit')), address).toBeUndefined()
  }
  const before = page.url()
  await page.evaluate(() => {
    for (const data of [{ type: 'SKIP_WAITING', href: '//evil.example' }, '//evil.example', 'hit()']) {
      window.postMessage(data, '*')
    }
  })
  await page.waitForTimeout(100)
  expect(page.url()).toBe(before)
  expect(effects).toEqual([])
})
