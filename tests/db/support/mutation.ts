import { expect } from 'vitest'
import type { Query, World } from './world'

/** One guard less: `apply` removes it, `restore` (told by what was there) puts it back. */
export type Removal = { apply: string; definition?: string; restore: (definition: string) => string }

const regclass = (table: string) => `'${table}'::regclass`

export function dropTrigger(table: string, name: string): Removal {
  return {
    definition: `select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = ${regclass(table)} and tgname = '${name}'`,
    apply: `drop trigger ${name} on ${table}`,
    restore: (definition) => definition,
  }
}

export function dropConstraint(table: string, name: string): Removal {
  return {
    definition: `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = ${regclass(table)} and conname = '${name}'`,
    apply: `alter table ${table} drop constraint ${name}`,
    // What came in meanwhile may stay; the rule holds again for what comes next.
    restore: (definition) =>
      `alter table ${table} add constraint ${name} ${definition.replace(/ NOT VALID$/, '')}${definition.startsWith('CHECK') ? ' not valid' : ''}`,
  }
}

export function dropIndex(name: string): Removal {
  return {
    definition: `select pg_get_indexdef(${regclass(name)}) as text`,
    apply: `drop index ${name}`,
    restore: (definition) => definition,
  }
}

export function dropPolicy(table: string, name: string): Removal {
  return {
    definition: `
      select format('create policy %I on ${table} for %s to authenticated', policyname, cmd)
        || coalesce(' using (' || qual || ')', '') || coalesce(' with check (' || with_check || ')', '') as text
      from pg_policies where policyname = '${name}'`,
    apply: `drop policy "${name}" on ${table}`,
    restore: (definition) => definition,
  }
}

export function disableRowRules(table: string): Removal {
  return {
    apply: `alter table ${table} disable row level security`,
    restore: () => `alter table ${table} enable row level security`,
  }
}

/** What a forgotten revoke would leave open. */
export function undoRevoke(grant: string): Removal {
  return { apply: grant, restore: () => 'select private.apply_privileges()' }
}

/** The function stays and does nothing. */
export function emptyFunction(signature: string, header: string, body = ''): Removal {
  return {
    definition: `select pg_get_functiondef('${signature}'::regprocedure) as text`,
    apply: `create or replace function ${header} as $$ begin ${body} end $$`,
    restore: (definition) => definition,
  }
}

/** The function answers whoever may call it. */
export function dropAdminCheck(signature: string): Removal {
  const definition = `pg_get_functiondef('${signature}'::regprocedure)`
  return {
    definition: `select ${definition} as text where ${definition} ~ 'if not private.is_admin'`,
    apply: `do $do$ begin
      execute regexp_replace(${definition}, 'if not private\\.is_admin\\(\\) then.*?end if;', '');
    end $do$`,
    restore: (definition) => definition,
  }
}

/** The policy lets everybody who is signed in do it in that bucket. */
export function widenPolicy(name: string, bucket: string): Removal {
  const clause = `(bucket_id = '${bucket}')`
  const written = `coalesce(' using (' || qual || ')', '') || coalesce(' with check (' || with_check || ')', '')`
  return {
    definition: `
      select format('alter policy %I on storage.objects', policyname) || ${written} as text
      from pg_policies where policyname = '${name}'`,
    apply: `do $do$ begin execute (
      select format('alter policy %I on storage.objects', policyname)
        || case when qual is null then '' else $$ using ${clause}$$ end
        || case when with_check is null then '' else $$ with check ${clause}$$ end
      from pg_policies where policyname = '${name}'); end $do$`,
    restore: (definition) => definition,
  }
}

/** The probe passes with the guard, fails without it, and passes again. */
export async function guards(
  world: World,
  removal: Removal,
  probe: (world: World) => Promise<void>,
): Promise<void> {
  await probe(world)
  await without(world.sql, removal, async () => {
    const red = await probe(world).then(
      () => undefined,
      (error: Error) => error,
    )
    expect(red?.name).toBe('AssertionError')
  })
  await probe(world)
}

/** Runs `work` while the guard is missing. Throws when there was no such guard. */
export async function without(sql: Query, removal: Removal, work: () => Promise<void>): Promise<void> {
  const [row] = removal.definition ? await sql<{ text: string }>(removal.definition) : [{ text: '' }]
  if (!row) throw new Error(`nothing to remove: ${removal.apply}`)
  await sql(removal.apply)
  try {
    await work()
  } finally {
    await sql(removal.restore(row.text))
  }
}
