import { createHash } from 'node:crypto'
import type { Row } from '../support/world.ts'
import type { Fixture } from './fixture.ts'

const TABLES =
  'profiles token_transactions benefits orders redeem_codes invite_codes app_settings notifications operations'.split(
    ' ',
  )

// Of auth.users not what a sign-in or an email that was requested notes there.
const BELOW: Record<string, string> = {
  'auth.users':
    'select id, email, role, aud, email_confirmed_at, encrypted_password, is_anonymous from auth.users',
  'storage.buckets': 'select * from storage.buckets',
  'storage.objects': 'select id, bucket_id, name, metadata from storage.objects',
  notification_preferences: 'select * from notification_preferences',
  ...Object.fromEntries(
    `audit_log available_keys benefit_delivery deliveries delivery_keys email_sender outbox reports`
      .split(' ')
      .map((table) => [`private.${table}`, `select * from private.${table}`]),
  ),
  pg_policies: 'select * from pg_policies',
  pg_proc: `select oid::regprocedure::text, md5(pg_get_functiondef(oid)) from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
}

/** A fingerprint of every table, read past the RLS policies. */
export type State = Record<string, string>

export async function readState({ sql }: Fixture): Promise<State> {
  const texts = { ...Object.fromEntries(TABLES.map((table) => [table, `select * from ${table}`])), ...BELOW }
  const read = async ([name, text]: [string, string]) => [name, print(await sql(text))]
  return Object.fromEntries(await Promise.all(Object.entries(texts).map(read)))
}

/** The tables whose rows differ. */
export function changed(before: State, after: State): string[] {
  return Object.keys(before).filter((table) => before[table] !== after[table])
}

function print(rows: Row[]): string {
  const lines = rows.map((row) => JSON.stringify(row)).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

/** The accounts whose balance and ledger disagree. */
export async function accountsOff({ sql }: Fixture): Promise<string[]> {
  const rows = await sql('select * from private.reconcile()')
  return rows.map((row: Row) => `${row.account_id}: ${row.problem}`)
}
