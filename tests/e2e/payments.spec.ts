import type { Page } from '@playwright/test'
import { createMember, type Person } from '../db/support/people.ts'
import { createBenefit } from '../db/support/rows.ts'
import { checkScreen, checkThemes, expectFits, narrow, waitUntilSettled } from './support/checks.ts'
import { storageState } from './support/client.ts'
import { tabTo } from './support/keyboard.ts'
import { confirmation } from './support/openers.ts'
import { routeTo, startOwned } from './support/owner.ts'
import { balanceOf } from './support/people.ts'
import { expectTouchTargets } from './support/targets.ts'
import { test as base, expect } from './support/test.ts'

type Fixtures = {
  /** A page of somebody on the backend of this file. */
  enter: (person: Person, path: string) => Promise<Page>
}

// Payments are on for a backend of its own: they would stop the members of other tests from ordering (D61).
const test = base.extend<Fixtures, { owned: Awaited<ReturnType<typeof startOwned>> }>({
  owned: [
    async ({ browserName: _ }, use) => {
      const owned = await startOwned()
      const { world } = owned
      await fetch(`${world.address.url}/functions/v1/payments`)
      await world.sql(
        `insert into app_settings (key, value) values ('payments_on', '1')
         on conflict (key) do update set value = excluded.value`,
      )
      await world.sql('insert into token_packs (tokens, price) values (50, 2000)')
      await use(owned)
      await owned.stop()
    },
    { scope: 'worker' },
  ],
  enter: async ({ open, owned }, use) => {
    await use(async ({ client }, path) => {
      const { data } = await client.auth.getSession()
      const page = await open({ storageState: storageState(data.session!) })
      await routeTo(page.context(), owned)
      await page.goto(path)
      return page
    })
  },
})

type World = Awaited<ReturnType<typeof startOwned>>['world']

const join = (world: World, name: string, role?: 'admin') =>
  createMember(world, { name, role, session: true })

/** Somebody who has paid for a year. */
async function payer(world: World, name: string): Promise<Person> {
  const person = await join(world, name)
  const { data } = await person.client.functions.invoke('payments', {
    body: { action: 'checkout', kind: 'membership' },
  })
  const page = new URL(data.url).pathname
  await fetch(world.address.url + page, { method: 'POST', body: new URLSearchParams({ act: 'pay' }) })
  return person
}

/** Lets somebody have paid so long ago that the year ends in `days`. */
async function endIn(world: World, { id }: Person, days: number) {
  const paid = `now() + $2 * interval '1 day' - interval '1 year'`
  await world.sql(`update payments set paid_at = ${paid} where user_id = $1`, [id, days])
  await world.sql('select private.set_membership($1)', [id])
}

const membership = '/dashboard/membership'
const pay = (page: Page, price: string) => page.getByRole('button', { name: `Pay ${price} for a year` })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const active = (page: Page) => page.getByRole('heading', { name: /^Your membership is active until / })

test('a year is paid after a declined card and a refusing bank (D61, D63)', async ({ enter, owned }) => {
  const page = await enter(await join(owned.world, 'Nora Winter'), '/dashboard')
  await expect(page.getByText('Your membership is not active yet')).toBeVisible()
  await page.getByRole('link', { name: 'Pay $10' }).click()
  await pay(page, '$10').click()
  await press(page, 'Decline')
  await expect(page.getByText('Your card was declined. Nothing was charged.')).toBeVisible()
  await press(page, 'Leave')
  await expect(page.getByText('Nothing was paid.')).toBeVisible()
  await pay(page, '$10').click()
  await press(page, 'Pay later')
  await expect(page.getByText('Waiting for the payment to be confirmed')).toBeVisible()
  await expect(pay(page, '$10')).toHaveCount(0)
  const [{ id }] = (await owned.world.sql<{ id: string }>(
    `select id from payments where state = 'processing'`,
  )) as [{ id: string }]
  const bank = await page.context().newPage()
  await bank.goto(`/inbox/checkout/cs_${id}`)
  await press(bank, 'The bank refuses')
  await expect(page.getByText('The payment was declined. Nothing was charged.')).toBeVisible()
  await press(page, 'Try again')
  await press(page, 'Pay')
  await expect(active(page)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Payments' }).getByRole('row').nth(1)).toContainText('$10.00')
})

test('an open dialog says that the year has ended, and returns after paying (D62)', async ({
  enter,
  owned,
}) => {
  const { world } = owned
  const member = await payer(world, 'Edda Ended')
  const benefit = await createBenefit(world, { price: 5 })
  const page = await enter(member, `/dashboard/benefits/${benefit.id}`)
  await page.getByRole('button', { name: /^Redeem for/ }).click()
  await expect(confirmation(page)).toBeEnabled()
  await endIn(world, member, -5)
  await confirmation(page).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    'Your membership has ended. Redeeming opens with the next year. Nothing was charged.',
  )
  await page.getByRole('dialog').getByRole('link', { name: 'Membership & Payments' }).click()
  await press(page, 'Renew for $99')
  await press(page, 'Pay')
  await confirmation(page).click()
  await expect(page.getByText('Order Placed Successfully!')).toBeVisible()
})

test('tokens are bought where they are short, and spent there (D65)', async ({ enter, owned }) => {
  const { world } = owned
  const benefit = await createBenefit(world, { price: 60 })
  const page = await enter(await payer(world, 'Shona Short'), `/dashboard/benefits/${benefit.id}`)
  await page.getByRole('link', { name: 'Buy tokens' }).click()
  await press(page, 'Buy 50 tokens')
  await press(page, 'Pay')
  // The notice of the page is there only until the benefit is loaded.
  await expect(page.getByText('Payment confirmed')).toBeVisible()
  await confirmation(page).click()
  await expect(page.getByText('Order Placed Successfully!')).toBeVisible()
  await expect(balanceOf(page, 15)).toBeVisible()
})

test('an admin refunds a year, which the member reads with the reason (D64)', async ({ enter, owned }) => {
  const { world } = owned
  const member = await payer(world, 'Freda Refunded')
  const desk = await enter(await join(world, 'Ada Admin', 'admin'), '/admin/payments?q=Freda')
  await press(desk, 'More for Membership, 12 months of Freda Refunded')
  await desk.getByRole('menuitem', { name: 'Refund…' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Refund Freda Refunded' })
  await dialog.getByLabel('Reason').fill('Asked for it in November')
  await dialog.getByRole('button', { name: 'Refund $10.00' }).click()
  await expect(desk.getByText('Refund asked for')).toBeVisible()
  await expect(desk.getByRole('row', { name: /Freda/ })).toContainText('Refunded')
  const page = await enter(member, membership)
  await expect(page.getByText(/^\$10 was refunded on /)).toBeVisible()
  await expect(page.getByRole('row', { name: /Refunded/ })).toContainText('Asked for it in November')
  await expect(pay(page, '$10')).toBeVisible()
})

test('the panel of a dispute is accessible and fits narrow windows (D64)', async ({ enter, owned }) => {
  const { world } = owned
  const member = await payer(world, 'Dina Disputed')
  await world.sql(`update payments set state = 'disputed' where user_id = $1`, [member.id])
  await world.sql(
    `update private.payment_facts as f
     set dispute_status = 'needs_response', dispute_reason = 'fraudulent', dispute_due_at = now() + interval '9 days'
     from payments as p where p.id = f.payment_id and p.user_id = $1`,
    [member.id],
  )
  const page = await enter(await join(world, 'Ada Admin', 'admin'), '/admin/payments?q=Dina')
  await press(page, 'Answer dispute')
  await expect(page.getByRole('link', { name: 'Answer at Stripe' })).toBeVisible()
  await waitUntilSettled(page)
  await checkScreen(page)
})

const paid = 'paid_at = now()'
const unpaid = 'paid_at = null, refunded = 0'
/** What the page says of a payment and a year that ends in so many days, and what can be done, by keyboard as well. */
const states: [text: RegExp, payment: string, days: number | null, act?: string | RegExp, query?: string][] =
  [
    [/^for a year$/, `state = 'expired', ${unpaid}`, null, /^Pay .* for a year$/],
    [/^Nothing was paid\.$/, `state = 'opened', ${unpaid}`, null, /^Pay .* for a year$/, '?left=x'],
    [/^Waiting for the payment/, `state = 'processing', ${unpaid}`, null],
    [/was declined/, `state = 'failed', ${unpaid}`, null, 'Try again'],
    [/is active until/, `state = 'paid', ${paid}`, 200, 'Buy 50 tokens'],
    [/ends on .*, in 5 days$/, `state = 'paid', ${paid}`, 5, 'Renew for $99'],
    [/ended on/, `state = 'paid', ${paid}`, -5, 'Renew for $99'],
    [/was refunded on/, `state = 'refunded', refunded = amount, ${paid}`, null, /^Pay .* for a year$/],
    [/could not be paid back on/, 'refund_failed_at = now()', null, /^Pay .* for a year$/],
  ]

test('each state of the membership is accessible, and operated by keyboard', async ({ enter, owned }) => {
  const { world } = owned
  const member = await payer(world, 'Stan States')
  const page = await enter(member, membership)
  await expect(active(page)).toBeVisible()
  await page.setViewportSize(narrow[0])
  for (const [text, payment, days, act, query = ''] of states)
    await test.step(String(text), async () => {
      await world.sql(`update payments set ${payment} where user_id = $1`, [member.id])
      if (days === null)
        await world.sql(
          'update profiles set membership_start_date = null, membership_end_date = null where id = $1',
          [member.id],
        )
      else await endIn(world, member, days)
      await page.goto(membership + query)
      await expect(page.getByText(text).first()).toBeVisible()
      await waitUntilSettled(page)
      if (act) await tabTo(page, page.getByRole('button', { name: act }))
      await checkThemes(page)
      await expectTouchTargets(page)
      await expectFits(page)
    })
})

test('with a test key only admins can pay, and each screen says so (D61)', async ({ enter, owned }) => {
  const { world } = owned
  const admin = await join(world, 'Tess Tester', 'admin')
  await world.sql('update private.payment_service set live = false where true')
  const page = await enter(admin, membership)
  await expect(page.getByText('Test mode', { exact: true })).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByText('Test mode', { exact: true })).toBeVisible()
  const other = await enter(await join(world, 'Mara Member'), membership)
  await expect(other.getByRole('heading', { level: 1, name: /Mara/ })).toBeVisible()
  await world.sql('update private.payment_service set live = true where true')
})
