import { readdir, readFile } from 'node:fs/promises'
import { clientOf } from './support/client.ts'
import { freshCode, newMember } from './support/members.ts'
import { admin } from './support/people.ts'
import { adminScreens } from './support/screens.ts'
import { newAdmin, newBenefit, placeOrder } from './support/seed.ts'
import { expect, test } from './support/test.ts'

const assets = new URL('../../dist/assets/', import.meta.url)

/** One phrase of each admin screen that occurs nowhere else. */
const adminPhrases = [
  'Failed to load dashboard statistics.',
  'Create your first benefit to get started.',
  'User Management',
  'Order Management',
  'Token Code Management',
  'Custom logo path or URL',
  'Nobody can edit this log.',
]

/** The built files that hold such a phrase. */
async function adminFiles(): Promise<string[]> {
  const found = new Map<string, string>()
  for (const name of (await readdir(assets)).filter((file) => file.endsWith('.js'))) {
    const code = await readFile(new URL(name, assets), 'utf8')
    for (const phrase of adminPhrases) if (code.includes(phrase)) found.set(phrase, name)
  }
  expect([...found.keys()].sort()).toEqual([...adminPhrases].sort())
  return [...found.values()]
}

test('a member opens no admin address and is sent no admin code', async ({ open, baseURL }) => {
  const page = await open(await newMember('Nora Nobody'), '/dashboard')
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url().replace(`${baseURL}/assets/`, '')))
  for (const { path } of adminScreens.filter(({ path }) => path.startsWith('/admin'))) {
    await page.goto(path)
    await expect(page.getByText('Access denied')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
  }
  await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  const files = await adminFiles()
  expect(requested.length).toBeGreaterThan(10)
  expect(requested.filter((file) => files.includes(file))).toEqual([])
})

test('an admin who is demoted while a page is open can do nothing more', async ({ open }) => {
  const order = await placeOrder(await newMember('Bo Buyer'), await newBenefit(`Pawn ${freshCode(6)}`, 5))
  const { client } = await clientOf(admin)
  const demoted = await newAdmin('Dara Demoted')
  const setRole = (role: 'user' | 'admin') =>
    client.from('profiles').update({ role }).eq('id', demoted.id).select().single().throwOnError()
  const page = await open(demoted, `/admin/orders?order=${order.id}`)

  await test.step('the next action is refused, and the page left', async () => {
    const button = page
      .getByRole('dialog', { name: 'Order Details' })
      .getByRole('button', { name: 'Delivered' })
    // The dialog has opened: nothing but the click comes after the demotion.
    await button.click({ trial: true })
    await setRole('user')
    await button.click()
    await expect(page.getByText('Failed to update order status')).toBeVisible()
    const { data } = await client.from('orders').select('status').eq('id', order.id).single()
    expect(data?.status).toBe('pending')
    await expect(page.getByText('Access denied')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
  })
  await test.step('so is the next navigation', async () => {
    await setRole('admin')
    await page.goto('/admin/activity')
    await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
    await setRole('user')
    const nav = page.getByRole('navigation', { name: 'Admin' })
    await nav.getByRole('link', { name: /^Orders/ }).click()
    await expect(page).toHaveURL('/dashboard')
  })
})
