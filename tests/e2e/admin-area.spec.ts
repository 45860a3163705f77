import { readdir, readFile } from 'node:fs/promises'
import { waitUntilSettled } from './support/checks.ts'
import { freshCode, newAdmin, newMember } from './support/people.ts'
import { adminScreens } from './support/screens.ts'
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
/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

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
  const paths = adminScreens.flatMap(({ path }) => (/^\/admin[a-z/-]*$/.test(path) ? [path] : []))
  for (const path of new Set(paths)) {
    await page.goto(path)
    await expect(page.getByText('Access denied')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
  }
  await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  const files = await adminFiles()
  expect(requested.length).toBeGreaterThan(10)
  expect(requested.filter((file) => files.includes(file))).toEqual([])
})

test('a benefit is created with an uploaded picture, which the catalogue shows', async ({ open }) => {
  const name = `Almanac ${freshCode()}`
  const page = await open(await newAdmin(), '/admin/benefits')
  await page.getByRole('button', { name: 'Add Benefit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Benefit' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Description').fill('Sun, moon and tides.')
  await dialog.getByLabel('Token Value').fill('30')
  const file = { name: 'almanac.png', mimeType: 'image/png', buffer: png }
  await dialog.getByLabel('Upload a picture').setInputFiles(file)
  await expect(dialog.getByLabel(/^Image URL/)).toHaveValue(/\/storage\/.+\/benefits\/.+\.png$/)
  await dialog.getByRole('button', { name: 'Create benefit' }).click()
  await expect(page.getByText('Benefit created successfully')).toBeVisible()

  const member = await open(await newMember('Mo Member'), `/dashboard/benefits?q=${name}`)
  const picture = member.getByRole('article').filter({ hasText: name }).locator('img')
  await expect(picture).toHaveJSProperty('naturalWidth', 1)
})

test('the preview of an email has its styles, and a test email arrives', async ({ open }) => {
  const page = await open(await newAdmin(), '/admin/email-branding')
  // The security policy forbids styles in HTML.
  await waitUntilSettled(page)
  const emails = page.getByRole('combobox', { name: 'Email' })
  // Each has the same styles; tests/unit/emails.txt has what is in them.
  const labels = (await emails.locator('option').allInnerTexts()).filter((_, index) => index % 8 === 0)
  expect(labels.length).toBeGreaterThan(1)
  for (const label of labels) {
    await emails.selectOption(label)
    for (const [theme, color] of [
      ['light', 'rgb(255, 255, 255)'],
      ['dark', 'rgb(33, 31, 27)'],
    ] as const) {
      const card = page.frameLocator(`iframe[title="${label}, ${theme}"]`).locator('.card')
      await expect(card).toHaveCSS('background-color', color)
      await expect(card.locator('img')).toHaveJSProperty('complete', true)
    }
  }
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: png }
  await page.getByLabel('Upload a file').setInputFiles(file)
  await expect(page.getByText('Email branding logo URL has been updated')).toBeVisible()
  await emails.selectOption('Order delivered')
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await expect(page.getByText('Sent to the email address of your account.')).toBeVisible()
})
