import { expect, test } from '@playwright/test'
import { evil, tries, watchHarm } from './support/harm.ts'
import { newMember } from './support/members.ts'
import { trySignIn } from './support/people.ts'

// A link to this site that was written by somebody else never leads to another one.

/** Places that a browser, a router or a host could take for another site, for a script, or for no address at all. */
const places = [
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

test('where one was going is a page of this site, for whoever is signed in', async ({
  browser,
  request,
  baseURL,
}) => {
  tries(places.length)
  const { storageState } = await newMember(baseURL ?? '', request, 'Nora Next')
  const context = await browser.newContext({ storageState, serviceWorkers: 'block' })
  const seen = await watchHarm(context)
  const page = await context.newPage()
  await page.goto('/dashboard')
  await expect(page.getByText('Nora Next')).toBeVisible()
  for (const place of places) {
    // As a link does that the app follows by itself: 30 loads would take their time.
    await page.evaluate((next) => {
      history.pushState(null, '', `/auth?mode=signin&next=${encodeURIComponent(next)}`)
      dispatchEvent(new PopStateEvent('popstate'))
    }, place)
    await expect(page, `of ${JSON.stringify(place)}`).not.toHaveURL(/\/auth/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome|Page not found/)
    expect(new URL(page.url()).origin, `of ${JSON.stringify(place)}`).toBe(baseURL)
  }
  expect(seen).toEqual([])
  await context.close()
})

test('where one was going is a page of this site, for whoever signs in', async ({
  context,
  page,
  request,
  baseURL,
}) => {
  const hostile = [`/.//${evil}`, '//[', `/\\${evil}`]
  tries(hostile.length)
  const seen = await watchHarm(context)
  const nick = await newMember(baseURL ?? '', request, 'Nick Next')
  for (const place of hostile) {
    await trySignIn(page, nick, place)
    await expect(page.getByRole('heading', { name: 'Welcome, Nick' })).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/')
  }
  expect(seen).toEqual([])
})

test('no address of the site itself leads away, pollutes objects, or speaks to scripts', async ({
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
  const seen = await watchHarm(context)
  for (const address of addresses) {
    await page.goto(`${baseURL}${address}`)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Something went wrong on this page')
    expect(new URL(page.url()).origin, `of ${address}`).toBe(baseURL)
    expect(await page.evaluate(() => Reflect.get({}, 'hit')), `of ${address}`).toBeUndefined()
  }
  const before = page.url()
  await page.evaluate(() => {
    for (const data of [{ type: 'SKIP_WAITING', href: '//evil.example' }, '//evil.example', 'hit()']) {
      window.postMessage(data, '*')
    }
  })
  await page.waitForTimeout(100)
  expect(page.url()).toBe(before)
  expect(seen).toEqual([])
})
