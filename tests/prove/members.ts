import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { PASSWORD, type Person } from '../db/support/people.ts'
import { freshCode } from '../db/support/rows.ts'
import type { Wanted } from './fixture.ts'
import { isLoopback } from './loopback.ts'

type Maker = {
  url: string
  admin: Person
  service: SupabaseClient
  client: () => SupabaseClient
  fetch: typeof fetch
}

/** A member made with nothing but the project's keys: invited by the admin, confirmed, and signed in. */
export async function makeMember(
  maker: Maker,
  { name = 'Proof Member', tokens = 25, invite }: Wanted,
): Promise<Person> {
  const invite_code = invite ?? freshCode()
  const row = { code: invite_code, note: 'Made by npm run prove' }
  if (!invite) await maker.admin.client.from('invite_codes').insert(row).throwOnError()
  const email = `proof-${randomUUID()}@example.test`
  const data = { name, phone: '', invite_code }
  const { error } = await maker.service.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: data,
  })
  // The embedded backend has no accounts' API; its emails can be read instead.
  if (error && isLoopback(new URL(maker.url).hostname)) await confirmByEmail(maker, email, data)
  else if (error) throw error
  const client = maker.client()
  const signed = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (signed.error) throw signed.error
  const person = { id: signed.data.user.id, email, name, client }
  if (tokens !== 25) {
    await maker.admin.client
      .from('profiles')
      .update({ current_tokens: tokens, adjustment_reason: 'Set up by the proof' })
      .eq('id', person.id)
      .throwOnError()
  }
  return person
}

async function confirmByEmail({ url, client, fetch }: Maker, email: string, data: object): Promise<void> {
  const { error } = await client().auth.signUp({ email, password: PASSWORD, options: { data } })
  if (error) throw error
  const emails: { to: string; text: string }[] = await (await fetch(`${url}/inbox/messages.json`)).json()
  const link = emails.find(({ to }) => to === email)?.text ?? ''
  const token_hash = /token_hash=(\w+)/.exec(link)?.[1]
  if (!token_hash) throw new Error(`no confirmation came for ${email}`)
  const confirmed = await client().auth.verifyOtp({ token_hash, type: 'signup' })
  if (confirmed.error) throw confirmed.error
}
