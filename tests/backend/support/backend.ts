import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import ws from 'ws'
import type { Backend as Started } from '../../../supabase/local/backend.ts'

/** Also one that tests share, and none stops. */
export type Backend = Omit<Started, 'stop'>
type Api = Pick<Backend, 'url' | 'publishable_key'>
type Inbox = Pick<Backend, 'inbox_url'>

export const PASSWORD = 'correct horse battery'

/** The client of the app, without a browser's storage. */
export function connect(backend: Api, key = backend.publishable_key): SupabaseClient {
  return createClient(backend.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket of its own.
    realtime: { transport: ws as never },
  })
}

/** The rows of one statement, run by the owner of the database. */
export async function sql<T extends pg.QueryResultRow>(
  backend: Backend,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: backend.db_url })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** An unused invite code. */
export async function makeInvite(backend: Backend): Promise<string> {
  const [row] = await sql<{ code: string }>(
    backend,
    `insert into public.invite_codes (code) values ('T' || upper(substr(md5(random()::text), 1, 9))) returning code`,
  )
  return row!.code
}

export type Email = { to: string; subject: string; text: string; html: string; at: string }

/** The emails to one address, newest first. */
export async function emailsTo(backend: Inbox, address: string): Promise<Email[]> {
  const emails: Email[] = await (await fetch(`${backend.inbox_url}/messages.json`)).json()
  return emails.filter(({ to }) => to === address)
}

/** The one-time token of the newest email to an address. */
export async function tokenFor(backend: Inbox, address: string): Promise<string> {
  const [message] = await emailsTo(backend, address)
  return /token_hash=(\w+)/.exec(message?.text ?? '')![1]!
}

/** Signs up with a new invite code; the account is not confirmed yet. */
export async function signUp(backend: Backend, email: string, invite?: string) {
  const invite_code = invite ?? (await makeInvite(backend))
  const data = { name: 'Test Person', phone: '+1 555 0100', invite_code }
  return connect(backend).auth.signUp({ email, password: PASSWORD, options: { data } })
}

/** A confirmed member with a signed-in client. */
export async function makeMember(backend: Backend, email: string) {
  const { error } = await signUp(backend, email)
  if (error) throw error
  const client = connect(backend)
  const confirmed = await client.auth.verifyOtp({
    token_hash: await tokenFor(backend, email),
    type: 'signup',
  })
  if (confirmed.error) throw confirmed.error
  return { client, id: confirmed.data.user!.id, token: confirmed.data.session!.access_token }
}

/** The same, made an admin by the database's owner. */
export async function makeAdmin(backend: Backend, email: string) {
  const admin = await makeMember(backend, email)
  const update = `update public.profiles set role = 'admin' where id = '${admin.id}'`
  await sql(backend, `set session_replication_role = replica; ${update}`)
  return admin
}
