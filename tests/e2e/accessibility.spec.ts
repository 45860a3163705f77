import { test as base, expect, type Page } from '@playwright/test'
import { origin } from './support/address.ts'
import { checkEveryLook, settled } from './support/axe.ts'
import { clientOf, storageState } from './support/client.ts'
import { linkOf, newestMail } from './support/inbox.ts'
import { newMember } from './support/members.ts'
import { admin, member } from './support/people.ts'

type State = ReturnType<typeof storageState>
type Who = 'nobody' | 'member' | 'admin'

/** One sign-in per person for the whole file. */
const test = base.extend<{ who: Who }, { states: Record<Who, State | undefined> }>({
  states: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which fixtures are asked for.
    async ({}, use) => {
      const stateOf = async (who: typeof admin) => storageState(origin, (await clientOf(origin, who)).session)
      await use({ nobody: undefined, member: await stateOf(member), admin: await stateOf(admin) })
    },
    { scope: 'worker' },
  ],
  who: ['nobody', { option: true }],
  storageState: async ({ who, states }, use) => use(states[who]),
  // A worker would fetch the whole product again for each of the pages.
  serviceWorkers: 'block',
  trace: 'off',
})

type Screen = {
  path: string
  heading: string | RegExp
  /** What is opened on it. */
  opened?: string
  open?: (page: Page) => Promise<void>
  phoneOnly?: boolean
}

function look(screens: Screen[]) {
  for (const { path, heading, opened, open, phoneOnly } of screens) {
    test(opened ? `${path}: ${opened}` : path, async ({ page }) => {
      if (phoneOnly) await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await settled(page)
      await open?.(page)
      await checkEveryLook(page, { phoneOnly })
    })
  }
}

/** Presses the first button called `name` and waits for the dialog called `dialog`. */
function press(name: string | RegExp, dialog: string | RegExp) {
  return async (page: Page) => {
    await page.getByRole('button', { name }).first().click()
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await settled(page)
  }
}

/** Opens a form and sends it as it is. */
function refuse(opener: string, dialog: string, button: string, field: string) {
  return async (page: Page) => {
    await page.getByRole('button', { name: opener }).click()
    const form = page.getByRole('dialog', { name: dialog })
    await form.getByRole('button', { name: button }).click()
    await expect(form.getByLabel(field, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  }
}

async function showTables(page: Page) {
  const buttons = page.getByRole('button', { name: 'Show as table' })
  await expect(buttons).not.toHaveCount(0)
  while ((await buttons.count()) > 0) await buttons.first().click()
  await expect(page.getByRole('table').first()).toBeVisible()
}

async function openPerson(page: Page) {
  await page.getByRole('link', { name: 'Tamsin Ferreira' }).click()
  await expect(page.getByRole('dialog', { name: 'Tamsin Ferreira' }).getByRole('tabpanel')).toBeVisible()
  await settled(page)
}

async function createBatch(page: Page) {
  await page.getByRole('button', { name: 'Create Code' }).click()
  await page.getByLabel('How many').fill('3')
  await page.getByRole('button', { name: 'Create 3 codes' }).click()
  await expect(page.getByRole('dialog', { name: '3 codes created' })).toBeVisible()
  await settled(page)
}

async function openEntries(page: Page) {
  const buttons = page.getByRole('button', { name: 'Before and after' })
  for (const index of [0, 1, 2]) await buttons.nth(index).click()
  await expect(page.getByRole('table').nth(2)).toBeVisible()
}

const openDrawer = press('Open menu', /^(Member Dashboard|Admin Panel)$/)

test.describe('public', () => {
  look([
    { path: '/', heading: /quiet club/ },
    { path: '/terms', heading: /Terms/ },
    { path: '/privacy', heading: /Privacy/ },
    { path: '/contact', heading: /Contact/ },
    { path: '/no-such-page', heading: 'Oops! Page not found' },
    { path: '/auth', heading: 'Your invitation' },
    { path: '/auth?mode=forgot', heading: 'Reset your password' },
    {
      path: '/auth?mode=signin',
      heading: 'Welcome back',
      opened: 'a refusal',
      open: async (page) => {
        await page.getByLabel('E-mail').fill('nobody@guild.example')
        await page.getByLabel('Password', { exact: true }).fill('wrong')
        await page.getByRole('button', { name: 'Sign In' }).click()
        await expect(page.getByText('Sign In Error')).toBeVisible()
        await settled(page)
      },
    },
    {
      path: '/auth?invite=WELCOME005',
      heading: 'Open your account',
      opened: 'every field wrong',
      open: async (page) => {
        await page.getByRole('button', { name: /^Create Account/ }).click()
        await expect(page.getByLabel('Full name')).toHaveAttribute('aria-invalid', 'true')
      },
    },
  ])

  test('/auth/callback and the new password', async ({ page, request }) => {
    const forgetful = await newMember(origin, request, 'Frank Forgetful')
    await forgetful.client.auth.resetPasswordForEmail(forgetful.email)
    await page.goto(linkOf(await newestMail(request, forgetful.email, 'Reset your Guildhall password')))
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
    await checkEveryLook(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
    await checkEveryLook(page)
  })
})

test.describe('member', () => {
  test.use({ who: 'member' })
  look([
    { path: '/dashboard', heading: /Tamsin/ },
    { path: '/dashboard', heading: /Tamsin/, opened: 'drawer', open: openDrawer, phoneOnly: true },
    { path: '/dashboard/benefits', heading: 'Browse Benefits' },
    {
      path: '/dashboard/benefits',
      heading: 'Browse Benefits',
      opened: 'redeem',
      open: press(/^Redeem .* tokens$/, /^Redeem /),
    },
    { path: '/dashboard/orders', heading: 'Order History' },
    {
      path: '/dashboard/orders',
      heading: 'Order History',
      opened: 'invoice',
      open: press(/^Invoice/, 'Invoice'),
    },
    { path: '/dashboard/orders?q=nothing+like+it', heading: 'Order History' },
    { path: '/dashboard/transactions', heading: 'Token History' },
    { path: '/dashboard/redeem', heading: 'Redeem Codes' },
    { path: '/dashboard/profile', heading: 'Your Profile' },
  ])
})

test.describe('admin', () => {
  test.use({ who: 'admin' })
  look([
    { path: '/admin', heading: 'Overview' },
    { path: '/admin', heading: 'Overview', opened: 'the tables', open: showTables },
    { path: '/admin', heading: 'Overview', opened: 'drawer', open: openDrawer, phoneOnly: true },
    { path: '/admin/benefits', heading: 'Benefits' },
    { path: '/admin/benefits', heading: 'Benefits', opened: 'edit', open: press(/^Edit/, 'Edit Benefit') },
    { path: '/admin/benefits', heading: 'Benefits', opened: 'delete', open: press(/^Delete/, /^Delete/) },
    { path: '/admin/benefits?q=nothing+like+it', heading: 'Benefits' },
    {
      path: '/admin/benefits',
      heading: 'Benefits',
      opened: 'every field wrong',
      open: refuse('Add Benefit', 'Create New Benefit', 'Create benefit', 'Name'),
    },
    { path: '/admin/users', heading: 'User Management' },
    { path: '/admin/users', heading: 'User Management', opened: 'edit', open: press(/^Edit/, 'Edit User') },
    { path: '/admin/users', heading: 'User Management', opened: 'delete', open: press(/^Delete/, /^Delete/) },
    {
      path: '/admin/users',
      heading: 'User Management',
      opened: 'make admin',
      open: press(/^Make Admin/, /an admin\?$/),
    },
    ...['orders', 'ledger', 'codes'].map((list) => ({
      path: `/admin/users?q=tamsin&show=${list}`,
      heading: 'User Management',
      opened: `a person's ${list}`,
      open: openPerson,
    })),
    { path: '/admin/orders', heading: 'Order Management' },
    { path: '/admin/orders?q=nothing+like+it', heading: 'Order Management' },
    {
      path: '/admin/orders',
      heading: 'Order Management',
      opened: 'details',
      open: press(/^Details/, 'Order Details'),
    },
    { path: '/admin/token-codes', heading: 'Token Code Management' },
    { path: '/admin/token-codes?tab=used', heading: 'Token Code Management' },
    {
      path: '/admin/token-codes',
      heading: 'Token Code Management',
      opened: 'a blank code',
      open: refuse('Create Code', 'Create Code', 'Create Code', 'Code'),
    },
    { path: '/admin/invite-codes', heading: 'Invite Code Management' },
    { path: '/admin/invite-codes?tab=used', heading: 'Invite Code Management' },
    {
      path: '/admin/invite-codes',
      heading: 'Invite Code Management',
      opened: 'a batch',
      open: createBatch,
    },
    { path: '/admin/email-branding', heading: 'Email Branding' },
    { path: '/admin/activity', heading: 'Activity' },
    { path: '/admin/activity', heading: 'Activity', opened: 'before and after', open: openEntries },
    { path: '/admin/activity?q=nothing+like+it', heading: 'Activity' },
  ])
})
