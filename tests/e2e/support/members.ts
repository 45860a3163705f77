import { randomBytes } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { anonymousClient, clientOf, officeOf, storageState } from './client.ts'
import { linkOf, newestMail } from './inbox.ts'

/** A code of `length` letters and digits that no test has used. */
export function freshCode(length: number): string {
  return randomBytes(length).toString('hex').slice(0, length).toUpperCase()
}

/** An unused invite code of one test's own. */
export async function newInvite(url: string): Promise<string> {
  const code = freshCode(10)
  const { client } = await officeOf(url)
  await client.from('invite_codes').insert({ code }).throwOnError()
  return code
}

/** A new member of one test's own, with 25 tokens: invited, registered and confirmed by mail, all without a browser. */
export async function newMember(url: string, request: APIRequestContext, name: string) {
  const invite = await newInvite(url)
  const person = {
    name,
    email: `${invite.toLowerCase()}@guild.example`,
    password: 'an honest guild password',
  }
  const newcomer = anonymousClient(url)
  const options = { data: { name, phone: '+44 20 7946 0000', invite_code: invite } }
  const { error } = await newcomer.auth.signUp({ ...person, options })
  if (error) throw error
  const link = new URL(linkOf(await newestMail(request, person.email, 'Confirm your Guildhall account')))
  const token_hash = link.searchParams.get('token_hash') ?? ''
  const confirmed = await newcomer.auth.verifyOtp({ type: 'signup', token_hash })
  if (confirmed.error) throw confirmed.error

  const { client, id, session } = await clientOf(url, person)
  return { ...person, client, id, storageState: storageState(url, session) }
}

/** A token code of one test's own, worth `tokens`. */
export async function newTokenCode(url: string, tokens: number): Promise<string> {
  const code = freshCode(8)
  const { client } = await officeOf(url)
  await client.from('redeem_codes').insert({ code, token_value: tokens }).throwOnError()
  return code
}

type Buyer = Pick<Awaited<ReturnType<typeof newMember>>, 'id' | 'client'>

/** An order for a benefit that only this test knows: it costs one token, and is taken off the shelf again. */
export async function newOrder(url: string, buyer: Buyer, { benefit = 'Test', email = 'a@guild.example' }) {
  const { client } = await officeOf(url)
  const { data: shelf } = await client
    .from('benefits')
    .insert({ name: benefit, description: 'For one test.', token_value: 1 })
    .select('id')
    .single()
    .throwOnError()
  await buyer.client
    .from('orders')
    .insert({
      id: crypto.randomUUID(),
      user_id: buyer.id,
      benefit_id: shelf.id,
      redemption_email: email,
      status: 'pending',
      benefit_name: benefit,
      benefit_token_value: 1,
    })
    .throwOnError()
  await client.from('benefits').delete().eq('id', shelf.id).throwOnError()
}
