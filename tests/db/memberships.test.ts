import { expect, it } from 'vitest'
import { choose, toldTo } from './support/notifications'
import { operate, type Result, settle, undo } from './support/operations'
import { outcome } from './support/outcome'
import { createAdmin, createMember, type Person } from './support/people'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

const extend = (admin: Person, people: Person[], more: Row = {}): Promise<Result> =>
  operate(admin, 'extend_memberships', {
    p_ids: people.map(({ id }) => id),
    p_months: 12,
    p_dry_run: false,
    ...more,
  })
const setEnd = ({ id }: Person, end: string) =>
  world.sql(`update profiles set membership_end_date = ${end} where id = $1`, [id])
const endsIn = async (person: Person, from: string) => {
  const [row] = await world.sql(
    `select age(date_trunc('day', membership_end_date, 'UTC'), date_trunc('day', ${from}, 'UTC'))::text as left from profiles where id = $1`,
    [person.id],
  )
  return row?.left
}

it('extends from the end, or from today if that has passed, notifies the members and logs one line (D45)', async () => {
  const admin = await createAdmin(world)
  const [running, ended, endless] = await Promise.all([1, 2, 3].map(() => createMember(world)))
  if (!running || !ended || !endless) throw new Error('three members')
  await setEnd(running, `'2030-03-31T12:00:00Z'`)
  await setEnd(ended, `now() - interval '40 days'`)
  await setEnd(endless, 'null')
  await choose(ended, 'membership', false, false)
  const people = [running, ended, endless]
  const plan = await extend(admin, people, { p_dry_run: true })
  expect(plan).toMatchObject({ changed: 2, skipped: [{ reason: 'no_end', count: 1 }], tokens: 0, emails: 1 })
  const run = await extend(admin, people, { p_expected: plan })
  expect(run).toMatchObject({ state: 'done', changed: 2 })
  expect(await endsIn(running, `'2030-03-31'::timestamptz`)).toBe('1 year')
  expect(await endsIn(ended, 'now()')).toBe('1 year')
  expect(await endsIn(endless, 'now()')).toBeNull()
  expect(await toldTo(world.sql, running)).toEqual([])
  await settle(world.sql)
  const told = await toldTo(world.sql, running)
  expect(told).toEqual([['membership_extended', { ends_at: expect.stringMatching(/^2031-03-31T12:00:00/) }]])
  expect(await toldTo(world.sql, ended)).toEqual([])
  expect(
    await world.sql(
      `select o.recipient_id, private.email_data(o) ->> 'ends_on' as ends_on from private.outbox as o where o.cause_id = $1`,
      [run.operation_id],
    ),
  ).toEqual([{ recipient_id: running.id, ends_on: 'March 31, 2031' }])
  expect(await world.sql(`select table_name from private.audit_log where actor_id = $1`, [admin.id])).toEqual(
    [{ table_name: 'operations' }],
  )
})

it('extends exactly the people whom a search finds', async () => {
  const [admin, ivo, other] = [
    await createAdmin(world),
    await createMember(world, { name: 'Ivo 100% Unusual' }),
    await createMember(world, { name: 'Ivo 100 Unusual' }),
  ]
  const more = { p_ids: null, p_filter: { search: '100% unus' } }
  expect(await extend(admin, [], more)).toMatchObject({ changed: 1 })
  expect(await endsIn(ivo, 'now()')).toBe('2 years')
  expect(await endsIn(other, 'now()')).toBe('1 year')
  for (const filter of [{ role: 'admin' }, { search: 1 }, { search: null }, []])
    expect(outcome(await admin.client.rpc('extend_memberships', { p_filter: filter, p_months: 1 }))).toBe(
      'unknown_filter',
    )
  for (const months of [0, -1, 61, null])
    expect(outcome(await admin.client.rpc('extend_memberships', { p_ids: [], p_months: months }))).toBe(
      'invalid_months',
    )
  expect(outcome(await admin.client.rpc('extend_memberships', { p_months: 1 }))).toBe('filter_or_ids')
  expect(outcome(await other.client.rpc('extend_memberships', { p_ids: [other.id], p_months: 1 }))).toBe(
    'not_admin',
  )
})

it('skips what was extended since the dry run, and restores only what nobody changed since (D46)', async () => {
  const [admin, colleague] = [await createAdmin(world), await createAdmin(world)]
  const [mia, noor] = [await createMember(world), await createMember(world)]
  const plan = await extend(admin, [mia, noor], { p_dry_run: true })
  await extend(colleague, [mia])
  expect(
    outcome(
      await admin.client.rpc('extend_memberships', {
        p_ids: [mia.id, noor.id],
        p_months: 12,
        p_dry_run: false,
        p_expected: plan,
      }),
    ),
  ).toBe('numbers_differ')
  const run = await extend(admin, [mia, noor])
  await extend(colleague, [mia])
  expect(await undo(admin, run)).toMatchObject({ undone: 1, kept: [{ reason: 'changed_since', count: 1 }] })
  expect(await endsIn(mia, 'now()')).toBe('4 years')
  expect(await endsIn(noor, 'now()')).toBe('1 year')
})
