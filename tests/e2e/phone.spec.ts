import { expect, type Page, test } from '@playwright/test'
import { settled } from './support/axe.ts'
import { clientOf, storageState } from './support/client.ts'
import { newMember, newOrder } from './support/members.ts'
import { admin } from './support/people.ts'
import { coveredByNotice, fitThumbs, smallTargets } from './support/targets.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const first = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

type Dialogs = Record<string, [path: string, open: (page: Page) => Promise<void>]>
const memberDialogs: Dialogs = {
  redeem: ['/dashboard/benefits', (page) => first(page, /^Redeem .* for/)],
  invoice: ['/dashboard/orders', (page) => first(page, /^Invoice/)],
  password: ['/dashboard/profile', (page) => first(page, 'Change password')],
  everywhere: ['/dashboard/profile', (page) => first(page, 'Sign out everywhere')],
}
const member = ['', '/benefits', '/orders', '/transactions', '/redeem', '/profile'].map(
  (path) => `/dashboard${path}`,
)
const adminDialogs: Dialogs = {
  order: ['/admin/orders', (page) => first(page, /^Details of/)],
  'edit user': ['/admin/users', (page) => first(page, /^Edit/)],
  'token code': ['/admin/token-codes', (page) => first(page, 'Create Code')],
  'invite code': ['/admin/invite-codes', (page) => first(page, 'Create Code')],
  benefit: ['/admin/benefits', (page) => first(page, 'Add Benefit')],
  person: ['/admin/users?q=Tamsin', (page) => page.getByRole('link', { name: 'Tamsin Ferreira' }).click()],
}
const adminRoutes = [
  '',
  '/benefits',
  '/users',
  '/orders',
  '/token-codes',
  '/invite-codes',
  '/email-branding',
  '/activity',
].map((path) => `/admin${path}`)

async function thumbs(page: Page, routes: string[], dialogs: Dialogs) {
  for (const route of routes) {
    await test.step(route, async () => {
      await page.goto(route)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await settled(page)
      await fitThumbs(page)
    })
  }
  for (const [what, [path, open]] of Object.entries(dialogs)) {
    await test.step(what, async () => {
      await page.goto(path)
      await open(page)
      await expect(page.getByRole('dialog')).toBeVisible()
      await settled(page)
      await fitThumbs(page)
    })
  }
  await test.step('the drawer', async () => {
    await page.goto(routes[0] ?? '/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await fitThumbs(page)
  })
}

test('every target of the member area is at least 44 px', async ({ browser, request, baseURL }) => {
  const url = baseURL ?? ''
  const buyer = await newMember(url, request, 'Tilda Thumb')
  await newOrder(url, buyer, {})
  const page = await browser.newPage({ ...phone, storageState: buyer.storageState })
  await thumbs(page, member, memberDialogs)
  await page.close()
})

test('every target of the admin area is at least 44 px', async ({ browser, request, baseURL }) => {
  const url = baseURL ?? ''
  await newOrder(url, await newMember(url, request, 'Bo'), {})
  const { session } = await clientOf(url, admin)
  const page = await browser.newPage({ ...phone, storageState: storageState(url, session) })
  await thumbs(page, adminRoutes, adminDialogs)
  await page.close()
})

test('a target is as large as what a touch hits', async ({ page }) => {
  const link = (inside: string, style = '') =>
    `<a href="#" style="position: relative; display: inline-block; margin: 40px; ${style}">${inside}</a>`
  const around = (px: number, more = '') => `<i style="position: absolute; inset: -${px}px; ${more}"></i>`
  const targets: [what: string, html: string, small: boolean][] = [
    ['a short link', link('Bo'), true],
    ['its hit area', link(`Bo${around(20)}`), false],
    ['a hit area that is too low', link(`Bo${around(20, 'inset-block: -8px')}`), true],
    [
      'a covered one',
      `<div style="position: relative">${link(`Bo${around(20)}`)}${around(0, 'top: 50%')}</div>`,
      true,
    ],
    ['a link in running text', '<p>An order by <a href="#">Bo</a>.</p>', false],
    ['a link alone in a paragraph', '<p><a href="#">Bo</a></p>', true],
    ['the link of a row', `<table><tr><td>${link('Bo').replace('<a', '<a data-opens-row')}</table>`, false],
    ['another link in it', `<table><tr><td>${link('Bo')}</table>`, true],
  ]
  for (const [what, html, small] of targets) {
    await page.setContent(html)
    expect(await smallTargets(page), what).toHaveLength(small ? 1 : 0)
  }
})

test('a notice covers no heading of a page, and nothing of a dialog', async ({
  browser,
  request,
  baseURL,
}) => {
  const { storageState } = await newMember(baseURL ?? '', request, 'Nora Notice')
  for (const height of [844, 640]) {
    const page = await browser.newPage({ ...phone, viewport: { width: 390, height }, storageState })
    await test.step(`on a page, ${height} px high`, async () => {
      await page.goto('/dashboard/redeem')
      await page.getByLabel('Token code').fill('AB CD')
      await page.getByRole('button', { name: 'Redeem code' }).click()
      expect(await coveredByNotice(page, 'Redemption Failed', 'h1, #main form *')).toEqual([])
      await expect(page.getByLabel('Token code')).toHaveAccessibleDescription('Check the space in the code.')
    })
    await test.step('and it leaves with its page', async () => {
      // A failure that was told less than a second ago may be why the page is left.
      await page.waitForTimeout(1_100)
      await page.getByRole('link', { name: 'Token History' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Token History' })).toBeVisible()
      await expect(page.getByText('Redemption Failed')).toHaveCount(0)
    })
    await test.step(`over a sheet, ${height} px high`, async () => {
      await page.route('**/rest/v1/orders*', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 400, json: { code: 'XX000' } })
          : route.fallback(),
      )
      await page.goto('/dashboard/benefits')
      await first(page, /^Redeem .* for/)
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByLabel('Delivery email'), 'no keyboard over the sum').not.toBeFocused()
      await expect(dialog).toBeFocused()
      await dialog.getByRole('button', { name: /^Redeem for/ }).click()
      expect(
        await coveredByNotice(page, 'Order Failed', '[role="dialog"] :is(h2, button, input, dl)'),
      ).toEqual([])
    })
    await page.close()
  }
})
