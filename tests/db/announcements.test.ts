import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { rpc } from './support/ask'
import { createAdmin, createMember, type Person } from './support/people'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

let admin: Person
beforeEach(async () => {
  await world.sql(`update profiles set membership_end_date = now() - interval '1 day' where true`)
  await world.sql('delete from announcements where true')
  await world.sql('delete from private.outbox where true')
  admin = await createAdmin(world)
  await world.sql(`update profiles set membership_end_date = now() - interval '1 day' where id = $1`, [
    admin.id,
  ])
})

const everywhere = { p_by_email: true, p_in_app: true }
const members = { p_audience: 'members', p_benefit_id: null, ...everywhere }

const dryRun = async (audience: Record<string, unknown> = members) =>
  (await rpc(admin, 'announcement_dry_run', audience))[0]
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
  world.sql(`select recipient_id as id from private.outbox where kind = 'announcement' order by 1`)
const notices = (id: string) =>
  world.sql(
    `select n.data ->> 'title' as title from notifications as n where kind = 'announcement' and user_id = $1`,
    [id],
  )
const prefer = (person: Person, by_email: boolean, in_app = true) =>
  world.sql(
    `insert into notification_preferences (user_id, kind, by_email, in_app) values ($1, 'announcements', $2, $3)`,
    [person.id, by_email, in_app],
  )

it('says who is written to and who is not, and why, and then does the same (D67)', async () => {
  const [reader, quiet, silent, leaving, failing] = await Promise.all(
    [1, 2, 3, 4, 5].map(() => createMember(world)),
  )
  await prefer(quiet!, false)
  await prefer(silent!, false, false)
  await world.sql(`update profiles set deletes_at = now() + interval '3 days' where id = $1`, [leaving!.id])
  await world.sql(
    `insert into private.outbox (id, kind, recipient_id, template, outcome, finished_at)
     select gen_random_uuid(), 'test', $1, 'order_placed', 'given_up', now() from generate_series(1, 3)`,
    [failing!.id],
  )
  expect(await dryRun()).toEqual({
    ...{ people: 5, written_to: 3, emails: 1, notices: 3 },
    ...{ unsubscribed: 2, failed: 1, leaving: 1 },
  })
  const people = await rpc(admin, 'announcement_recipients', members)
  expect(people.map(({ id, reason }: { id: string; reason: string }) => [id, reason])).toEqual(
    expect.arrayContaining([
      [reader!.id, null],
      [quiet!.id, 'unsubscribed'],
      [silent!.id, 'unsubscribed'],
      [leaving!.id, 'leaving'],
      [failing!.id, 'failed'],
    ]),
  )
  await send({ p_expected: 3 }).throwOnError()
  await run()
  await run()
  expect(await queued()).toEqual([{ id: reader!.id }])
  const told = await Promise.all([reader, quiet, silent, leaving, failing].map((one) => notices(one!.id)))
  const one = [{ title: 'Winter courses are open' }]
  expect(told).toEqual([one, one, [], [], one])
})

it.each([
  ['admins', (own: Person) => own.id],
  ['ending', () => undefined],
])('chooses its audience from the database: %s', async (p_audience, expected) => {
  const ending = await createMember(world)
  await world.sql(`update profiles set membership_end_date = now() + interval '20 days' where id = $1`, [
    ending.id,
  ])
  await world.sql(`update profiles set role = 'user' where role = 'admin' and id <> $1`, [admin.id])
  const people = await rpc(admin, 'announcement_recipients', { ...members, p_audience })
  expect(people.map(({ id }: { id: string }) => id)).toEqual([expected(admin) ?? ending.id])
})

it('chooses those with an order of a benefit that was not cancelled', async () => {
  const benefit = await createBenefit(world)
  const [buyer, other] = [await createMember(world), await createMember(world)]
  await placeOrder(buyer, benefit)
  const cancelled = await placeOrder(other, benefit)
  await admin.client.from('orders').update({ status: 'cancelled' }).eq('id', cancelled).throwOnError()
  const people = await rpc(admin, 'announcement_recipients', {
    ...members,
    p_audience: 'benefit',
    p_benefit_id: benefit.id,
  })
  expect(people.map(({ id }: { id: string }) => id)).toEqual([buyer.id])
})

it('is refused if other people would be written to than the dry run said, and sent once (D46)', async () => {
  await createMember(world)
  expect((await send({ p_expected: 2 })).error?.message).toBe('numbers_differ')
  const p_id = randomUUID()
  await send({ p_id, p_expected: 1 }).throwOnError()
  await send({ p_id, p_expected: 1, p_title: 'Again' }).throwOnError()
  expect(await world.sql('select title from announcements where id = $1', [p_id])).toEqual([
    { title: 'Winter courses are open' },
  ])
})

it('waits for a minute, in which it can be called back, and for its time', async () => {
  await createMember(world)
  const [now, later] = [randomUUID(), randomUUID()]
  await send({ p_id: now, p_expected: 1 }).throwOnError()
  await send({ p_id: later, p_expected: 1, p_send_at: new Date(Date.now() + 3_600_000) }).throwOnError()
  await world.sql('select private.due_announcements(now())')
  expect(await queued()).toEqual([])
  await rpc(admin, 'call_back_announcement', { p_id: now })
  await run()
  expect(await queued()).toEqual([])
  await world.sql(`select private.due_announcements(now() + interval '2 hours')`)
  expect(await queued()).toHaveLength(1)
  expect((await admin.client.rpc('call_back_announcement', { p_id: later })).error?.message).toBe(
    'already_sent',
  )
})

it('writes to nobody who unsubscribes after it was queued', async () => {
  const [reader, leaver] = [await createMember(world), await createMember(world)]
  await send({ p_expected: 2 }).throwOnError()
  await run()
  const [{ token } = { token: '' }] = await world.sql<{ token: string }>(
    `select private.unsubscribe_token($1, 'announcement') as token`,
    [leaver.id],
  )
  expect(await rpc(leaver, 'unsubscribe', { p_token: token })).toEqual([{ ok: true, kind: 'announcements' }])
  const leased = await world.sql('select email, data from public.lease_emails(50)')
  const data = { title: 'Winter courses are open', name: expect.any(String) }
  expect(leased).toEqual([{ email: reader.email, data: expect.objectContaining(data) }])
  const figures = await rpc(admin, 'announcement_figures', {
    p_ids: (await world.sql('select id from announcements order by created_at desc limit 1')).map(
      ({ id }) => id,
    ),
  })
  expect(figures).toMatchObject([{ failed: 0, unsubscribed: 1 }])
})

it('locks only whom it is for, and waits with whoever is being deleted until that is decided', async () => {
  const [reader, leaver, ended] = [
    await createMember(world),
    await createMember(world),
    await createMember(world),
  ]
  await world.sql(`update profiles set membership_end_date = now() - interval '1 day' where id = $1`, [
    ended.id,
  ])
  const p_id = randomUUID()
  await send({ p_id, p_expected: 2 }).throwOnError()
  const free = async (people: Person[]) =>
    (
      await world.sql('select id from profiles where id = any ($1) for update skip locked', [
        people.map(({ id }) => id),
      ])
    ).map(({ id }) => id)
  const state = () => world.sql('select sent_at is not null as sent, people, written_to from announcements')
  await world.undone(async (deletion) => {
    await deletion('delete from profiles where id = $1', [leaver.id])
    await world.undone(async (sql) => {
      await sql(`select private.due_announcements(now() + interval '2 minutes')`)
      expect(await free([reader, ended, admin])).toEqual(expect.not.arrayContaining([reader.id]))
      expect(await free([ended, admin])).toHaveLength(2)
    })
    await run()
    expect(await queued()).toEqual([{ id: reader.id }])
    expect(await state()).toEqual([{ sent: false, people: 2, written_to: 2 }])
    expect((await admin.client.rpc('call_back_announcement', { p_id })).error?.message).toBe('already_sent')
  })
  await run()
  expect((await queued()).map(({ id }) => id)).toEqual([reader.id, leaver.id].sort())
  expect(await state()).toEqual([{ sent: true, people: 2, written_to: 2 }])
})

it('is sent when the deletion of somebody it is for has succeeded', async () => {
  const [reader, leaver] = [await createMember(world), await createMember(world)]
  await send({ p_expected: 2 }).throwOnError()
  await world.undone(async (deletion) => {
    await deletion('delete from profiles where id = $1', [leaver.id])
    await run()
  })
  await world.sql('delete from profiles where id = $1', [leaver.id])
  await run()
  expect(await queued()).toEqual([{ id: reader.id }])
  expect(await world.sql('select people, sent_at is not null as sent from announcements')).toEqual([
    { people: 1, sent: true },
  ])
})

it('sends a test to its author alone, at once', async () => {
  await createMember(world)
  await send({ p_audience: 'test', p_expected: null }).throwOnError()
  expect(await queued()).toEqual([{ id: admin.id }])
})

it('writes to one person by email and in the app, once, whatever that person chose, and is logged without the text', async () => {
  const reader = await createMember(world)
  await prefer(reader, false, false)
  const p_id = randomUUID()
  const message = { p_id, p_person: reader.id, p_title: ' Your workspace ', p_text: 'Which one is it?\n' }
  await rpc(admin, 'send_message', message)
  await rpc(admin, 'send_message', { ...message, p_text: 'Again' })
  const data = { title: 'Your workspace', text: 'Which one is it?' }
  expect(await world.sql(`select kind, data from notifications where user_id = $1`, [reader.id])).toEqual([
    { kind: 'message', data },
  ])
  expect(await world.sql('select email, unsubscribe, data from public.lease_emails(50)')).toEqual([
    { email: reader.email, unsubscribe: null, data },
  ])
  const log = 'select after from private.audit_log where row_id = $1 and actor_id = $2'
  expect(await world.sql(log, [reader.id, admin.id])).toEqual([{ after: { message: true } }])
})

it.each([
  ['without a subject', { p_title: ' ' }, 'invalid_change'],
  ['with a subject of 121 characters', { p_title: 'a'.repeat(121) }, 'invalid_change'],
  ['with null as its subject', { p_title: null }, 'invalid_change'],
  ['without a visible text', { p_text: '\u200b' }, 'invalid_change'],
  ['of 2,001 characters', { p_text: 'a'.repeat(2001) }, 'invalid_change'],
  ['to somebody who is gone', { p_person: randomUUID() }, 'profile_not_found'],
])('sends no message %s', async (_, over, problem) => {
  const { id } = await createMember(world)
  const message = { p_id: randomUUID(), p_person: id, p_title: 'a'.repeat(120), p_text: 'a'.repeat(2000) }
  const ask = (args: object) => admin.client.rpc('send_message', args as never)
  expect((await ask({ ...message, ...over })).error?.message).toBe(problem)
  expect((await ask(message)).error).toBeNull()
})
