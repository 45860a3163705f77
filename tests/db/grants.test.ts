import { expect, it } from 'vitest'
import { columnOf, rpc, scalarOf } from './support/ask'
import { notificationKindsOf, setPreference } from './support/notifications'
import { callOperation, type Result, settle, undo } from './support/operations'
import { createAdmin, createMember, type Person } from './support/people'
import { balanceOf, reconcile } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

const grant = (admin: Person, lines: unknown, more: Row = {}): Promise<Result> =>
  callOperation(admin, 'grant_tokens', {
    p_rows: lines,
    p_type: 'adjustment',
    p_reason: 'Spring',
    p_dry_run: false,
    ...more,
  })
const lineFor = ({ email }: Person, tokens: unknown = 5, reason?: string) => ({ email, tokens, reason })
const newest = async (person: Person) => {
  const entries = person.client.from('token_transactions')
  const columns = 'transaction_type, amount, description, reason, actor_id'
  return (await entries.select(columns).order('seq', { ascending: false }).limit(1).single().throwOnError())
    .data
}
const kindsOf = (person: Person) => notificationKindsOf(world.sql, person)
const logOf = ({ id }: Person) =>
  world.sql('select table_name, row_id from private.audit_log where actor_id = $1', [id])

it('grants tokens to many, with the reason of each line, notifies them when undo closes, and logs one line (D45)', async () => {
  const [admin, mia, noor] = [await createAdmin(world), await createMember(world), await createMember(world)]
  await setPreference(noor, 'tokens', true, true).throwOnError()
  const lines = [lineFor(mia, 5), { ...lineFor(noor, 7, 'Talk'), email: ` ${noor.email.toUpperCase()} ` }]
  const plan = await grant(admin, lines, { p_type: 'purchase', p_dry_run: true })
  expect(plan).toMatchObject({ state: 'planned', changed: 2, skipped: [], tokens: 12, emails: 1 })
  expect(plan.moves).toEqual([{ move: 'granted', tokens: 12, members: 2 }])
  expect(await balanceOf(world, mia.id)).toBe(25)
  const run = await grant(admin, lines, { p_type: 'purchase', p_expected: plan })
  const { operation_id } = plan
  expect(run).toMatchObject({ operation_id, state: 'done', changed: 2, tokens: 12, remaining: 0 })
  const bought = (amount: number, reason: string) => {
    const description = `Bought ${amount} tokens`
    return { transaction_type: 'purchase', actor_id: admin.id, amount, description, reason }
  }
  expect([await newest(mia), await newest(noor)]).toEqual([bought(5, 'Spring'), bought(7, 'Talk')])
  const granted = (tokens: number, reason: string) => [['tokens_adjusted', { tokens, reason }]]
  expect(await kindsOf(mia)).toEqual([])
  await settle(world.sql)
  expect([await kindsOf(mia), await kindsOf(noor)]).toEqual([granted(5, 'Spring'), granted(7, 'Talk')])
  expect(await grant(admin, lines, { p_type: 'purchase', p_expected: plan })).toMatchObject({ state: 'done' })
  const emails = `select recipient_id from private.outbox where recipient_id in ($1, $2) and kind = 'tokens_adjusted'`
  expect(await columnOf(world.sql, emails, [mia.id, noor.id])).toEqual([noor.id])
  expect(await logOf(admin)).toEqual([{ table_name: 'operations', row_id: operation_id }])
  expect(await reconcile(world)).toEqual([])
})

it('skips each wrong line, by its position, and stores nothing of unknown addresses (D45)', async () => {
  const [admin, mia] = [await createAdmin(world), await createMember(world)]
  const rich = await createMember(world, { tokens: 999_999_999 })
  const wrong: [reason: string, line: unknown, label?: string][] = [
    ['invalid_email', { email: 'nobody', tokens: 5 }],
    ['unknown_email', { email: 'nobody@x.test', tokens: 5 }],
    ...['many', 1.5, -5, 0, 1_000_001].map((tokens): [string, unknown] => [
      'invalid_tokens',
      lineFor(mia, tokens),
    ]),
    ...[...'=+-@＝＋－＠'].map((mark): [string, unknown] => [
      'formula',
      lineFor(mia, 5, `${mark}HYPERLINK("x.test")`),
    ]),
    ['invalid_reason', lineFor(mia, 5, 'x'.repeat(201))],
    ['invalid_reason', lineFor(mia, 5, 'a\u200bb')],
    ['', lineFor(mia, 5, 'x'.repeat(200))],
    ['duplicate_line', { email: mia.email.toUpperCase(), tokens: 6 }],
    ['balance_too_large', lineFor(rich, 5), rich.name],
    ...[null, 'mia@x.test,5', [], { email: { of: 'mia' }, tokens: {} }].map((line): [string, unknown] => [
      'invalid_email',
      line,
    ]),
  ]
  const lines = wrong.map(([, line]) => line)
  const plan = await grant(admin, lines, { p_dry_run: true })
  const { operation_id: p_operation_id } = plan
  const rows: Row[] = await rpc(admin, 'operation_rows', { p_operation_id, p_state: 'skipped' })
  expect(rows.map(({ position, reason, label }) => `${position} ${reason} ${label}`)).toEqual(
    wrong.flatMap(([reason, , label], at) =>
      reason ? `${at + 1} ${reason} ${label ?? `Row ${at + 1}`}` : [],
    ),
  )
  expect(plan).toMatchObject({ changed: 1, tokens: 5 })
  const stored = `select from private.operation_rows join private.operation_content using (operation_id)
    where operation_id = $1 and (input::text like '%x.test%' or content::text like '%x.test%')`
  expect(await world.sql(stored, [p_operation_id])).toEqual([])
  expect(await grant(admin, [lineFor(mia)], { p_dry_run: true, p_reason: ' ' })).toMatchObject({
    skipped: [{ reason: 'reason_required', count: 1 }],
  })
})

it('undoes a grant, except for spent tokens, and notifies only of what stays (D46)', async () => {
  const [admin, mia, noor] = [await createAdmin(world), await createMember(world), await createMember(world)]
  await setPreference(noor, 'tokens', true, true).throwOnError()
  const run = await grant(admin, [lineFor(mia, 5), lineFor(noor, 30)])
  await world.sql(`select private.post_tokens($1, 'adjustment', -40, 'Spent')`, [noor.id])
  await world.sql('delete from notifications')
  const left = { changed: 1, tokens: 30, emails: 1, kept: [{ reason: 'tokens_spent', count: 1 }] }
  expect(await undo(admin, run)).toMatchObject({ state: 'undone', undone: 1, ...left })
  const reason = 'The tokens granted before were taken back.'
  expect(await newest(mia)).toMatchObject({ transaction_type: 'adjustment', amount: -5, reason })
  expect([await balanceOf(world, mia.id), await balanceOf(world, noor.id)]).toEqual([25, 15])
  await settle(world.sql, 0)
  expect(await kindsOf(mia)).toEqual([])
  expect(await kindsOf(noor)).toEqual([['tokens_adjusted', { tokens: 30, reason: 'Spring' }]])
  expect(await reconcile(world)).toEqual([])
})

const extend = (admin: Person, people: Person[], more: Row = {}): Promise<Result> =>
  callOperation(admin, 'extend_memberships', {
    p_ids: people.map(({ id }) => id),
    p_months: 12,
    p_dry_run: false,
    ...more,
  })
const setEnd = ({ id }: Person, end: string) =>
  world.sql(`update profiles set membership_end_date = ${end} where id = $1`, [id])
const endsIn = ({ id }: Person, from = 'now()') =>
  scalarOf(
    world.sql,
    `select age(date_trunc('day', membership_end_date, 'UTC'), date_trunc('day', ${from}, 'UTC'))::text from profiles where id = $1`,
    [id],
  )

it('extends memberships from the end, or from today if that has passed, notifies the members and logs one line (D45)', async () => {
  const admin = await createAdmin(world)
  const people = await Promise.all([1, 2, 3].map(() => createMember(world)))
  const [running, ended, endless] = people as [Person, Person, Person]
  await setEnd(running, `'2030-03-31T12:00:00Z'`)
  await setEnd(ended, `now() - interval '40 days'`)
  await setEnd(endless, 'null')
  await setPreference(ended, 'membership', false, false)
  const plan = await extend(admin, people, { p_dry_run: true })
  expect(plan).toMatchObject({ changed: 2, skipped: [{ reason: 'no_end', count: 1 }], tokens: 0, emails: 1 })
  const run = await extend(admin, people, { p_expected: plan })
  expect(run).toMatchObject({ state: 'done', changed: 2 })
  expect(await endsIn(running, `'2030-03-31'::timestamptz`)).toBe('1 year')
  expect([await endsIn(ended), await endsIn(endless)]).toEqual(['1 year', null])
  expect(await kindsOf(running)).toEqual([])
  await settle(world.sql)
  const extended = ['membership_extended', { ends_at: expect.stringMatching(/^2031-03-31T12:00:00/) }]
  expect(await kindsOf(running)).toEqual([extended])
  expect(await kindsOf(ended)).toEqual([])
  const emails = `select o.recipient_id, private.email_data(o) ->> 'ends_on' as ends_on from private.outbox as o where o.cause_id = $1`
  const sent = { recipient_id: running.id, ends_on: 'March 31, 2031' }
  expect(await world.sql(emails, [run.operation_id])).toEqual([sent])
  expect(await logOf(admin)).toMatchObject([{ table_name: 'operations' }])
})
