import { expect } from 'vitest'
import type { World } from '../support/world'

/**
 * Every function has an empty search_path, except those of extensions, and relationships: Postgres inlines only functions
 * without settings. They run as their caller and qualify every name.
 */
export async function everyFunctionHasASearchPath({ sql }: Pick<World, 'sql'>): Promise<void> {
  const functions = await sql<{ name: string; path: string | null }>(
    `
    select p.oid::regprocedure::text as name, (
      select setting from unnest(p.proconfig) as setting where setting like 'search_path=%') as path
    from pg_proc as p
    where p.proowner = 'postgres'::regrole and not exists (
      select from pg_depend as d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
    and not (p.proretset and not p.prosecdef)`,
  )
  expect(functions.length).toBeGreaterThan(80)
  expect(functions.filter(({ path }) => path !== 'search_path=""').map(({ name }) => name)).toEqual([])
}
