import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { freshAddress, invite } from './support/invitations'
import { actAsClient } from './support/notifications'
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
  'private.admin_notifications',
  'private.serialize_batches redeem_codes',
  'private.serialize_batches invite_codes',
]

await setTerms(world, 3, 0)
const [member, admin] = [await createMember(world), await createAdmin(world)]
await holder.connect()
afterAll(() => holder.end())

/** Runs `work` while somebody else holds every global lock. */
async function whileHeld(work: () => Promise<void>): Promise<void> {
  await holder.query('begin')
  const locks = 'select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest($1::text[]) as name'
  await holder.query(locks, [GLOBAL])
  await work().finally(() => holder.query('rollback'))
}

/** Those of the statements for which a person would have to wait, while somebody else holds every global lock. */
async function blockedStatements(person: Person, statements: string[]): Promise<string[]> {
  const found: string[] = []
  await whileHeld(() =>
    world.undone(async (sql) => {
      await actAsClient(sql, person)
      await sql(`set local lock_timeout = '200ms'`)
      for (const text of statements) {
        await sql('savepoint before')
        const code = await sql(text).then(
          () => '',
          (error: pg.DatabaseError) => error.code,
        )
        if (code === '55P03') found.push(text)
        await sql('rollback to savepoint before')
      }
    }),
  )
  return found
}

it('makes a member wait for nobody before it refuses what only admins may do (D11)', async () => {
  const functions = await world.sql<{ call: string }>(
    `select format('select from public.%I(%s)', p.proname,
       (select string_agg('null::' || t::regtype::text, ', ' order by n) from unnest(p.proargtypes) with ordinality as a (t, n))) as call
     from pg_proc as p where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')`,
  )
  expect(functions.length).toBeGreaterThan(90)
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
  expect(await blockedStatements(member, [...functions.map(({ call }) => call), ...writes])).toEqual([])
})

it('makes nobody wait before a refusal of too many rows, or for a dry run (D42, D44)', async () => {
  const ids = (count: number) => `array(select gen_random_uuid() from generate_series(1, ${count}))`
  const send = (count: number, dryRun: boolean) =>
    `select send_invitations((select jsonb_agg(jsonb_build_object('email', id || '@example.test')) from unnest(${ids(count)}) as id), p_dry_run => ${dryRun})`
  const spent = await createMember(world)
  expect(await invite(spent, [freshAddress(), freshAddress(), freshAddress()])).toEqual(['new', 'new', 'new'])
  expect(await blockedStatements(spent, [send(2, false)])).toEqual([])
  expect(await blockedStatements(member, [send(4, true), send(11, true), send(11, false)])).toEqual([])
  const calls = [
    ...['approve_waitlist', 'decline_waitlist', 'remove_from_waitlist'].map((call) => `${call}(${ids(501)})`),
    `approve_waitlist(${ids(1)}, true)`,
    `import_keys(gen_random_uuid(), '{K-1}')`,
  ]
  const sends = [send(500, true), send(501, true), send(501, false)]
  expect(await blockedStatements(admin, [...calls.map((call) => `select ${call}`), ...sends])).toEqual([])
})

it('lets one call of a member at a time wait to invite, however often they call (D42)', async () => {
  const inviter = await createMember(world)
  const invited: Promise<string[]>[] = []
  await whileHeld(async () => {
    for (let call = 0; call < 4; call++) invited.push(invite(inviter, [freshAddress()]))
    const waiting = `select count(*)::int as waiting, count(*) filter (where objid::bigint = any (
       array(select hashtextextended(name, 0) & 4294967295 from unnest($1::text[]) as name)))::int as queued
       from pg_locks where locktype = 'advisory' and not granted`
    const found = () => world.sql(waiting, [GLOBAL])
    await expect.poll(found, { timeout: 30_000 }).toEqual([{ waiting: 4, queued: 1 }])
  })
  expect((await Promise.all(invited)).flat().toSorted()).toEqual(['new', 'new', 'new', 'over_quota'])
})
