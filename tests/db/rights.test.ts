import { expect, it } from 'vitest'
import * as audit from './probes/audit'
import * as rights from './probes/rights'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('nothing in private can be named by a client', () => rights.privateCannotBeNamed(world))
it('the anonymous have no table', () => rights.anonymousHasNoTable(world))
it('what admins change is recorded (D29)', () => audit.adminChangesAreRecorded(world))
it('the log only grows (D29)', () => audit.logOnlyGrows(world))

const TABLE_RIGHTS = `
  select grantee || ' ' || lower(privilege_type) || ' ' || table_name as right from information_schema.table_privileges
  where table_schema in ('public', 'private') and grantee in ('anon', 'authenticated', 'PUBLIC') order by 1`
const FUNCTION_RIGHTS = `
  select r.rolname || ' ' || n.nspname || '.' || p.proname as right
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace, pg_roles r
  where n.nspname in ('public', 'private') and r.rolname in ('anon', 'authenticated', 'service_role')
    and has_function_privilege(r.oid, p.oid, 'execute') order by 1`

const listed = async (query: string) => (await world.sql<{ right: string }>(query)).map((row) => row.right)

it('every right is one that was given on purpose', async () => {
  expect(await listed(TABLE_RIGHTS)).toEqual([
    'authenticated delete benefits',
    'authenticated delete profiles',
    ...[
      'app_settings',
      'benefits',
      'invite_codes',
      'orders',
      'profiles',
      'redeem_codes',
      'token_transactions',
    ].map((table) => `authenticated select ${table}`),
  ])
  expect(await listed(FUNCTION_RIGHTS)).toEqual([
    'anon private.launch_places_left',
    'anon private.validate_invite_code',
    'anon public.launch_places_left',
    'anon public.validate_invite_code',
    'authenticated private.activity',
    'authenticated private.admin_counts',
    'authenticated private.code_counts',
    'authenticated private.count_activity',
    'authenticated private.count_codes',
    'authenticated private.count_orders',
    'authenticated private.count_profiles',
    'authenticated private.is_admin',
    'authenticated private.is_member',
    'authenticated private.launch_places_left',
    'authenticated private.mail_status',
    'authenticated private.order_counts',
    'authenticated private.order_flow',
    'authenticated private.order_history',
    'authenticated private.reconcile_for_admin',
    'authenticated private.redeem_code',
    'authenticated private.search_invite_codes',
    'authenticated private.search_orders',
    'authenticated private.search_profiles',
    'authenticated private.search_redeem_codes',
    'authenticated private.token_flow',
    'authenticated private.validate_invite_code',
    'authenticated public.activity',
    'authenticated public.admin_counts',
    'authenticated public.code_counts',
    'authenticated public.count_activity',
    'authenticated public.count_codes',
    'authenticated public.count_orders',
    'authenticated public.count_profiles',
    'authenticated public.launch_places_left',
    'authenticated public.mail_status',
    'authenticated public.my_totals',
    'authenticated public.order_counts',
    'authenticated public.order_flow',
    'authenticated public.order_history',
    'authenticated public.reconcile',
    'authenticated public.redeem_code',
    'authenticated public.search_invite_codes',
    'authenticated public.search_orders',
    'authenticated public.search_profiles',
    'authenticated public.search_redeem_codes',
    'authenticated public.token_flow',
    'authenticated public.validate_invite_code',
  ])
})

it('apply_privileges() undoes a grant of everything, for what is there and what comes', async () => {
  const before = [await listed(TABLE_RIGHTS), await listed(FUNCTION_RIGHTS)]
  await world.undone(async (sql) => {
    const read = async (query: string) => (await sql<{ right: string }>(query)).map((row) => row.right)
    for (const kind of ['tables', 'sequences', 'functions']) {
      await sql(`grant all on all ${kind} in schema public, private to anon, authenticated`)
      await sql(`alter default privileges in schema public grant all on ${kind} to anon, authenticated`)
    }
    await sql('grant usage on schema private to anon, authenticated')
    await sql('select private.apply_privileges()')
    await sql('create table public.later (id int)')
    await sql('create function public.later() returns int language sql return 1')
    expect([await read(TABLE_RIGHTS), await read(FUNCTION_RIGHTS)]).toEqual(before)
    expect(await sql(`select has_schema_privilege('authenticated', 'private', 'usage') as usage`)).toEqual([
      { usage: false },
    ])
  })
})

it('live updates carry profiles, ledger and orders, never codes', async () => {
  const rows = await world.sql(
    `select tablename from pg_publication_tables where pubname = 'supabase_realtime' order by 1`,
  )
  expect(rows.map((row) => row.tablename)).toEqual(['orders', 'profiles', 'token_transactions'])
})

it('every table and function says what it is for, every policy is for the signed-in (C12, C13)', async () => {
  const silent = await world.sql(`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace::regnamespace::text in ('public', 'private') and c.relkind = 'r' and obj_description(c.oid) is null
    union all
    select p.oid::regprocedure::text from pg_proc p
    where p.pronamespace::regnamespace::text in ('public', 'private') and obj_description(p.oid) is null`)
  expect(silent).toEqual([])
  expect(
    await world.sql(
      `select policyname from pg_policies where schemaname = 'public' and roles <> '{authenticated}'`,
    ),
  ).toEqual([])
  expect(
    await world.sql(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`,
    ),
  ).toEqual([])
})
