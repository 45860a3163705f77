import { expect, it } from 'vitest'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

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
    // Relationships have none, so that Postgres can inline them; they run as their caller and qualify every name.
    'function without an empty search path (C14)',
    `select p.oid::regprocedure::text from pg_proc as p
     where p.proowner = 'postgres'::regrole and not (p.proretset and not p.prosecdef)
       and not exists (select from pg_depend as d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
       and coalesce(not 'search_path=""' = any (p.proconfig), true)`,
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
