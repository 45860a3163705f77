import { expect, it } from 'vitest'
import { undoneAsAdmin } from './support/as-admin'
import { createAdmin, createMember } from './support/people'
import { createBenefit, createInviteCode, createTokenCode, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('admin_counts and pending_orders count what the tables hold', async () => {
  const member = await createMember(world)
  await createInviteCode(world)
  await createTokenCode(world)
  await placeOrder(member, await createBenefit(world))
  await undoneAsAdmin(world, async (sql) => {
    await sql(
      `insert into orders (user_id, status, benefit_token_value, created_at, due_at) values
         ($1, 'pending', 0, now() - interval '8 days', now() - interval '6 days'),
         ($1, 'delivered', 0, now() - interval '6 days', now() - interval '4 days')`,
      [member.id],
    )
    await sql(
      `insert into benefits (name, description, token_value, is_active) values ('Off', 'Off', 1, false)`,
    )
    await sql(`insert into redeem_codes (code, token_value, uses, used_at) values ('COUNTED', 1, 1, now())`)
    for (const [table, column] of [
      ['redeem_codes', 'token_value'],
      ['invite_codes', 'created_by'],
    ])
      await sql(
        `insert into ${table} (code, ${column}, revoked_at, revoked_by, revoked_reason)
         values ('NOT COUNTED', ${column === 'token_value' ? '1' : 'null'}, now(), $1, 'Lost')`,
        [member.id],
      )
    // Of an invitation, whose codes have a list of their own, but count (specification, 7).
    await sql(`insert into invite_codes (code, is_plain) values ('NOT LISTED', false)`)
    const count = async (rows: string) => Number((await sql(`select count(*) as n from ${rows}`))[0]?.n)
    const expected = {
      users: await count('profiles'),
      admins: await count(`profiles where role = 'admin'`),
      benefits: await count('benefits'),
      active_benefits: await count('benefits where is_active'),
      orders: await count('orders'),
      orders_this_week: await count(`orders where created_at > now() - interval '168 hours'`),
      pending: await count(`orders where status = 'pending'`),
      overdue: await count(`orders where status = 'pending' and due_at < now()`),
      token_codes: await count('redeem_codes'),
      available_token_codes: await count(
        'redeem_codes where not is_used and revoked_at is null and coalesce(expires_at > now(), true)',
      ),
      invite_codes: await count('invite_codes'),
      available_invite_codes: await count(
        'invite_codes where is_plain and not is_used and revoked_at is null and coalesce(expires_at > now(), true)',
      ),
    }
    const [row] = await sql('select * from public.admin_counts()')
    const counts = Object.entries(row ?? {}).map(([name, n]) => [name, Number(n)])
    expect(Object.fromEntries(counts)).toEqual(expected)
    expect((await sql('select public.pending_orders() as n'))[0]?.n).toBe(expected.pending)
  })
})

it('benefit_figures counts orders that are not cancelled, and the tokens they cost', async () => {
  const { client } = await createAdmin(world)
  const create = (price: number) => createBenefit(world, { price })
  const [sold, dear, unsold, other] = [await create(3), await create(5), await create(10), await create(1)]
  for (const benefit of [sold, sold, dear, other]) await placeOrder(await createMember(world), benefit)
  const cancelled = await placeOrder(await createMember(world), sold)
  await client.from('orders').update({ status: 'cancelled' }).eq('id', cancelled).throwOnError()
  // The cost of an order does not follow the price.
  await client.from('benefits').update({ token_value: 100 }).eq('id', dear.id).throwOnError()

  const p_benefits = [sold.id, dear.id, unsold.id]
  const { data } = await client.rpc('benefit_figures', { p_benefits }).throwOnError()
  const figures = data.map((row: { benefit_id: string; orders: number; tokens: number }) => [
    p_benefits.indexOf(row.benefit_id),
    row.orders,
    row.tokens,
  ])
  expect(figures.sort()).toEqual([
    [0, 2, 6],
    [1, 1, 5],
    [2, 0, 0],
  ])
})

it('email_status returns the time of the last recorded email, or null (D23)', async () => {
  const admin = await createAdmin(world)
  // Auth rounds the time to a second.
  const before = Date.now() - 1_000
  await world.client().auth.resetPasswordForEmail(admin.email)
  const status = admin.client.rpc('email_status').single<{ last_email_at: string | null }>()
  const at = Date.parse(String((await status.throwOnError()).data.last_email_at))
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(Date.now() + 1_000)
  await undoneAsAdmin(world, async (sql) => {
    const read = () => sql('select last_email_at::text as at from public.email_status()')
    const later = `now() + interval '1 hour'`
    await sql(`update auth.users set email_change_sent_at = ${later} where id = $1`, [admin.id])
    expect(await read()).toEqual(await sql(`select (${later})::text as at`))
    await sql('set local session_replication_role = replica')
    await sql(`update auth.users set confirmation_sent_at = null, recovery_sent_at = null, email_change_sent_at = null,
      reauthentication_sent_at = null, invited_at = null`)
    expect(await read()).toEqual([{ at: null }])
  })
})
