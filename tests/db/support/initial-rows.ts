import type { Client } from 'pg'
import { withClient } from '../../../supabase/local/postgres/pool.ts'

/** Each table of the product and of auth, with the rows that it had just after the migrations, as JSON. */
export type InitialRows = { table: string; rows: string }[]

/** Reads what `restoreInitialRows` restores, from a backend that nobody has used; `url` is that of the superuser. */
export function readInitialRows(url: string): Promise<InitialRows> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'auth')`,
    )
    const initial: InitialRows = []
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select coalesce(json_agg(t), '[]')::text as rows from ${name} as t`,
      )
      initial.push({ table: name, rows: rows[0].rows })
    }
    return initial
  })
}

/** Removes what earlier files left, so that no test depends on which files ran before it. Triggers do not run. */
export async function restoreInitialRows(client: Client, initial: InitialRows): Promise<void> {
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  for (const { table, rows } of initial) {
    // Not truncated, which creates a new file for each table and index, also of empty ones.
    await client.query(`delete from ${table}`)
    if (rows !== '[]')
      await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
        rows,
      ])
  }
  await client.query(`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences
    where schemaname in ('public', 'private', 'auth') and last_value is not null`)
  await client.query('commit')
}
