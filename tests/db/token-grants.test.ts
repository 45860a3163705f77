import { expect, it } from 'vitest'
import { toldTo } from './support/notifications'
import { operate, type Result, settle, undo } from './support/operations'
import { createAdmin, createMember, type Person } from './support/people'
import { balanceOf, reconcile } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

type Line = { email?: unknown; tokens?: unknown; reason?: unknown }

const grant = (admin: Person, lines: unknown, more: Row = {}): Promise<Result> =>
  operate(admin, 'grant_tokens', {
    p_rows: lines,
    p_type: 'adjustment',
    p_reason: 'Spring',
    p_dry_run: false,
    ...more,
  })
const lineFor = (person: Person, tokens: unknown = 5, reason?: string): Line => ({
  email: person.email,
  tokens,
  reason,
})
const newest = async (person: Person) =>
  (
    await person.client
      .from('token_transactions')
      .select('transaction_type, amount, description, reason, actor_id')
      .order('seq', { ascending: false })
      .limit(1)
      .single()
      .throwOnError()
  ).data

it('grants tokens to many, with the reason of each line, notifies them when undo closes, and logs one line (D45)', async () => {
  const [admin, mia, noor] = [await createAdmin(world), await createMember(world), await createMember(world)]
  await noor.client
    .from('notification_preferences')
    .upsert({ kind: 'tokens', in_app: true, by_email: true })
    .throwOnError()
  const lines = [lineFor(mia, 5), { ...lineFor(noor, 7, 'Talk'), email: ` ${noor.email.toUpperCase()} ` }]
  const plan = await grant(admin, lines, { p_type: 'purchase', p_dry_run: true })
  expect(plan).toMatchObject({ state: 'planned', changed: 2, skipped: [], tokens: 12, emails: 1 })
  expect(plan.moves).toEqual([{ move: 'granted', tokens: 12, members: 2 }])
  expect(await balanceOf(world, mia.id)).toBe(25)
  const run = await grant(admin, lines, { p_type: 'purchase', p_expected: plan })
  expect(run).toMatchObject({
    operation_id: plan.operation_id,
    state: 'done',
    changed: 2,
    tokens: 12,
    remaining: 0,
  })
  const bought = { transaction_type: 'purchase', actor_id: admin.id }
  expect(await newest(mia)).toEqual({
    ...bought,
    amount: 5,
    description: 'Bought 5 tokens',
    reason: 'Spring',
  })
  expect(await newest(noor)).toEqual({ ...bought, amount: 7, description: 'Bought 7 tokens', reason: 'Talk' })
  expect(await toldTo(world.sql, mia)).toEqual([])
  await settle(world.sql)
  expect(await toldTo(world.sql, mia)).toEqual([['tokens_adjusted', { tokens: 5, reason: 'Spring' }]])
  expect(await toldTo(world.sql, noor)).toEqual([['tokens_adjusted', { tokens: 7, reason: 'Talk' }]])
  expect(
    await world.sql(`select recipient_id, kind from private.outbox where recipient_id in ($1, $2)`, [
      mia.id,
      noor.id,
    ]),
  ).toEqual([{ recipient_id: noor.id, kind: 'tokens_adjusted' }])
  expect(
    await world.sql(`select table_name, row_id from private.audit_log where actor_id = $1`, [admin.id]),
  ).toEqual([{ table_name: 'operations', row_id: run.operation_id }])
  expect(await reconcile(world)).toEqual([])
})

it('skips each line that is wrong, by its position', async () => {
  const [admin, mia] = [await createAdmin(world), await createMember(world)]
  const rich = await createMember(world, { tokens: 999_999_999 })
  const lines = [
    { email: 'nobody', tokens: 5 },
    { email: 'nobody@x.test', tokens: 5 },
    lineFor(mia, 'many'),
    lineFor(mia, 1.5),
    lineFor(mia, -5),
    lineFor(mia, 1_000_001),
    lineFor(mia, 5, '=HYPERLINK("https://evil.example")'),
    lineFor(mia, 5, `${'x'.repeat(201)}`),
    lineFor(mia, 5, 'a\u200bb'),
    lineFor(mia, 5),
    { email: mia.email.toUpperCase(), tokens: 6 },
    lineFor(rich, 5),
    null,
    'mia@x.test,5',
    [],
    { email: { of: 'mia' }, tokens: {} },
  ]
  const plan = await grant(admin, lines, { p_dry_run: true })
  const { data } = await admin.client
    .rpc('operation_rows', { p_operation_id: plan.operation_id, p_state: 'skipped' })
    .throwOnError()
  expect(data.map((row: Row) => `${row.position} ${row.reason} ${row.label}`)).toEqual([
    '1 invalid_email Row 1',
    '2 unknown_email Row 2',
    ...[3, 4, 5, 6].map((line) => `${line} invalid_tokens Row ${line}`),
    '7 formula Row 7',
    '8 invalid_reason Row 8',
    '9 invalid_reason Row 9',
    '11 duplicate_line Row 11',
    `12 balance_too_large ${rich.name}`,
    ...[13, 14, 15, 16].map((line) => `${line} invalid_email Row ${line}`),
  ])
  expect(plan).toMatchObject({ changed: 1, tokens: 5 })
  // What names nobody is not stored.
  expect(
    await world.sql(
      `select from private.operation_rows where operation_id = $1 and input::text like '%x.test%'`,
      [plan.operation_id],
    ),
  ).toEqual([])
  expect(await grant(admin, [lineFor(mia)], { p_dry_run: true, p_reason: ' ' })).toMatchObject({
    skipped: [{ reason: 'reason_required', count: 1 }],
  })
})

it('undoes a grant, except for spent tokens, and notifies only of what stays (D46)', async () => {
  const [admin, mia, noor] = [await createAdmin(world), await createMember(world), await createMember(world)]
  const run = await grant(admin, [lineFor(mia, 5), lineFor(noor, 30)])
  await world.sql(`select private.post_tokens($1, 'purchase', -40, 'Spent')`, [noor.id])
  await world.sql('delete from notifications')
  const undone = await undo(admin, run)
  expect(undone).toMatchObject({ state: 'undone', undone: 1, kept: [{ reason: 'tokens_spent', count: 1 }] })
  expect(await newest(mia)).toMatchObject({
    transaction_type: 'adjustment',
    amount: -5,
    reason: 'The tokens granted before were taken back.',
  })
  expect([await balanceOf(world, mia.id), await balanceOf(world, noor.id)]).toEqual([25, 15])
  await settle(world.sql)
  expect(await toldTo(world.sql, mia)).toEqual([])
  expect(await toldTo(world.sql, noor)).toEqual([['tokens_adjusted', { tokens: 30, reason: 'Spring' }]])
  expect(await reconcile(world)).toEqual([])
})

it('notifies all admins of more than 1,000 tokens, once for the whole grant, when undo closes (D45)', async () => {
  const [admin, other] = [await createAdmin(world), await createAdmin(world)]
  const members = await Promise.all([1, 2, 3].map(() => createMember(world)))
  const lines = members.map((member, at) => lineFor(member, at === 0 ? 1001 : 500))
  const run = await grant(admin, lines)
  expect(await toldTo(world.sql, other)).toEqual([])
  await settle(world.sql)
  expect(await toldTo(world.sql, other)).toEqual([['large_grant', { tokens: 2001, members: 3 }]])
  await other.client
    .from('notification_preferences')
    .upsert({ kind: 'grants', in_app: true, by_email: true })
    .throwOnError()
  await world.sql(`select private.queue_email('large_grant', $1, $2, now())`, [run.operation_id, other.id])
  expect(
    await world.sql(`select private.email_data(o) as data from private.outbox as o where o.cause_id = $1`, [
      run.operation_id,
    ]),
  ).toEqual([{ data: { tokens: 2001, name: '3 members' } }])
  const undone = await undo(admin, await grant(admin, lines))
  expect(undone.undone).toBe(3)
  await world.sql('delete from notifications')
  await settle(world.sql)
  expect(await toldTo(world.sql, other)).toEqual([])
})
