import { expect, it } from 'vitest'
import { undoneAsAdmin } from './support/as-admin'
import { createAdmin, createMember } from './support/people'
import { createBenefit, createInviteCode, createTokenCode, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('admin_counts and pending_orders count each thing, and no other', async () => {
  const member = await createMember(world)
  await createInviteCode(world)
  await createTokenCode(world)
  await placeOrder(member, await createBenefit(world))
  await undoneAsAdmin(world, async (sql) => {
    const counts = async () => {
      const [row] = await sql('select * from public.admin_counts()')
      return Object.fromEntries(Object.entries(row ?? {}).map(([name, n]) => [name, Number(n)]))
    }
    const pending = async () => (await sql('select public.pending_orders() as n'))[0]?.n
    const count = async (rows: string) => Number((await sql(`select count(*) as n from ${rows}`))[0]?.n)
    const byHand = {
      users: await count('profiles'),
      admins: await count(`profiles where role = 'admin'`),
      benefits: await count('benefits'),
      active_benefits: await count('benefits where is_active'),
      orders: await count('orders'),
      orders_this_week: await count(`orders where created_at > now() - interval '168 hours'`),
      pending: await count(`orders where status = 'pending'`),
      overdue: await count(`orders where status = 'pending' and due_at < now()`),
      token_codes: await count('redeem_codes'),
      available_token_codes: await count('redeem_codes where not is_used'),
      invite_codes: await count('invite_codes'),
      available_invite_codes: await count('invite_codes where not is_used'),
    }
    expect(await counts()).toEqual(byHand)
    expect(await pending()).toBe(byHand.pending)

    await sql(
      `insert into orders (user_id, status, benefit_token_value, created_at, due_at) values
         ($1, 'pending', 0, now() - interval '8 days', now() - interval '6 days'),
         ($1, 'delivered', 0, now() - interval '6 days', now() - interval '4 days')`,
      [member.id],
    )
    await sql(
      `insert into benefits (name, description, token_value, is_active) values ('Off', 'Off', 1, false)`,
    )
    await sql(
      `insert into redeem_codes (code, token_value, is_used, used_at) values ('COUNTED', 1, true, now())`,
    )
    expect(await counts()).toEqual({
      ...byHand,
      orders: byHand.orders + 2,
      orders_this_week: byHand.orders_this_week + 1,
      pending: byHand.pending + 1,
      overdue: byHand.overdue + 1,
      benefits: byHand.benefits + 1,
      token_codes: byHand.token_codes + 1,
    })
    expect(await pending()).toBe(byHand.pending + 1)
  })
})

it('benefit_figures counts the orders of a benefit that are not cancelled, and the tokens they took', async () => {
  const { client } = await createAdmin(world)
  const [sold, dear, unsold, other] = [
    await createBenefit(world, { price: 3 }),
    await createBenefit(world, { price: 5 }),
    await createBenefit(world),
    await createBenefit(world, { price: 1 }),
  ]
  for (const benefit of [sold, sold, dear, other]) await placeOrder(await createMember(world), benefit)
  const cancelled = await placeOrder(await createMember(world), sold)
  await client.from('orders').update({ status: 'cancelled' }).eq('id', cancelled).throwOnError()
  // What an order took does not follow the price.
  await client.from('benefits').update({ token_value: 100 }).eq('id', dear.id).throwOnError()

  const asked = [sold.id, dear.id, unsold.id]
  const { data } = await client.rpc('benefit_figures', { p_benefits: asked }).throwOnError()
  const figures = data.map((row: { benefit_id: string; orders: number; tokens: number }) => [
    asked.indexOf(row.benefit_id),
    row.orders,
    row.tokens,
  ])
  expect(figures.sort()).toEqual([
    [0, 2, 6],
    [1, 1, 5],
    [2, 0, 0],
  ])
})

it('mail_status is the time of the last mail that auth recorded, if it did (D23)', async () => {
  const admin = await createAdmin(world)
  const last = async () => {
    const { data } = await admin.client
      .rpc('mail_status')
      .single<{ last_mail_at: string | null }>()
      .throwOnError()
    return data.last_mail_at
  }
  // A second more, for a time that is kept in whole ones.
  const before = Date.now() - 1_000
  await world.client().auth.resetPasswordForEmail(admin.email)
  const at = Date.parse(String(await last()))
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(Date.now() + 1_000)
  await undoneAsAdmin(world, async (sql) => {
    const read = () => sql('select last_mail_at::text as at from public.mail_status()')
    await sql(`update auth.users set email_change_sent_at = now() + interval '1 hour' where id = $1`, [
      admin.id,
    ])
    expect(await read()).toEqual(await sql(`select (now() + interval '1 hour')::text as at`))
    await sql('set local session_replication_role = replica')
    await sql(`update auth.users set confirmation_sent_at = null, recovery_sent_at = null, email_change_sent_at = null,
      reauthentication_sent_at = null, invited_at = null`)
    expect(await read()).toEqual([{ at: null }])
  })
})
