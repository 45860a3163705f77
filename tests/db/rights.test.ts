import { expect, it } from 'vitest'
import * as audit from './probes/audit'
import * as rights from './probes/rights'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('nothing in private can be named by a client', () => rights.privateCannotBeNamed(world))
it('the anonymous have no table', () => rights.anonymousHasNoTable(world))
it('what admins change is recorded (D29)', () => audit.adminChangesAreRecorded(world))
it('the log only grows (D29)', () => audit.logOnlyGrows(world))
it('nothing is taken out of the log of somebody who is there (D12, D29)', () =>
  audit.logOfTheLivingStays(world))

it('every function has an empty search path, in whatever schema (C14)', async () => {
  await rights.everyFunctionHasASearchPath(world)
  await world.undone(async (sql) => {
    await sql('create schema other')
    await sql('create function other.careless() returns int language sql return 1')
    await expect(rights.everyFunctionHasASearchPath({ sql })).rejects.toThrow('other.careless()')
  })
})

it('every right is one that was given on purpose', () => rights.everyRightIsOnPurpose(world))

it('apply_privileges() undoes a grant of everything, for what is there and what comes', async () => {
  await world.undone(async (sql) => {
    for (const kind of ['tables', 'sequences', 'functions']) {
      await sql(`grant all on all ${kind} in schema public, private to anon, authenticated`)
      await sql(`alter default privileges in schema public grant all on ${kind} to anon, authenticated`)
    }
    await sql('grant usage on schema private to anon, authenticated')
    await sql('select private.apply_privileges()')
    await sql('create table public.later (id int)')
    await sql('create function public.later() returns int language sql return 1')
    await rights.everyRightIsOnPurpose({ sql })
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
