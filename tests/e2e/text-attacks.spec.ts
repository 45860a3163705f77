import { reportedOrder } from './support/deliveries.ts'
import { core, expectNoEffects, markup, tries, watchEffects } from './support/hostile.ts'
import { freshCode, newMember, newTokenCode } from './support/members.ts'
import { addresses, poison } from './support/poison.ts'
import { newAdmin, newBenefit, placeOrder } from './support/seed.ts'
import { test as base, expect } from './support/test.ts'
import { walk } from './support/walk.ts'

// Text written by users is shown as text: no element, no script, no dialog, no policy violation.

type Person = Awaited<ReturnType<typeof newMember>>
type Fixtures = {
  hostileMember: {
    member: Person
    order: Awaited<ReturnType<typeof placeOrder>>
    benefit: Awaited<ReturnType<typeof newBenefit>>
    reported: Awaited<ReturnType<typeof reportedOrder>>
  }
  hostileAdmin: Person
  /** Walks screens whose data is poisoned, and returns the columns whose text was hostile. */
  walkPoisoned: (person: Person, screens: Record<string, RegExp[]>) => Promise<string[]>
}

const q = `?q=${encodeURIComponent(markup)}`
const options = { serviceWorkers: 'block' } as const

const valuesOf = (fields: (SVGElement | HTMLElement)[]) =>
  fields.map((field) => (field instanceof HTMLInputElement ? field.value : ''))

const test = base.extend<Fixtures>({
  /** A member with as much hostile text as the database accepts. */
  hostileMember: async ({ page: _ }, use) => {
    const member = await newMember(markup)
    await member.client.rpc('redeem_code', { p_code: await newTokenCode(50) }).throwOnError()
    const benefit = await newBenefit(markup, 5)
    const reported = await reportedOrder(member, markup, markup)
    await use({ member, benefit, reported, order: await placeOrder(member, benefit) })
  },
  /** An admin who wrote hostile text into codes and into the activity log. */
  hostileAdmin: async ({ hostileMember: { member } }, use) => {
    const admin = await newAdmin(markup)
    const code = { code: freshCode(8), note: markup }
    const tokenCode = { ...code, token_value: 5 }
    await admin.client.from('redeem_codes').insert(tokenCode).throwOnError()
    await admin.client.from('invite_codes').insert(code).throwOnError()
    const phone = { phone: '<h-t></h-t>' }
    await admin.client.from('profiles').update(phone).eq('id', member.id).select().throwOnError()
    await use(admin)
  },
  walkPoisoned: async ({ open }, use) =>
    use(async (person, screens) => {
      const page = await open(person, undefined, options)
      const effects = await watchEffects(page.context())
      const columns = await poison(page.context())
      const shown = page.getByRole('main').or(page.getByRole('dialog'))
      const text = async () =>
        (await shown.allTextContents()).join() + (await shown.locator('input').evaluateAll(valuesOf)).join()
      let looks = 0
      await walk(page, screens, async (what) => {
        await page.emulateMedia({ media: what.includes(' on ') ? 'print' : 'screen' })
        await expect.poll(text, what).toContain('<h-t>')
        await expectNoEffects(page, effects)
        await expect(page).toHaveTitle(/ · Guildhall$/)
        await page.emulateMedia({ media: 'screen' })
        looks += 1
      })
      tries(columns.size * looks)
      return [...columns]
    }),
})

test(
  'hostile text is shown as text on every screen of a member',
  core,
  async ({ hostileMember, walkPoisoned }) => {
    const { member, order, benefit, reported } = hostileMember
    const columns = await walkPoisoned(member, {
      '/dashboard': [],
      [`/dashboard/benefits${q}`]: [/^Redeem .* tokens$/],
      [`/dashboard/benefits/${benefit.id}`]: [/^Redeem .* tokens$/],
      [`/dashboard/orders${q}`]: [/^Invoice/],
      [`/dashboard/orders/${order.id}`]: [/^Open the invoice/],
      [`/dashboard/orders/${reported.order.id}`]: [/^Open the invoice/],
      '/dashboard/transactions': [],
      '/dashboard/redeem': [],
      '/dashboard/profile': [],
    })
    const own = ['name', 'email', 'phone', 'invite_code_used', 'description', 'image_url', 'order_number']
    const ordered = ['benefit_name', 'benefit_description', 'benefit_image_url', 'redemption_email']
    expect(columns).toEqual(expect.arrayContaining([...own, ...ordered]))
  },
)

test('hostile text is shown as text on every screen of an admin', async ({
  hostileMember: { member, order, reported },
  hostileAdmin,
  walkPoisoned,
}) => {
  const person = `/admin/users?person=${member.id}`
  const pool = `/admin/benefits/${reported.benefit.id}`
  const columns = await walkPoisoned(hostileAdmin, {
    [`/admin/benefits${q}`]: [/^Edit/, /^Delete/],
    [pool]: [/^Edit/],
    [`${pool}?tab=delivery`]: [/^Import keys/, /^Reveal/],
    [`${pool}?tab=orders`]: [],
    [`${pool}?tab=reports`]: [],
    [`/admin/reports${q}`]: [],
    [`/admin/reports?report=${reported.report}`]: [],
    [`/admin/users${q}`]: [/^Edit/, /^Delete/, /^Make Admin/],
    [person]: [],
    [`${person}&show=ledger`]: [],
    [`${person}&show=codes`]: [],
    [`/admin/orders${q}`]: [],
    [`/admin/orders?order=${order.id}`]: [],
    [`/admin/orders?order=${reported.order.id}`]: [],
    [`/admin/token-codes${q}`]: [],
    '/admin/token-codes?tab=used': [],
    [`/admin/invite-codes${q}`]: [],
    '/admin/activity': [/^Before and after/],
    [`/admin/activity${q}`]: [],
  })
  const people = ['name', 'email', 'phone', 'customer_name', 'customer_email', 'actor_name', 'subject']
  const things = ['description', 'image_url', 'code', 'note', 'order_number', 'redemption_email']
  const ordered = ['benefit_name', 'benefit_image_url']
  expect(columns).toEqual(expect.arrayContaining([...people, ...things, ...ordered]))
})

test('no stored logo address runs, leads away or breaks the page', async ({ open, baseURL }) => {
  const page = await open(await newAdmin('Ada Logo'), undefined, options)
  const effects = await watchEffects(page.context())
  for (const value of addresses) {
    const stored = { key: 'email_logo_url', value, updated_at: new Date().toISOString(), updated_by: null }
    await page.route('**/rest/v1/app_settings?*', (route) => route.fulfill({ json: [stored] }))
    await page.goto('/admin/email-branding')
    await expect(page.getByRole('img', { name: /^Placeholder/ }).first()).toBeVisible()
    const href = await page.getByLabel('Open in new tab').getAttribute('href')
    expect(href ?? baseURL, value).toContain(baseURL)
    await expectNoEffects(page, effects)
  }
  tries(addresses.length)
})
