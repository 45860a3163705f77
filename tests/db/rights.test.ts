import { expect, it } from 'vitest'
import { everyFunctionHasASearchPath } from './probes/rights'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('detects a function without a search path in any schema (C14)', async () => {
  await world.undone(async (sql) => {
    await sql('create schema other')
    await sql('create function other.careless() returns int language sql return 1')
    await expect(everyFunctionHasASearchPath({ sql })).rejects.toThrow('other.careless()')
  })
})

it.each([
  [
    'table without a comment (C17)',
    `select oid::regclass::text from pg_class
     where relnamespace::regnamespace::text in ('public', 'private') and relkind = 'r' and obj_description(oid) is null`,
  ],
  [
    'function without a comment (C17)',
    `select oid::regprocedure::text from pg_proc
     where pronamespace::regnamespace::text in ('public', 'private') and obj_description(oid) is null`,
  ],
  [
    'policy for anyone but authenticated (C13)',
    `select policyname from pg_policies where schemaname = 'public' and roles <> '{authenticated}'`,
  ],
  [
    'table without row-level security',
    `select relname from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`,
  ],
])('finds no %s', async (_, query) => {
  expect(await world.sql(query)).toEqual([])
})
