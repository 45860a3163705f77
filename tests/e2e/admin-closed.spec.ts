import { expect, test } from '@playwright/test'
import type { Callable } from '../../src/lib/tables.ts'
import { clientOf } from './support/client.ts'
import { freshCode, newMember } from './support/members.ts'
import { newAdmin, newBenefit, openAs, placeOrder } from './support/office.ts'
import { admin } from './support/people.ts'

const screens = [
  '',
  '/benefits',
  '/users',
  '/orders',
  '/token-codes',
  '/invite-codes',
  '/email-branding',
  '/activity',
]

test('no address of the admin area opens for a member', async ({ browser, request, baseURL }) => {
  const member = await newMember(baseURL ?? '', request, 'Nora Nobody')
  const page = await openAs(browser, member, '/dashboard')
  for (const screen of [...screens, '/orders?status=pending', '/users?person=1', '/benefits?new']) {
    await page.goto(`/admin${screen}`)
    await expect(page.getByText('Access denied')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
  }
  await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  await page.context().close()
})

type ForMembers = 'launch_spots_left' | 'my_totals' | 'redeem_code' | 'validate_invite_code'
type Call = { [Name in Exclude<keyof Callable, ForMembers>]: Callable[Name]['Args'] }

test('no request of an admin works for a member, and nothing changes', async ({ request, baseURL }) => {
  const url = baseURL ?? ''
  const { client: office, id: adminId } = await clientOf(url, admin)
  const { client, id, email } = await newMember(url, request, 'Hanna Hands')
  const other = await newMember(url, request, 'Otto Other')
  const order = await placeOrder(other, await newBenefit(url, `Bait ${freshCode(6)}`, 5))
  const settings = office.from('app_settings')
  await settings.upsert({ key: 'email_logo_url', value: '/images/email-logo.png' }).throwOnError()

  const read = async () => ({
    profiles: (await office.from('profiles').select().order('id').throwOnError()).data,
    benefits: (await office.from('benefits').select().order('id').throwOnError()).data,
    orders: (await office.from('orders').select().order('id').throwOnError()).data,
    codes: (await office.from('redeem_codes').select().order('id').throwOnError()).data,
    invites: (await office.from('invite_codes').select().order('id').throwOnError()).data,
    settings: (await office.from('app_settings').select().order('key').throwOnError()).data,
    ledger: (await office.from('token_transactions').select().order('seq').throwOnError()).data,
    log: (await office.rpc('count_activity').throwOnError()).data,
  })
  const before = await read()
  const code = () => freshCode(8)
  const refused = async (what: string, call: PromiseLike<{ data: unknown; error: unknown }>) => {
    const { data, error } = await call
    const got = Array.isArray(data) ? data.length > 0 : data !== null
    expect.soft(error !== null || !got, `${what} answered ${JSON.stringify(data)}`).toBe(true)
  }

  await test.step('reads', async () => {
    await refused('all profiles', client.from('profiles').select().neq('id', id))
    await refused('an admin', client.from('profiles').select().eq('id', adminId))
    await refused('all orders', client.from('orders').select().neq('user_id', id))
    await refused('the ledger', client.from('token_transactions').select().neq('user_id', id))
    await refused('token codes', client.from('redeem_codes').select())
    await refused('invite codes', client.from('invite_codes').select())
    await refused('inactive benefits', client.from('benefits').select().eq('is_active', false))
  })

  await test.step('writes', async () => {
    const benefit = { name: 'Mine', description: 'Mine.', token_value: 1 }
    const everyone = '00000000-0000-0000-0000-000000000000'
    await refused('a new benefit', client.from('benefits').insert(benefit).select())
    await refused(
      'all prices',
      client.from('benefits').update({ token_value: 1 }).neq('id', everyone).select(),
    )
    await refused('no benefits', client.from('benefits').delete().neq('id', everyone).select())
    await refused('own role', client.from('profiles').update({ role: 'admin' }).eq('id', id).select())
    await refused('own tokens', client.from('profiles').update({ current_tokens: 999 }).eq('id', id).select())
    await refused('own email', client.from('profiles').update({ email: 'x@y.example' }).eq('id', id).select())
    await refused('another name', client.from('profiles').update({ name: 'X' }).eq('id', other.id).select())
    await refused('demote', client.from('profiles').update({ role: 'user' }).eq('id', adminId).select())
    await refused('delete another', client.from('profiles').delete().eq('id', other.id).select())
    await refused('delete oneself', client.from('profiles').delete().eq('id', id).select())
    await refused(
      'a status',
      client.from('orders').update({ status: 'delivered' }).eq('id', order.id).select(),
    )
    await refused('no order', client.from('orders').delete().eq('id', order.id).select())
    await refused(
      'a token code',
      client.from('redeem_codes').insert({ code: code(), token_value: 1000 }).select(),
    )
    await refused(
      'used codes',
      client.from('redeem_codes').update({ is_used: false }).eq('is_used', true).select(),
    )
    await refused('no token codes', client.from('redeem_codes').delete().eq('is_used', false).select())
    await refused('an invite code', client.from('invite_codes').insert({ code: code() }).select())
    await refused(
      'invites',
      client.from('invite_codes').update({ is_used: false }).eq('is_used', true).select(),
    )
    await refused('no invite codes', client.from('invite_codes').delete().eq('is_used', false).select())
    await refused('the logo', client.from('app_settings').update({ value: '/x.png' }).neq('key', '').select())
    await refused(
      'a setting',
      client.from('app_settings').insert({ key: 'email_logo_in_mails', value: '/x' }).select(),
    )
    await refused(
      'a gift',
      client
        .from('token_transactions')
        .insert({
          user_id: id,
          account_id: id,
          transaction_type: 'adjustment',
          amount: 500,
          description: 'Gift',
        } as never)
        .select(),
    )
  })

  await test.step('functions', async () => {
    const calls: Call = {
      activity: {},
      admin_counts: {} as never,
      benefit_figures: { p_benefits: [] },
      code_counts: { p_kind: 'token' },
      count_activity: {},
      count_codes: { p_kind: 'token', p_search: '', p_used: false },
      count_orders: {},
      count_profiles: {},
      mail_status: {} as never,
      order_counts: {} as never,
      order_flow: { p_days: 7, p_zone: 'UTC' },
      order_history: { p_order_id: order.id },
      pending_orders: {} as never,
      reconcile: {} as never,
      search_invite_codes: { p_search: '', p_used: false },
      search_orders: { p_search: '' },
      search_profiles: {},
      search_redeem_codes: { p_search: '', p_used: false },
      token_flow: { p_step: 'day', p_steps: 7, p_zone: 'UTC' },
    }
    for (const [name, args] of Object.entries(calls)) {
      await test.step(name, async () => {
        const answer = await client.rpc(name as keyof Call, args as never)
        expect.soft(answer.error?.message, name).toBe('not_admin')
        expect
          .soft((await office.rpc(name as keyof Call, args as never)).error, `${name}, as an admin`)
          .toBeNull()
      })
    }
  })

  await test.step('pictures', async () => {
    const png = new Blob(['\x89PNG'], { type: 'image/png' })
    for (const bucket of ['benefits', 'branding']) {
      const files = client.storage.from(bucket)
      await refused(`upload to ${bucket}`, files.upload(`${freshCode(8)}.png`, png))
      await refused(`replace in ${bucket}`, files.upload('email-logo', png, { upsert: true }))
      await refused(`remove from ${bucket}`, files.remove(['email-logo']))
      await refused(`list ${bucket}`, files.list())
    }
  })

  expect(await read()).toEqual(before)
  expect((await client.from('profiles').select('email, role').eq('id', id).single()).data).toEqual({
    email,
    role: 'user',
  })
})

test('an admin who is demoted with an open page can do nothing any more', async ({
  browser,
  request,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const buyer = await newMember(url, request, 'Bo Buyer')
  const order = await placeOrder(buyer, await newBenefit(url, `Pawn ${freshCode(6)}`, 5))
  const { client } = await clientOf(url, admin)
  const role = (id: string, to: 'user' | 'admin') =>
    client.from('profiles').update({ role: to }).eq('id', id).select().single().throwOnError()
  const demoted = await newAdmin(url, request, 'Dara Demoted')
  const page = await openAs(browser, demoted, `/admin/orders?order=${order.id}`)

  await test.step('the next action is refused', async () => {
    const dialog = page.getByRole('dialog', { name: 'Order Details' })
    await expect(dialog.getByRole('button', { name: 'Delivered' })).toBeEnabled()
    await role(demoted.id, 'user')
    await dialog.getByRole('button', { name: 'Delivered' }).click()
    await expect(page.getByText('Failed to update order status')).toBeVisible()
    const { data } = await client.from('orders').select('status').eq('id', order.id).single()
    expect(data?.status).toBe('pending')
  })
  await test.step('and the page leads out', async () => {
    await expect(page.getByText('Access denied')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
  })
  await test.step('so does the next navigation', async () => {
    await role(demoted.id, 'admin')
    await page.goto('/admin/activity')
    await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
    await role(demoted.id, 'user')
    await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: /^Orders/ })
      .click()
    await expect(page).toHaveURL('/dashboard')
  })
  await page.context().close()
})
