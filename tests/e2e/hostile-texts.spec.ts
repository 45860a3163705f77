import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { closed, settled } from './support/checks.ts'
import { expectNoEffects, exposedNames, markup, poison, watchEffects } from './support/hostile.ts'
import { control } from './support/openers.ts'
import { freshCode, newAdmin, newMember, trySignIn } from './support/people.ts'
import { newBenefit, placeOrder } from './support/rows.ts'
import { adminScreens, memberScreens, withId } from './support/screens.ts'
import { expect, test } from './support/test.ts'

// Text written by users is shown as text: no element, no script, no dialog, no policy violation; names are isolated.

const options = { serviceWorkers: 'block' } as const

for (const [role, screens, expected] of [
  [
    'member',
    memberScreens,
    [
      'name',
      'email',
      'phone',
      'description',
      'image_url',
      'order_number',
      'benefit_name',
      'redemption_email',
    ],
  ],
  [
    'admin',
    adminScreens,
    ['customer_name', 'customer_email', 'actor_name', 'subject', 'code', 'note', 'redemption_email'],
  ],
] as const) {
  test(`hostile text is shown as text, and names are isolated, on every screen of ${role}`, async ({
    open,
    demo,
  }) => {
    const page = await open(demo[role], undefined, options)
    const effects = await watchEffects(page.context())
    const columns = await poison(page.context())
    const check = async (what: string) => {
      await expectNoEffects(page, effects)
      expect.soft(await exposedNames(page), what).toEqual([])
      await expect(page).toHaveTitle(/Guildhall$/)
    }
    for (const { path, opens = {} } of screens) {
      await page.goto(await withId(path))
      await settled(page)
      await check(path)
      const dialogs = Object.values(opens).flatMap(({ pressed }) => pressed ?? [])
      // Until then a button can become another one: a benefit turns out to be sold out.
      if (dialogs.length > 0) await page.waitForLoadState('networkidle')
      for (const { control: name, dialog } of dialogs) {
        const what = `${name} on ${path}`
        await control(page, name).click()
        await expect(page.getByRole('dialog', { name: dialog }), what).toHaveCount(1)
        await settled(page)
        await page.emulateMedia({ media: 'print' })
        await check(what)
        await page.emulateMedia({ media: 'screen' })
        await page.keyboard.press('Escape')
        await closed(page)
      }
    }
    expect([...columns]).toEqual(expect.arrayContaining([...expected]))
  })
}

test('messages of a server and of a link are shown as text', async ({ context, page }) => {
  const effects = await watchEffects(context)
  const shown = async (text = markup) => {
    await expect(page.getByText(text).first()).toBeVisible()
    await expectNoEffects(page, effects)
  }
  const message = encodeURIComponent(markup)
  const refusal = { code: 400, error_code: 'made_up', msg: markup }
  await page.route('**/auth/v1/*', (route) => route.fulfill({ status: 400, json: refusal }))
  await trySignIn(page, { email: 'mo@guild.example', password: 'an honest guild password' })
  await shown()
  for (const part of ['?', '#']) {
    await page.goto('about:blank')
    await page.goto(`/auth/callback${part}error=access_denied&error_description=${message}`)
    await shown()
  }
  await page.goto(`/auth?mode=${message}&invite=${message}`)
  await expect(page.getByLabel('Invite code')).toHaveValue(markup)
  await shown('This invite code is invalid or already used.')
})

/** Texts that a spreadsheet would run as a formula or take for the end of a cell; src/lib/csv.test.ts has all. */
const cells = ['=1+1', '-1+1', '@SUM(1)', '\t=1+1', '\uFF1D1+1', '","=1+1', 'a"\r\n"=1+1', 'a;=1+1']

/** Exports the table of the page: its texts, none of which starts a formula or adds a column. */
async function exported(page: Page, name: string, role: 'button' | 'menuitem' = 'button'): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole(role, { name }).first().click()
  const content = await readFile(await (await download).path(), 'utf8')
  expect(content[0], 'byte order mark').toBe('\uFEFF')
  const [head = [], ...rows] = Papa.parse<string[]>(content.slice(1), { skipEmptyLines: true }).data
  for (const row of rows) {
    expect(row).toHaveLength(head.length)
    for (const cell of row) expect(cell).not.toMatch(/^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/)
  }
  return rows.join()
}

test('no cell of an exported table starts a formula (D22)', async ({ open }) => {
  const stamp = freshCode()
  const [mo, ada] = [await newMember(`=1+1 ${stamp}`), await newAdmin()]
  for (const name of cells) await placeOrder(mo, await newBenefit(`${name}${stamp}`, 1))
  const batch_id = crypto.randomUUID()
  const noted = cells.map((note) => ({ code: `-${stamp}-${freshCode(8)}`, note, batch_id, token_value: 1 }))
  await ada.client.from('redeem_codes').insert(noted).throwOnError()

  expect(await exported(await open(mo, '/dashboard/orders'), 'Export')).toContain(`a;'=1+1${stamp}`)
  const page = await open(ada, `/admin/orders?q=${encodeURIComponent(mo.name)}`)
  expect(await exported(page, 'Export')).toContain(`'${mo.name}`)
  await page.goto(`/admin/token-codes?q=${stamp}`)
  expect(await exported(page, 'Export')).toContain(`'-${stamp}`)
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  expect(await exported(page, 'Download CSV of its batch', 'menuitem')).toContain(`'-${stamp}`)
})
