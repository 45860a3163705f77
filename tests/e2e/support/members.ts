import { randomBytes } from 'node:crypto'
import { adminClient, anonymousClient, clientOf, storageState } from './client.ts'
import { linkOf, newestEmail } from './inbox.ts'

/** A random code of `length` letters and digits. */
export function freshCode(length: number): string {
  return randomBytes(length).toString('hex').slice(0, length).toUpperCase()
}

/** A new invite code. */
async function newInvite(): Promise<string> {
  const code = freshCode(10)
  const { client } = await adminClient()
  await client.from('invite_codes').insert({ code }).throwOnError()
  return code
}

/** A new member with 25 tokens: invited, registered and confirmed by email, without a browser; signed in at `at`. */
export async function newMember(name: string, at?: string) {
  const invite = await newInvite()
  const person = {
    name,
    email: `${invite.toLowerCase()}@guild.example`,
    password: 'an honest guild password',
  }
  const newcomer = anonymousClient()
  const options = { data: { name, phone: '+44 20 7946 0000', invite_code: invite } }
  const { error } = await newcomer.auth.signUp({ ...person, options })
  if (error) throw error
  const link = new URL(linkOf(await newestEmail(person.email, 'Confirm your Guildhall account')))
  const token_hash = link.searchParams.get('token_hash') ?? ''
  const confirmed = await newcomer.auth.verifyOtp({ type: 'signup', token_hash })
  if (confirmed.error) throw confirmed.error

  const { client, id, session } = await clientOf(person)
  return { ...person, client, id, storageState: storageState(session, at) }
}

/** A new token code worth `tokens`. */
export async function newTokenCode(tokens: number): Promise<string> {
  const code = freshCode(8)
  const { client } = await adminClient()
  await client.from('redeem_codes').insert({ code, token_value: tokens }).throwOnError()
  return code
}
