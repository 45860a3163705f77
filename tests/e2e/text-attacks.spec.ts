import { type APIRequestContext, type Browser, expect, test } from '@playwright/test'
import { settled } from './support/axe.ts'
import { expectUnharmed, markup, tries, watchHarm } from './support/harm.ts'
import { addresses, poison } from './support/hostile-answers.ts'
import { freshCode, newMember, newTokenCode } from './support/members.ts'
import { newAdmin, newBenefit, placeOrder } from './support/office.ts'

// Whatever somebody wrote, it is shown as what it is: no element, no script, no dialog, nothing for the policy to refuse.

type Person = Awaited<ReturnType<typeof newMember>>

const q = `?q=${encodeURIComponent(markup)}`

/**
 * Walks screens in a poisoned browser, and opens on each what the named buttons open; each shows the hostile text, and
 * nothing else comes of it. Answers the columns whose text was shown.
 */
async function walk(browser: Browser, { storageState }: Person, screens: Record<string, RegExp[]>) {
  const context = await browser.newContext({ storageState, serviceWorkers: 'block' })
  const seen = await watchHarm(context)
  const columns = await poison(context)
  const page = await context.newPage()
  let looks = 0
  const look = async (what: string) => {
    await settled(page)
    const shown = page.getByRole('main').or(page.getByRole('dialog'))
    const text = async () =>
      (await shown.allTextContents()).join() + (await shown.locator('input').evaluateAll(valuesOf)).join()
    await expect.poll(text, `the text of ${what}`).toContain('<h-t>')
    await expectUnharmed(page, seen)
    await expect(page).toHaveTitle(/ · Guildhall$/)
    looks += 1
  }
  for (const [path, buttons] of Object.entries(screens)) {
    await page.goto(path)
    await look(path)
    for (const name of buttons) {
      await page.getByRole('button', { name, disabled: false }).first().click()
      await expect(
        page.getByRole('dialog').or(page.getByRole('table', { name: 'Before and after' })),
      ).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await look(`${name} on ${path}`)
      await page.emulateMedia({ media: 'screen' })
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  }
  tries(columns.size * looks)
  await context.close()
  return [...columns]
}

const valuesOf = (fields: (SVGElement | HTMLElement)[]) =>
  fields.map((field) => (field instanceof HTMLInputElement ? field.value : ''))

/** A member whose name, order, ledger and codes hold of it what the database takes. */
async function hostileMember(url: string, request: APIRequestContext) {
  const member = await newMember(url, request, markup)
  await member.client.rpc('redeem_code', { p_code: await newTokenCode(url, 50) }).throwOnError()
  const order = await placeOrder(member, await newBenefit(url, markup, 5))
  return { member, order }
}

test('hostile text is only text on every screen of a member', async ({ browser, request, baseURL }) => {
  const { member } = await hostileMember(baseURL ?? '', request)
  const columns = await walk(browser, member, {
    '/dashboard': [],
    [`/dashboard/benefits${q}`]: [/^Redeem .* tokens$/],
    [`/dashboard/orders${q}`]: [/^Invoice/],
    '/dashboard/transactions': [],
    '/dashboard/redeem': [],
    '/dashboard/profile': [],
  })
  const told = ['name', 'email', 'phone', 'invite_code_used', 'description', 'image_url', 'order_number']
  const ordered = ['benefit_name', 'benefit_description', 'benefit_image_url', 'redemption_email']
  expect(columns).toEqual(expect.arrayContaining([...told, ...ordered]))
})

/** An admin of such a name, who has changed and written what the log and the lists will show. */
async function hostileAdmin(url: string, request: APIRequestContext, member: Person) {
  const admin = await newAdmin(url, request, markup)
  const note = { code: freshCode(8), note: markup }
  await admin.client
    .from('redeem_codes')
    .insert({ ...note, token_value: 5 })
    .throwOnError()
  await admin.client.from('invite_codes').insert(note).throwOnError()
  const changed = { phone: '<h-t></h-t>' }
  await admin.client.from('profiles').update(changed).eq('id', member.id).select().throwOnError()
  return admin
}

test('hostile text is only text where an admin has benefits and people', async ({
  browser,
  request,
  baseURL,
}) => {
  const { member } = await hostileMember(baseURL ?? '', request)
  const person = `/admin/users?person=${member.id}`
  const columns = await walk(browser, await hostileAdmin(baseURL ?? '', request, member), {
    [`/admin/benefits${q}`]: [/^Edit/, /^Delete/],
    [`/admin/users${q}`]: [/^Edit/, /^Delete/, /^Make Admin/],
    [person]: [],
    [`${person}&show=ledger`]: [],
    [`${person}&show=codes`]: [],
  })
  const told = ['name', 'email', 'phone', 'description', 'image_url', 'code', 'order_number']
  expect(columns).toEqual(expect.arrayContaining(told))
})

test('hostile text is only text where an admin has orders, codes and the log', async ({
  browser,
  request,
  baseURL,
}) => {
  const { member, order } = await hostileMember(baseURL ?? '', request)
  const columns = await walk(browser, await hostileAdmin(baseURL ?? '', request, member), {
    [`/admin/orders${q}`]: [],
    [`/admin/orders?order=${order.id}`]: [],
    [`/admin/token-codes${q}`]: [],
    '/admin/token-codes?tab=used': [],
    [`/admin/invite-codes${q}`]: [],
    '/admin/activity': [/^Before and after/],
    [`/admin/activity${q}`]: [],
  })
  const told = ['note', 'code', 'subject', 'actor_name', 'order_number', 'customer_name', 'customer_email']
  const ordered = ['benefit_name', 'benefit_image_url', 'redemption_email']
  expect(columns).toEqual(expect.arrayContaining([...told, ...ordered]))
})

test('no stored address of a logo runs, leads away or breaks the page', async ({
  browser,
  request,
  baseURL,
}) => {
  const admin = await newAdmin(baseURL ?? '', request, 'Ada Logo')
  const context = await browser.newContext({ storageState: admin.storageState, serviceWorkers: 'block' })
  const seen = await watchHarm(context)
  const page = await context.newPage()
  for (const value of addresses) {
    const stored = { key: 'email_logo_url', value, updated_at: new Date().toISOString(), updated_by: null }
    await page.route('**/rest/v1/app_settings?*', (route) => route.fulfill({ json: [stored] }))
    await page.goto('/admin/email-branding')
    await expect(page.getByRole('img', { name: /^Placeholder/ }).first()).toBeVisible()
    const href = await page.getByLabel('Open in new tab').getAttribute('href')
    expect(href ?? baseURL, `the link of ${value}`).toContain(baseURL)
    await expectUnharmed(page, seen)
  }
  tries(addresses.length)
  await context.close()
})
