import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { QueryResultRow } from 'pg'
import ws from 'ws'
import { withClient } from '../../../supabase/local/postgres/pool.ts'
import { codeOf } from '../../db/support/outcome.ts'
import { type Benefit, orderPayload } from '../../db/support/rows.ts'
import type { Stack } from '../run.ts'
import { awaitEmail, type Email, linkParameter, openMailbox } from './mailbox.ts'
import { leaseEmail } from './outbox.ts'

const { url, anonKey, dbUrl, mailUrl }: Stack = JSON.parse(process.env.STACK ?? '{}')

const mailbox = openMailbox(mailUrl)

export const PASSWORD = 'a long enough password'

/** The address of the stack's API, and the key of its visitors. */
export const api = { url, anonKey }

/** A person with a client that is signed in. */
export type Person = { id: string; email: string; name: string; client: SupabaseClient }

/** A client of the app, signed in as nobody. */
export const visitor = (): SupabaseClient =>
  createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // Node 20 has no WebSocket of its own.
    realtime: { transport: ws as unknown as typeof WebSocket },
  })

/** Rows of one statement of the owner of the project, as in the SQL editor. */
export const sql = <Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
  withClient(dbUrl, async (client) => (await client.query<Row>(text, values)).rows)

export const freshCode = () => `T${randomUUID().replaceAll('-', '').slice(0, 11).toUpperCase()}`
export const freshEmail = () => `stack-${randomUUID().slice(0, 8)}@guildhall.example`

/** The newest email to an address whose subject matches, as soon as there is one. */
const emailTo = async (to: string, subject: RegExp): Promise<Email> => awaitEmail(await mailbox, to, subject)

async function sends(): Promise<boolean> {
  const response = await fetch(`${url}/functions/v1/send-mail`).catch(() => undefined)
  return response?.ok === true && (await response.json()).state === 'running'
}

/** The newest email of the product to an address: sent by the function send-mail, or leased here where no schedule runs it. */
export const productEmailTo = async (to: string, subject: RegExp): Promise<Email> =>
  (await sends()) ? emailTo(to, subject) : leaseEmail(sql, to, subject)

/** An invite code of the owner of the project. */
export async function makeInvite(): Promise<string> {
  const code = freshCode()
  await sql('insert into public.invite_codes (code) values ($1)', [code])
  return code
}

export const signUp = (client: SupabaseClient, email: string, invite_code: string, name = 'Mia Member') =>
  client.auth.signUp({ email, password: PASSWORD, options: { data: { name, phone: '', invite_code } } })

/** Opens the link of an email of auth, as the page /auth/callback does. */
export async function openLink(client: SupabaseClient, email: string, type: 'signup' | 'recovery') {
  const subject = type === 'signup' ? /^Confirm your Guildhall account/ : /^Reset your Guildhall password/
  const token_hash = linkParameter(await emailTo(email, subject), 'token_hash')
  const { data, error } = await client.auth.verifyOtp({ token_hash, type })
  if (error) throw error
  return data
}

/** Signs in with the password. */
export async function signIn(email: string, password = PASSWORD): Promise<SupabaseClient> {
  const client = visitor()
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

/** A person who has joined with an invite code and confirmed by the email, with more than the bonus of 25 tokens if wanted. */
export async function join(name = 'Mia Member', more = 0): Promise<Person> {
  const [email, client] = [freshEmail(), visitor()]
  const { error } = await signUp(client, email, await makeInvite(), name)
  if (error) throw error
  const { user } = await openLink(client, email, 'signup')
  const id = user?.id ?? ''
  if (more > 0)
    await sql(`select private.post_tokens($1, 'purchase', $2, 'Test tokens', p_actor => gen_random_uuid())`, [
      id,
      more,
    ])
  return { id, email, name, client }
}

/** The code of a refusal: the product's, else that of Postgres or the API. Undefined for a success. */
export const refusal = ({ error }: { error: object | null }): string | undefined =>
  error ? codeOf(error) : undefined

export const balanceOf = async ({ client, id }: Person): Promise<number> =>
  (await client.from('profiles').select('current_tokens').eq('id', id).single().throwOnError()).data
    .current_tokens

/** A benefit that an admin offers. */
export async function createBenefit({ client }: Person, changes: object = {}): Promise<Benefit> {
  const row = { name: `Lantern ${freshCode()}`, description: 'What it is.', token_value: 10, ...changes }
  return (await client.from('benefits').insert(row).select().single().throwOnError()).data
}

/** Places an order as the app does; `changes` are of its payload. */
export async function placeOrder(person: Person, benefit: Benefit, changes: object = {}) {
  const payload = orderPayload(person, benefit, { ...changes })
  return { id: payload.id, refused: refusal(await person.client.from('orders').insert(payload)) }
}

/** What a person reads of an order's delivery, in the two calls of the app (D53). */
export async function readDelivery({ client }: Person, p_order_id: string) {
  await client.rpc('open_delivery', { p_order_id }).throwOnError()
  return (await client.rpc('order_delivery', { p_order_id }).throwOnError()).data[0]
}
