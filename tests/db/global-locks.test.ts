import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { address, invite } from './support/invitations'
import { outcome, tried } from './support/outcome'
import { createAdmin, createMember, type Person } from './support/people'
import { myInvitations, setTerms } from './support/referrals'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const holder = new pg.Client({ connectionString: world.address.db_url })

/** Locks for which everybody waits. */
const GLOBAL = [
  'private.serialize_deletions',
  'private.lock_invitations',
  'public.import_keys',
  'public.order_categories',
  'private.lock_admin_notifications',
  'private.keep_last_admin',
  'private.serialize_batches redeem_codes',
  'private.serialize_batches invite_codes',
]

let [member, admin] = [] as unknown as [Person, Person]

beforeAll(async () => {
  await setTerms(world, 3, 0)
  admin = await createAdmin(world)
  member = await createMember(world)
  await holder.connect()
})
afterAll(async () => {
  await holder.end()
  await setTerms(world, 0, 0)
})

/** Runs `work` while somebody else holds every global lock. */
async function whileHeld(work: () => Promise<void>): Promise<void> {
  await holder.query('begin')
  await holder.query(
    'select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest($1::text[]) as name',
    [GLOBAL],
  )
  await work().finally(() => holder.query('rollback'))
}

const rows = (count: number) => Array.from({ length: count }, () => ({ email: address() }))

it('makes a member wait for nobody before it refuses what only admins may do (D11)', async () => {
  const functions = await world.sql<{ call: string }>(
    `select format('select from public.%I(%s)', p.proname,
       (select string_agg('null::' || t::regtype::text, ', ' order by n) from unnest(p.proargtypes) with ordinality as a (t, n))) as call
     from pg_proc as p where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')`,
  )
  // The link, which the first call creates.
  await myInvitations(member)
  const writes = [
    `select from public.report_delivery(gen_random_uuid(), 'It does not work')`,
    `insert into public.redeem_codes (code, token_value) values ('HELDUP', 1)`,
    `insert into public.invite_codes (code) values ('HELDUP')`,
    `insert into public.benefits (name, description, token_value) values ('Held up', 'Held up', 1)`,
    `insert into public.categories (name) values ('Held up')`,
    `insert into public.app_settings (key, value) values ('invitations_per_member', '100')`,
    ...['profiles', 'benefits', 'categories'].map((table) => `delete from public.${table} where true`),
    `update public.profiles set role = 'admin' where true`,
    `update public.orders set status = 'cancelled' where true`,
    `update public.notifications set read_at = now() where true`,
    `update public.app_settings set value = '100' where true`,
  ]
  const heldUp: string[] = []
  await whileHeld(() =>
    world.undone(async (sql) => {
      await sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: member.id })])
      await sql(`set local role authenticated`)
      await sql(`set local lock_timeout = '200ms'`)
      for (const text of [...functions.map(({ call }) => call), ...writes]) {
        await sql('savepoint before')
        const code = await sql(text).then(
          () => '',
          (error: pg.DatabaseError) => error.code,
        )
        if (code === '55P03') heldUp.push(text)
        await sql('rollback to savepoint before')
      }
    }),
  )
  expect(functions.length).toBeGreaterThan(90)
  expect(heldUp).toEqual([])
})

it('tells what sending would do without a lock, and refuses more rows than a member may ever send (D42)', async () => {
  const spent = await createMember(world)
  expect(await invite(spent, [address(), address(), address()])).toEqual(['new', 'new', 'new'])
  await whileHeld(async () => {
    const send = (person: Person, count: number, p_dry_run: boolean) =>
      person.client.rpc('send_invitations', { p_rows: rows(count), p_dry_run })
    const states = async (person: Person, count: number) =>
      ((await send(person, count, true).throwOnError()).data as { state: string }[]).map(({ state }) => state)
    expect(await states(member, 4)).toEqual(['new', 'new', 'new', 'over_quota'])
    expect(new Set(await states(admin, 500))).toEqual(new Set(['new']))
    for (const dryRun of [true, false]) {
      expect(outcome(await send(member, 11, dryRun))).toBe('too_many_rows')
      expect(outcome(await send(member, 500, dryRun))).toBe('too_many_rows')
      expect(outcome(await send(admin, 501, dryRun))).toBe('too_many_rows')
    }
    const { data } = await send(spent, 2, false).throwOnError()
    expect(data.map(({ state }: { state: string }) => state)).toEqual(['over_quota', 'over_quota'])
    const approved = await admin.client
      .rpc('approve_waitlist', { p_ids: [crypto.randomUUID()] })
      .throwOnError()
    expect(approved.data).toMatchObject([{ state: 'gone' }])
    const dry = await admin.client.rpc('import_keys', { p_benefit_id: crypto.randomUUID(), p_keys: ['K-1'] })
    expect(outcome(dry)).toBe('benefit_unavailable')
  })
})

it('refuses more rows of the waitlist than an admin may decide at once before any lock (D44)', async () => {
  await whileHeld(() =>
    world.undone(async (sql) => {
      await sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: admin.id })])
      await sql('set local role authenticated')
      await sql(`set local lock_timeout = '200ms'`)
      const ids = 'array(select gen_random_uuid() from generate_series(1, 501))'
      for (const call of [
        `approve_waitlist(${ids}, false)`,
        `approve_waitlist(${ids}, true)`,
        `decline_waitlist(${ids})`,
        `remove_from_waitlist(${ids})`,
      ])
        expect([call, await tried(sql, `select * from ${call}`)]).toEqual([call, 'too_many_rows'])
    }),
  )
})

it('gives a member one place in the queue of those who invite, however often they call (D42)', async () => {
  const inviter = await createMember(world)
  const invited: PromiseLike<unknown>[] = []
  await whileHeld(async () => {
    for (let call = 0; call < 4; call++)
      invited.push(
        inviter.client
          .rpc('send_invitations', { p_rows: rows(1), p_dry_run: false })
          .throwOnError()
          .then(({ data }) => data[0].state),
      )
    const waiting = async () =>
      (
        await world.sql<{ waiting: number; queued: number }>(
          `select count(*)::int as waiting, count(*) filter (where (classid::bigint << 32 | objid::bigint) = any (
             array(select hashtextextended(name, 0) from unnest($1::text[]) as name)))::int as queued
           from pg_locks where locktype = 'advisory' and not granted`,
          [GLOBAL],
        )
      )[0]
    await expect.poll(waiting, { timeout: 7000 }).toEqual({ waiting: 4, queued: 1 })
  })
  expect((await Promise.all(invited)).toSorted()).toEqual(['new', 'new', 'new', 'over_quota'])
})
