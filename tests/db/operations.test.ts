import { expect, it } from 'vitest'
import {
  createDesk,
  createFreeOrders,
  dryRun,
  operate,
  resume,
  rowOf,
  setStatuses,
  statusesOf,
} from './support/operations'
import { outcome } from './support/outcome'
import { createMember } from './support/people'
import { balanceOf, placeOrder, reconcile } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('counts without changing anything, and runs what it counted (D46)', async () => {
  const { admin, member, orders } = await createDesk(world)
  const plan = await dryRun(admin, orders, 'cancelled')
  expect(plan).toMatchObject({
    state: 'planned',
    changed: 3,
    skipped: [],
    tokens: 30,
    emails: 3,
    remaining: 0,
  })
  expect(await statusesOf(world.sql, orders)).toEqual(['pending', 'pending', 'pending'])
  const run = await setStatuses(admin, orders, 'cancelled', { p_expected: plan })
  expect(run).toMatchObject({
    operation_id: plan.operation_id,
    state: 'done',
    changed: 3,
    tokens: 30,
    remaining: 0,
  })
  expect(await statusesOf(world.sql, orders)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(await balanceOf(world, member.id)).toBe(30)
  expect(await reconcile(world)).toEqual([])
  // Sent again, as after a lost response, it answers and does nothing more.
  expect(await setStatuses(admin, orders, 'cancelled', { p_expected: plan })).toEqual(run)
})

it('says which tokens move in both directions, also where their sum is 0 (D46)', async () => {
  const { admin, colleague, benefit, orders } = await createDesk(world, 2, 60)
  const other = await createMember(world, { tokens: 100 })
  await setStatuses(colleague, orders, 'cancelled')
  await world.sql(
    `insert into app_settings (key, value) values ('sla_credit_rate', '20'), ('sla_credit_cap', '20')
     on conflict (key) do update set value = excluded.value`,
  )
  const late = [await placeOrder(other, benefit), await placeOrder(other, benefit)]
  await world.sql(`update app_settings set value = '0' where key = 'sla_credit_rate'`)
  await world.sql(`update orders set due_at = now() - interval '2 hours' where id = any ($1)`, [late])
  expect(await dryRun(admin, [...orders, ...late], 'delivered')).toMatchObject({
    tokens: 0,
    moves: [
      { move: 'charged', tokens: 20, members: 1 },
      { move: 'credited', tokens: 20, members: 1 },
    ],
  })
})

it('does not run when the dry run matched nothing (D46)', async () => {
  const { admin, orders } = await createDesk(world, 2)
  const benefit = (
    await world.sql<{ id: string }>('select benefit_id as id from orders where id = $1', [orders[0]])
  )[0]?.id
  const call = { p_filter: { benefit, status: 'processing' }, p_status: 'delivered' }
  const { operation_id } = await operate(admin, 'set_order_statuses', { ...call, p_dry_run: true })
  await setStatuses(admin, orders, 'processing')
  const run = { ...call, p_dry_run: false, p_expected: { operation_id } }
  expect(await operate(admin, 'set_order_statuses', run)).toMatchObject({ state: 'done', changed: 0 })
  expect(await statusesOf(world.sql, orders)).toEqual(['processing', 'processing'])
})

it('skips what does not fit, grouped by reason and with who did it (D46)', async () => {
  const { admin, colleague, member, benefit, orders } = await createDesk(world, 5, 60)
  const [same = '', byMember = '', byAdmin = '', dear = '', fits = ''] = orders
  const gone = await createMember(world)
  const left = await placeOrder(gone, benefit)
  await world.sql('delete from profiles where id = $1', [gone.id])
  await setStatuses(colleague, [same], 'delivered')
  await member.client.rpc('cancel_my_order', { p_order_id: byMember }).throwOnError()
  await setStatuses(colleague, [byAdmin, dear], 'cancelled')
  await world.sql(`select private.post_tokens($1, 'purchase', -25, 'Spent')`, [member.id])

  const plan = await dryRun(
    admin,
    [...orders, left, fits, '00000000-0000-4000-8000-000000000001'],
    'delivered',
  )
  const { name, at } = { name: colleague.name, at: expect.any(String) }
  expect(plan).toMatchObject({ changed: 2, tokens: -10, emails: 2 })
  expect(plan.skipped).toEqual([
    { reason: 'cancelled_by_member', count: 1 },
    { reason: 'deleted_user', count: 1 },
    { reason: 'insufficient_tokens', count: 1 },
    { reason: 'not_found', count: 1 },
    { reason: 'same_status', count: 1, by: name, at },
  ])
  const run = await setStatuses(admin, orders, 'delivered', { p_expected: plan })
  expect(run.changed).toBe(2)
  const list = { p_operation_id: run.operation_id, p_state: 'skipped' }
  const { data: rows } = await admin.client.rpc('operation_rows', list).throwOnError()
  expect(rows).toHaveLength(5)
  expect(rows).toContainEqual(
    expect.objectContaining({
      row_id: same,
      label: expect.stringMatching(/^ORD-/),
      reason: 'same_status',
      reason_by: name,
    }),
  )
  expect(await reconcile(world)).toEqual([])
})

it('is refused when its numbers are not those of today, and changes nothing (D46)', async () => {
  const { admin, colleague, orders } = await createDesk(world)
  const attempt = async (p_expected: object, status = 'cancelled') =>
    outcome(
      await admin.client.rpc('set_order_statuses', {
        p_ids: orders,
        p_status: status,
        p_dry_run: false,
        p_expected,
      }),
    )
  const plan = await dryRun(admin, orders, 'cancelled')
  for (const forged of [
    { changed: 2 },
    { tokens: 29 },
    { emails: 0 },
    { skipped: [{ reason: 'same_status', count: 1 }] },
  ]) {
    expect(await attempt({ ...plan, ...forged })).toBe('numbers_differ')
    expect(await attempt(forged)).toBe('numbers_differ')
  }
  // Another status than that of the dry run.
  expect(await attempt({ operation_id: plan.operation_id }, 'delivered')).toBe('numbers_differ')
  const { operation_id: others } = await dryRun(colleague, orders, 'cancelled')
  expect(await attempt({ operation_id: others })).toBe('not_your_operation')
  expect(await attempt({ operation_id: '00000000-0000-4000-8000-000000000001' })).toBe('operation_not_found')
  await colleague.client.from('orders').update({ status: 'processing' }).eq('id', orders[0]).throwOnError()
  const differ = await admin.client.rpc('set_order_statuses', {
    p_status: 'cancelled',
    p_dry_run: false,
    p_expected: { operation_id: plan.operation_id },
  })
  expect(JSON.parse(differ.error?.details ?? '')).toMatchObject({
    changed: 2,
    skipped: [{ reason: 'changed_since', count: 1 }],
  })
  const late = await dryRun(admin, orders, 'cancelled')
  await world.sql(`update operations set created_at = now() - interval '301 seconds' where id = $1`, [
    late.operation_id,
  ])
  expect(await attempt({ operation_id: late.operation_id })).toBe('dry_run_expired')
  expect(await statusesOf(world.sql, orders)).toEqual(['processing', 'pending', 'pending'])
})

it('works in steps of 500, which any admin can continue, each row only if it is unchanged (D46)', async () => {
  const { admin, colleague } = await createDesk(world, 0)
  const orders = await createFreeOrders(world, 1_001)
  const run = await setStatuses(admin, orders, 'processing')
  expect(run).toMatchObject({ state: 'running', changed: 500, remaining: 501, undo_until: null })
  expect(await statusesOf(world.sql, orders.slice(499, 501))).toEqual(['processing', 'pending'])
  await setStatuses(colleague, [orders[600] ?? ''], 'completed')
  await setStatuses(colleague, [orders[700] ?? ''], 'processing')
  // A step that dies changes nothing.
  await world.undone(async (sql) => {
    await sql(`select set_config('request.jwt.claims', json_build_object('sub', $1::text)::text, true)`, [
      colleague.id,
    ])
    await sql('select continue_operation($1)', [run.operation_id])
  })
  expect(await rowOf(world.sql, run.operation_id)).toMatchObject({ changed: 500, remaining: 501 })
  expect(await resume(colleague, run)).toMatchObject({ state: 'running', changed: 998, remaining: 1 })
  const done = await resume(admin, run)
  expect(done).toMatchObject({ state: 'done', changed: 999, remaining: 0 })
  expect(done.skipped).toMatchObject([
    { reason: 'changed_since', count: 1 },
    { reason: 'same_status', count: 1, by: colleague.name },
  ])
  // Continued once more, it only answers.
  expect(await resume(colleague, run)).toEqual(done)
})

it('changes in its first step only rows that were locked for the plan (D46)', async () => {
  const { admin } = await createDesk(world, 0)
  const orders = await createFreeOrders(world, 501)
  await world.sql(`update orders set status = 'processing' where id = $1`, [orders[0]])
  expect(await setStatuses(admin, orders, 'processing')).toMatchObject({ changed: 499, remaining: 1 })
})
