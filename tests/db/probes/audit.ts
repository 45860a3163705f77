import { expect } from 'vitest'
import { sqlOutcome, tried } from '../support/outcome'
import { createCast } from '../support/people'
import { createBenefit, placeOrder } from '../support/rows'
import type { World } from '../support/world'

/** D29: what an admin changes is recorded: who, what, before, after. */
export async function adminChangesAreRecorded(world: World): Promise<void> {
  const { people, admin } = await createCast(world)
  const benefit = await createBenefit(world, { price: 12 })
  const order = await placeOrder(people.owner, benefit)
  await admin.from('benefits').update({ token_value: 13 }).eq('id', benefit.id).throwOnError()
  await admin.from('orders').update({ status: 'processing' }).eq('id', order).throwOnError()
  await admin
    .from('profiles')
    .update({ current_tokens: 90, phone: '7', adjustment_reason: 'Test reason' })
    .eq('id', people.owner.id)
    .throwOnError()
  await admin.from('profiles').update({ role: 'admin' }).eq('id', people.other.id).throwOnError()
  await admin.from('benefits').delete().eq('id', benefit.id).throwOnError()

  const rows = await world.sql(
    `select table_name, row_id, action, before - 'updated_at' as before, after - 'updated_at' as after
     from private.audit_log where actor_id = $1 order by id`,
    [people.admin.id],
  )
  expect(rows).toMatchObject([
    {
      table_name: 'benefits',
      row_id: benefit.id,
      action: 'update',
      before: { token_value: 12 },
      after: { token_value: 13 },
    },
    { table_name: 'orders', row_id: order, before: { status: 'pending' }, after: { status: 'processing' } },
    {
      table_name: 'profiles',
      before: { current_tokens: 88, phone: null },
      after: { current_tokens: 90, phone: '7' },
    },
    { table_name: 'profiles', row_id: people.other.id, before: { role: 'user' }, after: { role: 'admin' } },
    {
      table_name: 'benefits',
      action: 'delete',
      before: { name: 'Test Benefit', token_value: 13 },
      after: null,
    },
  ])
}

/** D29: nobody edits the log, the owner of the database included. */
export async function logOnlyGrows(world: World): Promise<void> {
  const { admin } = await createCast(world)
  await admin.from('benefits').insert({ name: 'Logged', description: 'x', token_value: 1 }).throwOnError()
  const count = async () => (await world.sql('select count(*)::int as n from private.audit_log'))[0]?.n
  const before = await count()
  await world.undone(async (sql) => {
    expect(await tried(sql, 'delete from private.audit_log')).toBe('audit_log_is_immutable')
    expect(await tried(sql, `update private.audit_log set after = '{}'`)).toBe('audit_log_is_immutable')
  })
  expect(await sqlOutcome(world.sql('truncate private.audit_log'))).toBe('audit_log_is_immutable')
  expect(await count()).toBe(before)
}

/** D12: what erases a deleted person's data from the log does not work for anybody who is there. */
export async function logOfTheLivingStays(world: World): Promise<void> {
  const { people, admin } = await createCast(world)
  await admin.from('profiles').update({ phone: '555 0100' }).eq('id', people.other.id).throwOnError()
  const erase = `update private.audit_log
    set before = before - private.personal_columns(), after = after - private.personal_columns()
    where table_name = 'profiles' and row_id = $1`
  await world.undone(async (sql) => {
    expect(await tried(sql, erase, [people.other.id])).toBe('audit_log_is_immutable')
  })
  await admin.from('profiles').delete().eq('id', people.other.id).throwOnError()
  await world.undone(async (sql) => expect(await tried(sql, erase, [people.other.id])).toBe('done'))
}
