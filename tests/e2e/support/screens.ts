import { expect, type Page } from '@playwright/test'
import { settled } from './axe.ts'
import { adminClient } from './client.ts'

type Open = (page: Page) => Promise<void>

/** A screen, and what is opened on it in turn; each dialog is closed by Escape before the next. See `withId`. */
export type Screen = { path: string; heading: string | RegExp; opens?: Record<string, Open> }

/** The address of a path that ends in an order number or in the name of a benefit: with the id of that row. */
export async function withId(path: string): Promise<string> {
  const [, start, table, name] = /^(.*\/(orders|benefits)\/)([A-Z].+)$/.exec(path) ?? []
  if (!name) return path
  const { client } = await adminClient()
  const found =
    table === 'orders'
      ? client.from('orders').select('id').eq('order_number', name)
      : client.from('benefits').select('id').eq('name', name)
  const { data } = await found.single().throwOnError()
  return `${start}${data.id}`
}

/** A member with the widest possible name and order. */
export const long = { name: 'Wilhelmina-Konstantina Oberkirchenbach-Hohenstein', word: 'Unbroken'.repeat(12) }

/** Presses the first button called `name` and waits for the dialog called `dialog`. */
function press(name: string | RegExp, dialog: string | RegExp): Open {
  return async (page) => {
    await page.getByRole('button', { name }).first().click()
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await settled(page)
  }
}

/** Opens a form and submits it empty. */
function submitEmpty(opener: string, dialog: string, button: string, field: string): Open {
  return async (page) => {
    await page.getByRole('button', { name: opener }).click()
    const form = page.getByRole('dialog', { name: dialog })
    await form.getByRole('button', { name: button }).click()
    await expect(form.getByLabel(field, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  }
}

const person =
  (name: string): Open =>
  async (page) => {
    await page.getByRole('link', { name }).first().click()
    await expect(page.getByRole('dialog', { name }).getByRole('tabpanel')).toBeVisible()
    await settled(page)
  }

const charts: Open = async (page) => {
  const buttons = page.getByRole('button', { name: 'Show as table' })
  await expect(buttons).not.toHaveCount(0)
  while ((await buttons.count()) > 0) await buttons.first().click()
  await expect(page.getByRole('table').first()).toBeVisible()
}

const batch: Open = async (page) => {
  await page.getByRole('button', { name: 'Create Code' }).click()
  await page.getByLabel('How many').fill('3')
  await page.getByRole('button', { name: 'Create 3 codes' }).click()
  await expect(page.getByRole('dialog', { name: '3 codes created' })).toBeVisible()
  await settled(page)
}

const report: Open = async (page) => {
  await press('It does not work', 'It does not work')(page)
  const form = page.getByRole('dialog', { name: 'It does not work' })
  await form.getByRole('button', { name: 'Send to an admin' }).click()
  await expect(form.getByText('Choose what is wrong.')).toBeVisible()
}

const reveal: Open = async (page) => {
  await page.getByRole('button', { name: 'Reveal' }).click()
  await expect(page.getByRole('button', { name: 'Hide' })).toBeVisible()
}

const entries: Open = async (page) => {
  const buttons = page.getByRole('button', { name: 'Before and after' })
  for (const index of [0, 1, 2]) await buttons.nth(index).click()
  await expect(page.getByRole('table').nth(2)).toBeVisible()
}

/** The delivery of a benefit that delivers keys. */
const delivery: Open = async (page) => {
  await page.getByRole('link', { name: 'Lantern Research' }).click()
  await page.getByRole('tab', { name: 'Delivery' }).click()
  await expect(page.getByRole('table', { name: 'Keys' }).getByRole('row').nth(1)).toBeVisible()
  await settled(page)
}

const firstReport: Open = async (page) => {
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('dialog', { name: /^Report R-/ })).toBeVisible()
  await settled(page)
}

const refusedSignIn: Open = async (page) => {
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@guild.example')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Sign In Error')).toBeVisible()
  await settled(page)
}

const emptyRegistration: Open = async (page) => {
  await page.getByRole('button', { name: /^Create Account/ }).click()
  await expect(page.getByLabel('Full name')).toHaveAttribute('aria-invalid', 'true')
}

const none = 'q=nothing+like+it'

export const publicScreens: Screen[] = [
  { path: '/', heading: /quiet club/ },
  { path: '/terms', heading: /Terms/ },
  { path: '/privacy', heading: /Privacy/ },
  { path: '/contact', heading: /Contact/ },
  { path: '/no-such-page', heading: 'Oops! Page not found' },
  { path: '/auth', heading: 'Your invitation' },
  { path: '/auth?mode=forgot', heading: 'Reset your password' },
  { path: '/auth?mode=signin', heading: 'Welcome back', opens: { 'a refusal': refusedSignIn } },
  {
    path: '/auth?invite=WELCOME005',
    heading: 'Open your account',
    opens: { 'every field invalid': emptyRegistration },
  },
  { path: '/auth/callback?token_hash=x&type=signup', heading: /./ },
]

export const memberScreens: Screen[] = [
  { path: '/dashboard', heading: /Tamsin/ },
  {
    path: '/dashboard/benefits',
    heading: 'Browse Benefits',
    opens: { redeem: press(/^Redeem .* tokens$/, /^Redeem /) },
  },
  {
    path: '/dashboard/benefits/Board Deck Kit',
    heading: 'Board Deck Kit',
    opens: { redeem: press(/^Redeem .* tokens$/, /^Redeem /) },
  },
  { path: '/dashboard/benefits/Contour Image Studio', heading: 'Contour Image Studio' },
  { path: '/dashboard/benefits/none', heading: 'Benefit not found' },
  { path: '/dashboard/orders/ORD-000001', heading: 'Quillwright Pro', opens: { 'the key': reveal } },
  { path: '/dashboard/orders/ORD-000005', heading: 'Financial Modelling' },
  {
    path: '/dashboard/orders/ORD-000013',
    heading: 'Type and Layout',
    opens: { invoice: press('Open the invoice', 'Invoice') },
  },
  { path: '/dashboard/orders/ORD-000022', heading: 'Operating Manual', opens: { report } },
  { path: '/dashboard/orders/ORD-000039', heading: 'Minutes' },
  { path: '/dashboard/orders/none', heading: 'Order not found' },
  { path: '/dashboard/orders', heading: 'Order History', opens: { invoice: press(/^Invoice/, 'Invoice') } },
  { path: `/dashboard/orders?${none}`, heading: 'Order History' },
  { path: '/dashboard/transactions', heading: 'Token History' },
  { path: '/dashboard/redeem', heading: 'Redeem Codes' },
  {
    path: '/dashboard/profile',
    heading: 'Your Profile',
    opens: { password: press('Change password', /./), 'sign out': press('Sign out everywhere', /./) },
  },
]

export const adminScreens: Screen[] = [
  { path: '/admin', heading: 'Overview', opens: { tables: charts } },
  {
    path: '/admin/benefits',
    heading: 'Benefits',
    opens: {
      edit: press(/^Edit/, 'Edit Benefit'),
      delete: press(/^Delete/, /^Delete/),
      'every field invalid': submitEmpty('Add Benefit', 'Create New Benefit', 'Create benefit', 'Name'),
    },
  },
  { path: `/admin/benefits?${none}`, heading: 'Benefits' },
  {
    path: '/admin/benefits?q=Lantern+Research',
    heading: 'Benefits',
    opens: {
      'a delivery': delivery,
      'an import': press('Import keys', 'Import keys'),
      'a key': press(/^Reveal/, 'Reveal a key'),
    },
  },
  {
    path: '/admin/users',
    heading: 'User Management',
    opens: {
      edit: press(/^Edit/, 'Edit User'),
      delete: press(/^Delete/, /^Delete/),
      'make admin': press(/^Make Admin/, /an admin\?$/),
    },
  },
  {
    path: '/admin/users?q=Oberkirchenbach',
    heading: 'User Management',
    opens: { 'a long name': person(long.name) },
  },
  ...['orders', 'ledger', 'codes'].map((list) => ({
    path: `/admin/users?q=tamsin&show=${list}`,
    heading: 'User Management',
    opens: { [`a person's ${list}`]: person('Tamsin Ferreira') },
  })),
  {
    path: '/admin/orders',
    heading: 'Order Management',
    opens: { details: press(/^Details/, 'Order Details') },
  },
  { path: `/admin/orders?${none}`, heading: 'Order Management' },
  { path: '/admin/reports', heading: 'Reports', opens: { 'a report': firstReport } },
  { path: `/admin/reports?${none}`, heading: 'Reports' },
  {
    path: '/admin/token-codes',
    heading: 'Token Code Management',
    opens: { 'a blank code': submitEmpty('Create Code', 'Create Code', 'Create Code', 'Code') },
  },
  { path: '/admin/token-codes?tab=used', heading: 'Token Code Management' },
  { path: '/admin/invite-codes', heading: 'Invite Code Management', opens: { 'a batch': batch } },
  { path: '/admin/invite-codes?tab=used', heading: 'Invite Code Management' },
  { path: '/admin/email-branding', heading: 'Email Branding' },
  { path: '/admin/activity', heading: 'Activity', opens: { 'before and after': entries } },
  { path: `/admin/activity?${none}`, heading: 'Activity' },
]
