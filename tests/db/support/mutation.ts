import type { Query } from './world'

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
      `alter table ${table} add constraint ${name} ${definition}${definition.startsWith('CHECK') ? ' not valid' : ''}`,
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
