import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { outcome } from './support/outcome'
import { createAdmin, createMember, type Person } from './support/people'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

// All tests share one client address.
beforeEach(() =>
  world.sql(`delete from private.attempts where kind = 'waitlist'; delete from public.waitlist`),
)

const fresh = () => `wanda.${randomUUID().slice(0, 8)}@example.test`
const request = (p_email: string) => world.client().rpc('request_invitation', { p_email })
const rows = () => world.sql('select email, declined_at from waitlist order by requested_at, email')
const ids = async (...emails: string[]) =>
  (await world.sql<{ id: string }>('select id from waitlist where email = any ($1)', [emails])).map(
    ({ id }) => id,
  )

/** Puts addresses on the list, as if from many network addresses; returns their ids. */
async function waiting(...emails: string[]) {
  for (const email of emails) {
    await request(email).throwOnError()
    await world.sql(`delete from private.attempts where kind = 'waitlist'`)
  }
  return ids(...emails)
}

async function approve({ client }: Person, p_ids: string[], p_dry_run = false) {
  const { data } = await client.rpc('approve_waitlist', { p_ids, p_dry_run }).throwOnError()
  return data as { id: string; email: string | null; state: string }[]
}
const invited = async (email: string) =>
  world.sql(
    `select i.source, c.email as bound, c.expires_at > now() + interval '29 days' as lasts
     from invitations as i join invite_codes as c on c.id = i.code_id where i.email = $1`,
    [email],
  )

it('responds alike for every address, and keeps one row for each mailbox', async () => {
  const [member, admin] = [await createMember(world), await createAdmin(world)]
  const [declined, approved, email] = [fresh(), fresh(), fresh()]
  await admin.client.rpc('decline_waitlist', { p_ids: await waiting(declined) }).throwOnError()
  await approve(admin, await waiting(approved))
  const alike = [email, email.toUpperCase(), ` ${email}\t`, member.email, admin.email, declined, approved]
  const answers = await Promise.all(alike.map((address) => request(address)))
  expect(new Set(answers.map(({ status, data, error }) => JSON.stringify([status, data, error])))).toEqual(
    new Set(['[200,true,null]']),
  )
  expect((await rows()).map((row) => String(row.email).toLowerCase())).toHaveLength(5)
  // Asking again does not bring a declined address back.
  expect(await world.sql('select email from waitlist where declined_at is not null')).toEqual([
    { email: declined },
  ])
})

it('accepts ten requests an hour from a network address, also parallel ones, for any address', async () => {
  const same = fresh()
  const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => request(n % 2 ? same : fresh())))
  const outcomes = answers.map(outcome)
  expect(outcomes.filter((each) => each === 'rate_limited')).toHaveLength(4)
  const refusal = answers.find(({ error }) => error)?.error
  expect(Number(refusal?.details)).toBeGreaterThan(3500)
  expect(Number(refusal?.details)).toBeLessThanOrEqual(3600)

  const before = (await rows()).length
  const pass = (time: string) =>
    world.sql(`update private.attempts set at = at - $1::interval where kind = 'waitlist'`, [time])
  await pass('59 minutes')
  expect(outcome(await request(fresh()))).toBe('rate_limited')
  expect(await rows()).toHaveLength(before)
  await pass('1 minute')
  expect(outcome(await request(fresh()))).not.toBe('rate_limited')
})

it('approves with a bound invitation, says why not, and does the same as its dry run', async () => {
  const admin = await createAdmin(world)
  const member = await createMember(world)
  const [first, second, third] = [fresh(), fresh(), fresh()]
  const all = await waiting(first, second, third, member.email)
  await world.sql('update waitlist set declined_at = now() where email = $1', [third])
  const asked = [...all, ...Array(2).fill(randomUUID())]
  const tried = await approve(admin, asked, true)
  expect(tried.map(({ state }) => state).toSorted()).toEqual(['gone', 'gone', 'member', 'new', 'new'])
  expect(await invited(first)).toEqual([])
  expect(await approve(admin, asked)).toEqual(tried)
  expect(await invited(first)).toEqual([{ source: 'waitlist', bound: first, lasts: true }])
  expect((await rows()).map(({ email }) => email).toSorted()).toEqual([third, member.email].toSorted())
  const again = (await approve(admin, asked)).map(({ state }) => state)
  expect(again.toSorted()).toEqual(['gone', 'gone', 'gone', 'gone', 'member'])
  // Invited already: who asks again waits again.
  expect(await approve(admin, await waiting(first))).toMatchObject([{ email: first, state: 'invited' }])
  expect(await invited(first)).toHaveLength(1)
})

it('gives a row to the first of two admins, whatever they decide', async () => {
  const [one, two] = [await createAdmin(world), await createAdmin(world)]
  const emails = Array.from({ length: 12 }, fresh)
  const all = await waiting(...emails)
  const results = await Promise.all([approve(one, all), approve(two, all.toReversed()), approve(one, all)])
  expect(results.flat().filter(({ state }) => state === 'new')).toHaveLength(12)
  for (const email of emails) expect(await invited(email)).toHaveLength(1)

  const next = await waiting(...emails.map((email) => `x${email}`))
  const [approved, { data: declined }] = await Promise.all([
    approve(one, next),
    two.client.rpc('decline_waitlist', { p_ids: next.toReversed() }).throwOnError(),
  ])
  const invitedNow = approved.filter(({ state }) => state === 'new').length
  expect(invitedNow + Number(declined)).toBe(12)
  expect(await rows()).toHaveLength(Number(declined))
})

it('declines and removes for admins alone, at most 500 at once, and logs no address', async () => {
  const [admin, member] = [await createAdmin(world), await createMember(world)]
  const email = fresh()
  const p_ids = await waiting(email)
  const many = Array.from({ length: 501 }, () => randomUUID())
  for (const name of ['decline_waitlist', 'remove_from_waitlist', 'approve_waitlist']) {
    expect(outcome(await member.client.rpc(name, { p_ids }))).toBe('not_admin')
    expect((await world.client().rpc(name, { p_ids })).error?.code).toBe('42501')
    expect(outcome(await admin.client.rpc(name, { p_ids: many }))).toBe('too_many_rows')
  }
  expect((await member.client.from('waitlist').select()).data).toEqual([])
  expect((await admin.client.from('waitlist').select('email')).data).toEqual([{ email }])

  const call = async (name: string) => (await admin.client.rpc(name, { p_ids }).throwOnError()).data
  expect([await call('decline_waitlist'), await call('decline_waitlist')]).toEqual([1, 0])
  await request(email)
  expect(await rows()).toMatchObject([{ declined_at: expect.any(Date) }])
  expect([await call('remove_from_waitlist'), await call('remove_from_waitlist')]).toEqual([1, 0])
  await request(email)
  expect(await rows()).toEqual([{ email, declined_at: null }])
  const log = await world.sql(
    `select action, after from private.audit_log where table_name = 'waitlist' and actor_id = $1 order by id`,
    [admin.id],
  )
  expect(log).toEqual([
    { action: 'update', after: { did: 'declined', count: 1 } },
    { action: 'delete', after: { did: 'removed', count: 1 } },
  ])
})

it('deletes the requests of people who join or are deleted', async () => {
  const member = await createMember(world)
  await waiting(member.email)
  await world.sql('delete from profiles where id = $1', [member.id])
  expect(await rows()).toEqual([])

  await world.undone(async (sql) => {
    const email = fresh()
    await sql(`select public.request_invitation($1)`, [email])
    await sql('insert into invite_codes (code) values ($1)', [email.slice(6, 14).toUpperCase()])
    await sql(`insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), $1, $2)`, [
      email,
      { name: 'Wanda Waited', invite_code: email.slice(6, 14) },
    ])
    expect(await sql('select from waitlist')).toEqual([])
  })
})

it('forgets the addresses of unused invitations after 180 days, whose codes then let nobody in', () =>
  world.undone(async (sql) => {
    const emails = [fresh(), fresh(), fresh()]
    const made = await sql(
      `select code_id from private.create_invitations(null, 'admin', $1, true, now() + interval '1 year', 'Hello', 1, null)`,
      [emails],
    )
    const [, used, revoked] = made.map(({ code_id }) => code_id)
    await sql('update invite_codes set uses = 1, used_at = now() where id = $1', [used])
    await sql(
      `update invite_codes set revoked_at = now(), revoked_by = gen_random_uuid(), revoked_reason = 'Lost' where id = $1`,
      [revoked],
    )
    const read = () =>
      sql(
        `select i.email, i.message, c.email as bound, c.expires_at > now() as open
         from invitations as i join invite_codes as c on c.id = i.code_id where i.code_id = any ($1)
         order by array_position($1, i.code_id)`,
        [made.map(({ code_id }) => code_id)],
      )
    const forget = (days: number) =>
      sql(`select private.forget_old_requests(now() + $1 * interval '1 day')`, [days])
    const keys = 'select from private.invited_mailboxes as m where m.code_id = $1'
    const kept = emails.map((email) => ({ email, message: 'Hello', bound: email, open: true }))
    await forget(29.9)
    expect(await sql(keys, [used])).toHaveLength(1)
    await forget(179.9)
    expect(await sql(keys, [used])).toEqual([])
    expect(await read()).toEqual(kept)
    await forget(180.1)
    const gone = { email: null, message: null, bound: null }
    expect(await read()).toEqual([{ ...gone, open: false }, kept[1], { ...gone, open: true }])
  }))
