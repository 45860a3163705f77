import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { codeOf, wrongCodeOf } from '../support/authenticator.ts'
import { theAdmin } from './support/people.ts'
import { join, openLink, refusal, signIn, visitor } from './support/stack.ts'

const NEW = { password: 'another long password' }
const levelOf = async ({ auth }: SupabaseClient) =>
  (await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel

/** Adds an authenticator, which counts once a code of it was presented. */
async function addAuthenticator({ auth }: SupabaseClient) {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  const factorId = data.id
  const { secret } = data.totp
  const verify = (client: SupabaseClient, code: string) =>
    client.auth.mfa.challengeAndVerify({ factorId, code })
  return { factorId, secret, verify }
}

it('protects the account once it was presented (D54)', async () => {
  const { client, email } = await join('Ada Second')
  const { factorId, secret, verify } = await addAuthenticator(client)
  expect((await verify(client, wrongCodeOf(secret))).error).not.toBeNull()
  const weaker = await signIn(email)
  expect((await verify(client, codeOf(secret))).error).toBeNull()
  expect(await levelOf(client)).toBe('aal2')
  expect((await weaker.auth.refreshSession()).error).not.toBeNull()

  const [passwordOnly, recovery] = [await signIn(email), visitor()]
  expect(await levelOf(passwordOnly)).toBe('aal1')
  expect((await passwordOnly.auth.mfa.unenroll({ factorId })).error).not.toBeNull()
  expect((await recovery.auth.resetPasswordForEmail(email)).error).toBeNull()
  await openLink(recovery, email, 'recovery')
  for (const { auth } of [passwordOnly, recovery]) expect((await auth.updateUser(NEW)).error).not.toBeNull()
  expect(refusal(await passwordOnly.from('profiles').select('id'))).toBe('second_factor_required')
  expect((await verify(passwordOnly, codeOf(secret, 1))).error).toBeNull()
  expect((await passwordOnly.auth.mfa.unenroll({ factorId })).error).toBeNull()
})

it('is replaced by a recovery code, once, then added again, and reset by an admin, which ends the sessions', async () => {
  const { client, email, id } = await join('Rea Recovers')
  const lost = await addAuthenticator(client)
  await lost.verify(client, codeOf(lost.secret))
  const { data: codes } = await client.rpc('create_recovery_codes').throwOnError()
  const again = await signIn(email)
  const use = async (p_code: string) => (await again.rpc('use_recovery_code', { p_code })).data
  expect([await use('AAAA-AAAA-AAAA-AAAA'), await use(codes[0].code)]).toEqual([null, true])
  expect((await again.auth.refreshSession()).error).toBeNull()
  expect((await client.auth.refreshSession()).error).not.toBeNull()
  expect((await again.from('profiles').select('id')).data).toHaveLength(1)
  const next = await addAuthenticator(again)
  expect((await next.verify(again, codeOf(next.secret))).error).toBeNull()
  await (await theAdmin()).client.rpc('reset_second_factor', { p_person: id }).throwOnError()
  expect((await again.auth.refreshSession()).error).not.toBeNull()
  expect((await (await signIn(email)).auth.mfa.listFactors()).data?.all).toEqual([])
})
