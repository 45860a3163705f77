import { type Browser, expect, type Page, test } from '@playwright/test'
import { settled } from './support/axe.ts'
import { freshCode, newMember, newTokenCode } from './support/members.ts'
import { newAdmin, newBenefit, placeOrder } from './support/office.ts'

type Person = Awaited<ReturnType<typeof newMember>>

// From right to left, with a sign that the text around it would turn: without isolation the rest of a line changes its order.
const unique = () => `שלום(${freshCode(6)}`

/** The texts of a page that hold one of the names outside of a `<bdi>`. */
const exposed = (page: Page, names: string[]) =>
  page.evaluate((known) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      const holds = known.some((name) => text.includes(name))
      if (holds && !node.parentElement?.closest('bdi, script, title, textarea')) found.push(text)
    }
    return found
  }, names)

/** Walks screens and what the named buttons open; each shows one of the names, and every one of them isolated. */
async function walk(
  browser: Browser,
  { storageState }: Person,
  names: string[],
  screens: [string, RegExp?][],
) {
  const context = await browser.newContext({ storageState, serviceWorkers: 'block' })
  const page = await context.newPage()
  for (const [path, button] of screens) {
    await page.goto(path)
    await settled(page)
    if (button) {
      await page.getByRole('button', { name: button, disabled: false }).first().click()
      await expect(
        page.getByRole('dialog').or(page.getByRole('table', { name: 'Before and after' })),
      ).toBeVisible()
      await settled(page)
    }
    const shown = async () => {
      const text = await page.locator('body').innerText()
      return names.some((name) => text.includes(name))
    }
    await expect.poll(shown, `a name on ${path}`).toBe(true)
    expect(await exposed(page, names), `${path} ${button ?? ''}`).toEqual([])
  }
  await context.close()
}

test('names from right to left leave the lines of every screen in order', async ({
  browser,
  request,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const [name, other, offer] = [unique(), unique(), unique()]
  const member = await newMember(url, request, name)
  await member.client.rpc('redeem_code', { p_code: await newTokenCode(url, 50) }).throwOnError()
  const benefit = await newBenefit(url, offer, 5)
  const order = await placeOrder(member, benefit)
  const admin = await newAdmin(url, request, other)
  const change = { status: 'processing' }
  await admin.client.from('orders').update(change).eq('id', order.id).select().throwOnError()
  await admin.client
    .from('profiles')
    .update({ name: `${name}!` })
    .eq('id', member.id)
    .select()
    .throwOnError()
  // What is searched for stands on the screen as well, and is nobody's name.
  const q = `?q=${offer.slice(5)}`
  const people = `/admin/users?q=${name.slice(5)}`
  const person = `/admin/users?person=${member.id}`

  await walk(
    browser,
    member,
    [name, offer],
    [
      ['/dashboard'],
      [`/dashboard/benefits${q}`],
      [`/dashboard/benefits${q}`, /^Redeem .* tokens$/],
      ['/dashboard/orders'],
      ['/dashboard/orders', /^Invoice/],
      ['/dashboard/transactions'],
      ['/dashboard/profile'],
    ],
  )
  await walk(
    browser,
    admin,
    [name, other, offer],
    [
      ['/admin'],
      [`/admin/benefits${q}`],
      [`/admin/benefits${q}`, /^Delete/],
      [people],
      [people, /^Delete/],
      [people, /^Make Admin/],
      [person],
      [`${person}&show=ledger`],
      [`/admin/orders${q}`],
      [`/admin/orders?order=${order.id}`],
      ['/admin/token-codes?tab=used'],
      ['/admin/invite-codes?tab=used'],
      ['/admin/activity'],
      ['/admin/activity', /^Before and after/],
    ],
  )
})
