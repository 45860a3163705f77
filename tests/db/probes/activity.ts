import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Activity } from '@/entities/activity/activity'
import { createAdmin, createMember, type Person } from '../support/people'
import { createBenefit, freshCode, placeOrder } from '../support/rows'
import type { World } from '../support/world'

/** Reads the log as an admin. */
export async function readActivity(admin: Person, wanted: object): Promise<Activity[]> {
  return (await admin.client.rpc('activity', wanted).throwOnError()).data as Activity[]
}

/** D29: actor, subject, old and new values of each kind of change, newest first. */
export async function logsEveryChange(world: World): Promise<void> {
  const name = `Ada ${randomUUID()}`
  const admin = await createAdmin(world, { name })
  const member = await createMember(world, { tokens: 100, name: 'Mo Member' })
  const { client } = admin
  const code = freshCode()
  const order = await placeOrder(member, await createBenefit(world, { price: 12 }))
  const [{ order_number } = {}] = await world.sql('select order_number from orders where id = $1', [order])
  const made = { name: 'Set', description: 'x', token_value: 5 }
  const { data: set } = await client.from('benefits').insert(made).select('id').single().throwOnError()
  await client.from('benefits').update({ token_value: 6 }).eq('id', set.id).throwOnError()
  await client.from('benefits').delete().eq('id', set.id).throwOnError()
  await client.from('orders').update({ status: 'cancelled' }).eq('id', order).throwOnError()
  await client
    .from('profiles')
    .update({ current_tokens: 90, adjustment_reason: 'Test reason' })
    .eq('id', member.id)
    .throwOnError()
  await client.from('invite_codes').insert({ code }).throwOnError()
  await client
    .from('app_settings')
    .upsert({ key: 'email_logo_url', value: `/${code}.png` })
    .throwOnError()

  const lines = await readActivity(admin, { p_search: name })
  expect(lines).toMatchObject([
    { table_name: 'app_settings', row_id: 'email_logo_url', subject: 'email_logo_url' },
    { table_name: 'invite_codes', action: 'insert', subject: code, before: null, after: { code } },
    {
      table_name: 'profiles',
      subject: 'Mo Member',
      before: { current_tokens: 100 },
      after: { current_tokens: 90, adjustment_type: 'adjustment', adjustment_reason: 'Test reason' },
    },
    {
      table_name: 'orders',
      row_id: order,
      subject: order_number,
      before: { status: 'pending' },
      after: { status: 'cancelled' },
    },
    { table_name: 'benefits', action: 'delete', subject: 'Set', before: { token_value: 6 }, after: null },
    { table_name: 'benefits', action: 'update', subject: 'Set', before: { token_value: 5 } },
    { table_name: 'benefits', action: 'insert', row_id: set.id, subject: 'Set', before: null, after: made },
  ])
  for (const line of lines) expect([line.actor_id, line.actor_name]).toEqual([admin.id, name])
}

/** D12: the log keeps no personal data of a deleted person. */
export async function erasesPersonalData(world: World): Promise<void> {
  const admin = await createAdmin(world, { name: `Ada ${randomUUID()}` })
  const [old, renamed, phone] = [randomUUID(), randomUUID(), randomUUID().slice(0, 30)]
  const member = await createMember(world, { name: old })
  await admin.client.from('profiles').update({ name: renamed, phone }).eq('id', member.id).throwOnError()
  const found = async () =>
    Promise.all(
      [old, renamed, phone, member.email].map(
        async (p_search) => (await readActivity(admin, { p_search })).length,
      ),
    )
  expect(await found()).toEqual([1, 1, 1, 1])
  await admin.client.from('profiles').delete().eq('id', member.id).throwOnError()
  expect(await found()).toEqual([0, 0, 0, 0])
  const lines = await readActivity(admin, { p_search: admin.name })
  expect(lines).toMatchObject([
    { row_id: member.id, action: 'delete', subject: null, before: { current_tokens: 25, role: 'user' } },
    { row_id: member.id, action: 'update', subject: null, before: {}, after: {} },
  ])
  const all = JSON.stringify(
    await world.sql('select * from private.audit_log where row_id = $1', [member.id]),
  )
  for (const word of [old, renamed, phone, member.email]) expect(all).not.toContain(word)
}
