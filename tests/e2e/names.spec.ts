import type { Page } from '@playwright/test'
import { reportedOrder } from './support/deliveries.ts'
import { freshCode, newMember, newTokenCode } from './support/members.ts'
import { newAdmin, newBenefit, placeOrder } from './support/seed.ts'
import { expect, test } from './support/test.ts'
import { walk } from './support/walk.ts'

/** A right-to-left name with a parenthesis: without isolation it reorders the rest of its line. */
const rtlName = () => `שלום(${freshCode(6)}`

/** The texts of a page that contain one of the names outside of a `<bdi>` or an option of its own direction. */
const exposed = (page: Page, names: string[]) =>
  page.evaluate((known) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      const holds = known.some((name) => text.includes(name))
      if (holds && !node.parentElement?.closest('bdi, option[dir=auto], script, title, textarea'))
        found.push(text)
    }
    return found
  }, names)

const escaped = (text: string) => text.replace('(', '\\(')

/** Every screen and dialog shows one of the names, always isolated. */
function expectIsolated(page: Page, names: string[], screens: Record<string, RegExp[]>) {
  return walk(page, screens, async (what) => {
    await expect(page.locator('body')).toContainText(new RegExp(names.map(escaped).join('|')))
    expect(await exposed(page, names), what).toEqual([])
  })
}

test('right-to-left names are isolated on every screen', async ({ open }) => {
  const [name, other, offer] = [rtlName(), rtlName(), rtlName()]
  const member = await newMember(name)
  await member.client.rpc('redeem_code', { p_code: await newTokenCode(50) }).throwOnError()
  const benefit = await newBenefit(offer, 5)
  const order = await placeOrder(member, benefit)
  const reported = await reportedOrder(member, offer, 'Refused')
  const pool = `/admin/benefits/${reported.benefit.id}`
  const admin = await newAdmin(other)
  const update = { status: 'processing' }
  await admin.client.from('orders').update(update).eq('id', order.id).select().throwOnError()
  const renamed = { name: `${name}!` }
  await admin.client.from('profiles').update(renamed).eq('id', member.id).select().throwOnError()
  // The search text is shown as well, and is no name.
  const q = `?q=${offer.slice(5)}`
  const person = `/admin/users?person=${member.id}`
  const options = { serviceWorkers: 'block' } as const

  await expectIsolated(await open(member, undefined, options), [name, offer], {
    '/dashboard': [],
    [`/dashboard/benefits${q}`]: [/^Redeem .* tokens$/],
    [`/dashboard/benefits/${benefit.id}`]: [/^Redeem .* tokens$/],
    '/dashboard/orders': [/^Invoice/],
    [`/dashboard/orders/${order.id}`]: [/^Open the invoice/],
    [`/dashboard/orders/${reported.order.id}`]: [/^Open the invoice/],
    '/dashboard/transactions': [],
    '/dashboard/profile': [],
  })
  await expectIsolated(await open(admin, undefined, options), [name, other, offer], {
    '/admin': [],
    [`/admin/benefits${q}`]: [/^Delete/],
    [pool]: [/^Edit/],
    [`${pool}?tab=delivery`]: [/^Import keys/],
    [`${pool}?tab=orders`]: [],
    [`${pool}?tab=reports`]: [],
    [`/admin/reports${q}`]: [],
    [`/admin/reports?report=${reported.report}`]: [],
    [`/admin/users?q=${name.slice(5)}`]: [/^Delete/, /^Make Admin/],
    [person]: [],
    [`${person}&show=ledger`]: [],
    [`/admin/orders${q}`]: [],
    [`/admin/orders?order=${order.id}`]: [],
    [`/admin/orders?order=${reported.order.id}`]: [],
    '/admin/token-codes?tab=used': [],
    '/admin/invite-codes?tab=used': [],
    '/admin/activity': [/^Before and after/],
  })
})
