import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { settled } from './support/axe.ts'
import { newMember } from './support/members.ts'
import { newAdmin } from './support/office.ts'

const screens = [
  '',
  '/benefits',
  '/users',
  '/orders',
  '/token-codes',
  '/invite-codes',
  '/email-branding',
  '/activity',
]
const pages = ['', '/benefits', '/orders', '/transactions', '/redeem', '/profile']

/** Words of each admin screen that stand nowhere else: code that holds one is theirs. */
const marks = [
  'Failed to load dashboard statistics.',
  'Create your first benefit to get started.',
  'User Management',
  'Order Management',
  'Token Code Management',
  'Custom logo path or URL',
  'Nobody can edit this log.',
  'Email Branding',
]

/** Which of the scripts that a browser was given, or keeps for offline, hold admin code; and how many there are in all. */
async function adminCodeIn(context: BrowserContext, visit: (page: Page) => Promise<void>) {
  const scripts = new Set<string>()
  const note = (url: string) => /\.js(\?|$)/.test(url) && scripts.add(url)
  context.on('request', (asked) => note(asked.url()))
  const page = await context.newPage()
  await visit(page)
  const kept = () =>
    page.evaluate(async () => {
      const caught = (await caches.keys()).map(async (name) => (await caches.open(name)).keys())
      return (await Promise.all(caught)).flat().map(({ url }) => url)
    })
  await expect.poll(async () => (await kept()).length, { timeout: 30_000 }).toBeGreaterThan(10)
  for (const url of await kept()) note(url)

  const held: string[] = []
  for (const url of scripts) {
    const code = await (await context.request.get(url)).text()
    held.push(...marks.filter((mark) => code.includes(mark)).map((mark) => `${mark} in ${url}`))
  }
  await context.close()
  return { count: scripts.size, held }
}

test("no script of a member's session holds admin code", async ({ browser, request, baseURL }) => {
  const url = baseURL ?? ''
  const walk = (prefix: string, paths: string[]) => async (page: Page) => {
    for (const path of paths) {
      await page.goto(prefix + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await settled(page)
    }
  }

  const { storageState } = await newMember(url, request, 'Mila Member')
  const member = await adminCodeIn(await browser.newContext({ storageState }), async (page) => {
    await walk('/dashboard', pages)(page)
    await page.goto('/admin/users')
    await expect(page).toHaveURL('/dashboard')
  })
  expect(member.count).toBeGreaterThan(10)
  expect(member.held).toEqual([])

  await test.step('an admin is given all of it', async () => {
    const boss = await newAdmin(url, request, 'Bea Boss')
    const { held } = await adminCodeIn(await browser.newContext(boss), walk('/admin', screens))
    for (const mark of marks) expect.soft(held.join('; ')).toContain(`${mark} in `)
  })
})
