import { expect, it } from 'vitest'
import { columnOf, scalarOf } from './support/ask'
import { notificationKindsOf, notificationsOf } from './support/notifications'
import { createAdmin, createMember, type Person } from './support/people'
import { sharedWorld } from './support/shared-world'
import type { Query } from './support/world'

const world = sharedWorld()

/** Runs what is due in that many days; returns what failed. */
const inDays = (days: number, sql: Query) =>
  scalarOf(sql, `select private.run_due(now() + $1 * interval '1 day')`, [days])
/** Another run starts where this one did. */
const rewind = (sql: Query) =>
  sql(
    `update private.due_items set done_until = case item when 'late' then now() else '-infinity' end where true`,
  )
const setEnd = (sql: Query, { id }: Person, days: number) =>
  sql(`update profiles set membership_end_date = now() + $2 * interval '1 day' where id = $1`, [id, days])
const found = async (sql: Query, admin: Person) =>
  (await notificationsOf(sql, admin))
    .filter(({ kind }) => kind === 'reconcile_found')
    .map(({ count }) => count)
const ENDS_SOON = ['membership_ending', { days: 7, ends_at: expect.any(String) }]

it('recomputes before it locks anything that others need, and does the rest a minute later if it has notified admins', () =>
  world.undone(async (sql) => {
    const [member, leaver, admin] = [
      await createMember(world),
      await createMember(world),
      await createAdmin(world),
    ]
    await setEnd(sql, member, 5)
    await sql(`update profiles set deletes_at = now() - interval '1 day' where id = $1`, [leaver.id])
    await rewind(sql)
    // Finds what this transaction locks: run_due() itself, and nothing else.
    await sql(`create or replace function private.reconcile() returns table (account_id uuid, problem text) language sql as $$
      select null::uuid, 'locked' from pg_locks where pid = pg_backend_pid() and locktype = 'advisory' and mode = 'ExclusiveLock' $$`)
    expect(await inDays(0, sql)).toEqual([])
    expect([await found(sql, admin), await notificationKindsOf(sql, member)]).toEqual([[1], []])
    await inDays(0.001, sql)
    expect(await notificationKindsOf(sql, member)).toEqual([ENDS_SOON])
    expect(await sql('select from profiles where id = $1', [leaver.id])).toEqual([])
  }))

it('gives up a nightly check that takes too long, tells admins, and does everything else', () =>
  world.undone(async (sql) => {
    const admin = await createAdmin(world)
    await rewind(sql)
    await sql(`create or replace function private.reconcile() returns table (account_id uuid, problem text)
      language sql as $$ select null::uuid, pg_sleep(30)::text $$`)
    await sql(`set local statement_timeout = '5s'`)
    expect(await inDays(0, sql)).toEqual([])
    await sql('set local statement_timeout = 0')
    expect(await found(sql, admin)).toEqual([1])
    // What follows the notification of admins waits for the next call.
    expect(await inDays(0, sql)).toEqual([])
    const done = await columnOf(sql, 'select item from private.due_items where done_until = now()')
    expect(done).toEqual(expect.arrayContaining(['memberships', 'late', 'reconcile', 'retention']))
  }))

it('does everything else when one item fails, names it, and does it with the next run', () =>
  world.undone(async (sql) => {
    const member = await createMember(world)
    await setEnd(sql, member, 5)
    await rewind(sql)
    await sql('alter table private.awaited_benefits rename to away')
    await sql('alter function private.due_memberships rename to away')
    expect(await inDays(0, sql)).toEqual(['due_benefits', 'due_memberships'])
    const done = 'select count(*)::int from private.due_items where done_until = now()'
    expect(await scalarOf(sql, done)).toBe(4)
    await sql('alter table private.away rename to awaited_benefits')
    await sql('alter function private.away rename to due_memberships')
    expect(await inDays(0, sql)).toEqual([])
    expect(await notificationKindsOf(sql, member)).toEqual([ENDS_SOON])
  }))
