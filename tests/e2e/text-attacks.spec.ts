import { type APIRequestContext, type Browser, expect, test } from '@playwright/test'
import { settled } from './support/axe.ts'
import { attack, expectUnharmed, markup, tries, watchHarm } from './support/harm.ts'
import { poison } from './support/hostile-answers.ts'
import { newMember, newTokenCode } from './support/members.ts'
import { newBenefit, placeOrder } from './support/office.ts'

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
      await page.emulateMedia({ media: 'print' })
      await look(`${name} on ${path}`)
      await page.emulateMedia({ media: 'screen' })
      await page.keyboard.press('Escape')
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

test(
  'hostile text is only text on every screen of a member',
  attack,
  async ({ browser, request, baseURL }) => {
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
  },
)
