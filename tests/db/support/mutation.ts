import { expect } from 'vitest'
import type { Query, World } from './world'

/** Removes one guard: `restore` gets its definition, and `takes` is its name in support/catalogue. */
export type Removal = {
  takes: string
  apply: string
  definition?: string
  restore: (definition: string) => string
}

const regclass = (table: string) => `'${table}'::regclass`

export function dropTrigger(table: string, name: string): Removal {
  return {
    takes: name,
    definition: `select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = ${regclass(table)} and tgname = '${name}'`,
    apply: `drop trigger ${name} on ${table}`,
    restore: (definition) => definition,
  }
}

export function dropConstraint(table: string, name: string): Removal {
  return {
    takes: name,
    definition: `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = ${regclass(table)} and conname = '${name}'`,
    apply: `alter table ${table} drop constraint ${name}`,
    // Rows that violate it may be there by now.
    restore: (definition) =>
      `alter table ${table} add constraint ${name} ${definition.replace(/ NOT VALID$/, '')}${definition.startsWith('CHECK') ? ' not valid' : ''}`,
  }
}

export function dropIndex(name: string): Removal {
  return {
    takes: name,
    definition: `select pg_get_indexdef(${regclass(name)}) as text`,
    apply: `drop index ${name}`,
    restore: (definition) => definition,
  }
}

export function dropPolicy(table: string, name: string): Removal {
  return {
    takes: name,
    definition: `
      select format('create policy %I on ${table} for %s to authenticated', policyname, cmd)
        || coalesce(' using (' || qual || ')', '') || coalesce(' with check (' || with_check || ')', '') as text
      from pg_policies where policyname = '${name}'`,
    apply: `drop policy "${name}" on ${table}`,
    restore: (definition) => definition,
  }
}

export function disableRls(table: string): Removal {
  return {
    takes: `RLS of ${table}`,
    apply: `alter table ${table} disable row level security`,
    restore: () => `alter table ${table} enable row level security`,
  }
}

/** A grant that a forgotten revoke would leave. */
export function undoRevoke(grant: string): Removal {
  return { takes: grant, apply: grant, restore: () => 'select private.apply_privileges()' }
}

/** The function exists and does nothing. */
export function emptyFunction(name: string, header: string, body = ''): Removal {
  return {
    takes: name,
    definition: `select pg_get_functiondef('${name}'::regproc) as text`,
    apply: `create or replace function ${header} as $$ begin ${body} end $$`,
    restore: (definition) => definition,
  }
}

/** Replaces the error `word` in a function with `instead`. */
export function skipRefusal(name: string, word: string, instead = 'null;'): Removal {
  const refusal = `(raise exception '${word}[^;]*|perform private.(require_admin(_to_read)?|begin_admin_write)\\(\\));`
  return changeFunction(name, refusal, instead, `${name} ${word}`)
}

/** Removes the function's check that its caller is an admin. */
export function dropAdminCheck(name: string): Removal {
  return skipRefusal(name, 'not_admin')
}

/** The function with every match of `pattern` replaced. */
export function changeFunction(name: string, pattern: string, replacement: string, takes = name): Removal {
  const definition = `pg_get_functiondef('${name}'::regproc)`
  return {
    takes,
    definition: `select ${definition} as text where ${definition} ~ $find$${pattern}$find$`,
    apply: `do $do$ begin
      execute regexp_replace(${definition}, $find$${pattern}$find$, $new$${replacement}$new$, 'g');
    end $do$`,
    restore: (definition) => definition,
  }
}

const alterPolicy = (name: string, change: (condition: string) => string) => `
  select format('alter policy %I on %I.%I', policyname, schemaname, tablename)
    || coalesce(' using (' || ${change('qual')} || ')', '') || coalesce(' with check (' || ${change('with_check')} || ')', '') as text
  from pg_policies where policyname = '${name}'`

/** The policy with every match of `pattern` in its conditions replaced. */
export function changePolicy(name: string, pattern: string, replacement: string): Removal {
  const changed = (condition: string) =>
    `regexp_replace(${condition}, $find$${pattern}$find$, $new$${replacement}$new$, 'g')`
  return {
    takes: name,
    definition: `select text from (${alterPolicy(name, (condition) => condition)}) as old where text ~ $find$${pattern}$find$`,
    apply: `do $do$ begin execute (${alterPolicy(name, changed)}); end $do$`,
    restore: (definition) => definition,
  }
}

/** The policy allows every row to every signed-in user. */
export function widenPolicy(name: string): Removal {
  return changePolicy(name, '^.*$', 'true')
}

type Probe = (world: World) => Promise<void>

/** Expects that the probe passes with the guard, unless it is among those that `passed` already, and fails without it. */
export async function guards(
  world: World,
  removal: Removal,
  probe: Probe,
  passed = new Set<Probe>(),
): Promise<void> {
  if (!passed.has(probe)) await probe(world)
  passed.add(probe)
  await without(world.sql, removal, async () => {
    const failure = await probe(world).then(
      () => undefined,
      (error: Error) => error,
    )
    expect(failure?.name).toBe('AssertionError')
  })
}

/** Runs `work` without the guard. Throws when there is no such guard. */
export async function without(
  sql: Query,
  removal: Omit<Removal, 'takes'>,
  work: () => Promise<void>,
): Promise<void> {
  const [row] = removal.definition ? await sql<{ text: string }>(removal.definition) : [{ text: '' }]
  if (!row) throw new Error(`nothing to remove: ${removal.apply}`)
  await sql(removal.apply)
  try {
    await work()
  } finally {
    await sql(removal.restore(row.text))
  }
}
