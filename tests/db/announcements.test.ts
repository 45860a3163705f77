import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { columnOf, refusal, rpc } from './support/ask'
import { createAdmin, createMember, type Person } from './support/people'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

let admin: Person
beforeEach(async () => {
  admin = await createAdmin(world)
  await world.sql(
    `delete from announcements; delete from private.outbox;
     update profiles set membership_end_date = now() - interval '1 day'`,
  )
})

const everywhere = { p_by_email: true, p_in_app: true }
const members = { p_audience: 'members', p_benefit_id: null, ...everywhere }

const send = (over: object = {}) =>
  admin.client.rpc('send_announcement', {
    p_id: randomUUID(),
    p_title: 'Winter courses are open',
    p_body: 'Hello {name}, see [Browse Benefits](/dashboard/benefits).',
    p_expected: 0,
    ...members,
    ...over,
  } as never)
const run = () => world.sql(`select private.due_announcements(now() + interval '2 minutes')`)
const queued = () =>
  columnOf(world.sql, `select recipient_id from private.outbox where kind = 'announcement' order by 1`)
const notices = ({ id }: Person) =>
  columnOf(
    world.sql,
    `select concat_ws(': ', data ->> 'title', data ->> 'text') from notifications where kind = 'announcement' and user_id = $1`,
    [id],
  )
const prefer = (person: Person, by_email: boolean, in_app = true) =>
  world.sql(
    `insert into notification_preferences (user_id, kind, by_email, in_app) values ($1, 'announcements', $2, $3)`,
    [person.id, by_email, in_app],
  )

it('says who is written to and who is not, and why, and then does the same (D67)', async () => {
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => createMember(world)))
  const [reader, quiet, silent, leaving, failing] = people as [Person, Person, Person, Person, Person]
  await prefer(quiet, false)
  await prefer(silent, false, false)
  await world.sql(`update profiles set deletes_at = now() + interval '3 days' where id = $1`, [leaving.id])
  await world.sql(
    `insert into private.outbox (id, kind, recipient_id, template, outcome, finished_at)
     select gen_random_uuid(), 'test', $1, 'order_placed', 'given_up', now() from generate_series(1, 3)`,
    [failing.id],
  )
  expect((await rpc(admin, 'announcement_dry_run', members))[0]).toEqual({
    ...{ people: 5, written_to: 3, emails: 1, notices: 3 },
    ...{ unsubscribed: 2, failed: 1, leaving: 1 },
  })
  const listed: Row[] = await rpc(admin, 'announcement_recipients', members)
  const reasons = people.map(({ id }) => listed.find((row) => row.id === id)?.reason)
  expect(reasons).toEqual([null, 'unsubscribed', 'unsubscribed', 'leaving', 'failed'])
  await send({ p_expected: 3 }).throwOnError()
  await run()
  await run()
  expect(await queued()).toEqual([reader.id])
  const one = ['Winter courses are open: Hello {name}, see [Browse Benefits](/dashboard/benefits).']
  expect(await Promise.all(people.map(notices))).toEqual([one, one, [], [], one])
})

it('waits for a minute, in which it can be called back, and for its time', async () => {
  await createMember(world)
  const [now, later] = [randomUUID(), randomUUID()]
  await send({ p_id: now, p_expected: 1 }).throwOnError()
  await send({ p_id: later, p_expected: 1, p_send_at: new Date(Date.now() + 3_600_000) }).throwOnError()
  await world.sql('select private.due_announcements(now())')
  expect(await queued()).toEqual([])
  await rpc(admin, 'call_back_announcement', { p_id: now })
  expect(await refusal(admin, 'call_back_announcement', { p_id: now })).toBe('already_sent')
  await run()
  expect(await queued()).toEqual([])
  await world.sql(`select private.due_announcements(now() + interval '2 hours')`)
  expect(await queued()).toHaveLength(1)
  expect(await refusal(admin, 'call_back_announcement', { p_id: later })).toBe('already_sent')
})

it('locks only whom it is for, and waits with whoever is being deleted until that is decided', async () => {
  const people = [await createMember(world), await createMember(world), await createMember(world)]
  const [reader, leaver, gone] = people as [Person, Person, Person]
  const p_id = randomUUID()
  await send({ p_id, p_expected: 3 }).throwOnError()
  const free = ({ id }: Person) =>
    world.sql('select id from profiles where id = $1 for update skip locked', [id])
  const state = () => world.sql('select sent_at is not null as sent, people, written_to from announcements')
  await world.undone(async (deletion) => {
    await deletion('delete from profiles where id = any ($1)', [[leaver.id, gone.id]])
    await world.undone(async (sql) => {
      await sql(`select private.due_announcements(now() + interval '2 minutes')`)
      expect([await free(reader), await free(admin)]).toEqual([[], [{ id: admin.id }]])
    })
    await run()
    expect(await queued()).toEqual([reader.id])
    expect(await state()).toEqual([{ sent: false, people: 3, written_to: 3 }])
    expect(await refusal(admin, 'call_back_announcement', { p_id })).toBe('already_sent')
  })
  await world.sql('delete from profiles where id = $1', [gone.id])
  await run()
  expect(await queued()).toEqual([reader.id, leaver.id].toSorted())
  expect(await state()).toEqual([{ sent: true, people: 2, written_to: 2 }])
})
