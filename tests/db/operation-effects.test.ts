import { expect, it } from 'vitest'
import { createDesk, dryRun, operate, type Result, setStatuses } from './support/operations'
import { outcome } from './support/outcome'
import { balanceOf, createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('writes one line to the log, and its rows to the history of each order (D29, D46)', async () => {
  const { admin, member, orders } = await createDesk(world)
  const { operation_id } = await setStatuses(admin, orders, 'delivered')
  const lines = await world.sql('select * from private.audit_log where row_id = any ($1)', [
    [operation_id, ...orders],
  ])
  expect(lines).toMatchObject([
    {
      actor_id: admin.id,
      table_name: 'operations',
      action: 'insert',
      after: { kind: 'order_status', parameters: { status: 'delivered' }, rows: 3, skipped: 0 },
    },
  ])
  const { data: history } = await admin.client.rpc('order_history', { p_order_id: orders[0] })
  expect(history).toMatchObject([
    {
      actor_id: admin.id,
      from_status: 'pending',
      to_status: 'delivered',
      operation_id,
      is_undo: false,
    },
  ])
  const { data: events } = await member.client.rpc('order_events', { p_order_id: orders[0] })
  expect(events).toContainEqual(
    expect.objectContaining({
      event: 'status',
      actor: admin.name,
      detail: { from: 'pending', to: 'delivered' },
    }),
  )
})

it('writes a note on many orders, and undoes it (D46)', async () => {
  const { admin, orders } = await createDesk(world)
  expect(await operate(admin, 'note_orders', { p_ids: orders })).toMatchObject({
    changed: 3,
    tokens: 0,
    emails: 0,
  })
  const blank = { p_ids: orders, p_note: ' ', p_dry_run: false }
  expect(outcome(await admin.client.rpc('note_orders', blank))).toBe('invalid_note')
  const notes = async () =>
    (await admin.client.from('order_notes').select('author_id, body, operation_id').in('order_id', orders))
      .data
  const run = await operate(admin, 'note_orders', { ...blank, p_note: ' Ask the maker ' })
  await setStatuses(admin, [orders[0] ?? ''], 'processing', { p_note: 'Begun' })
  const note = { author_id: admin.id, body: 'Ask the maker', operation_id: run.operation_id }
  expect(await notes()).toEqual(expect.arrayContaining([note, note, note]))
  expect(await notes()).toContainEqual(expect.objectContaining({ body: 'Begun' }))
  const undone = await operate(admin, 'undo_operation', { p_operation_id: run.operation_id })
  expect(undone).toMatchObject({ undone: 3, kept: [] })
  expect(await notes()).toMatchObject([{ body: 'Begun' }])
  const { data } = await admin.client.from('order_desk').select('notes').in('order_id', orders).order('notes')
  expect(data).toEqual([{ notes: 0 }, { notes: 0 }, { notes: 1 }])
})

it('counts a late credit, as of the dry run, and the limit of each member (D36, D46)', async () => {
  const { admin, member } = await createDesk(world, 0, 100)
  await world.sql(
    `insert into app_settings (key, value) values ('sla_credit_rate', '5'), ('sla_credit_cap', '15')
     on conflict (key) do update set value = excluded.value`,
  )
  const benefit = await createBenefit(world, { price: 20 })
  const orders = [await placeOrder(member, benefit), await placeOrder(member, benefit)]
  await world.sql(`update app_settings set value = '0' where key = 'sla_credit_rate'`)
  await world.sql(`update orders set due_at = now() - interval '9 hours' where id = any ($1)`, [orders])
  const plan: Result = await dryRun(admin, orders, 'delivered')
  const credited = { move: 'credited', tokens: 20, members: 1 }
  expect(plan).toMatchObject({ changed: 2, tokens: 20, moves: [credited] })
  expect(await dryRun(admin, orders, 'processing')).toMatchObject({ tokens: 0, moves: [] })
  expect(await dryRun(admin, orders, 'cancelled')).toMatchObject({
    tokens: 60,
    moves: [{ move: 'refunded', tokens: 40, members: 1 }, credited],
  })
  await setStatuses(admin, orders, 'delivered', { p_expected: plan })
  expect(await balanceOf(world, member.id)).toBe(60)
})
