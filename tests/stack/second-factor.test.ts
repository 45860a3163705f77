import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { codeOf, wrongCodeOf } from '../support/authenticator.ts'
import { theAdmin } from './support/people.ts'
import { join, openLink, refusal, signIn, visitor } from './support/stack.ts'

const levelOf = async ({ auth }: SupabaseClient) =>
  (await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel

async function addAuthenticator({ auth }: SupabaseClient): Promise<{ factorId: string; secret: string }> {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  return { factorId: data.id, secret: data.totp.secret }
}

it('protects the account, and an admin’s tools while it is required (D54)', async () => {
  const first = await theAdmin()
  const admin = await join('Ada Second')
  await first.client.from('profiles').update({ role: 'admin' }).eq('id', admin.id).throwOnError()

  const { factorId, secret } = await addAuthenticator(admin.client)
  const verify = ({ auth }: SupabaseClient, code: string, id = factorId) =>
    auth.mfa.challengeAndVerify({ factorId: id, code })
  expect((await verify(admin.client, wrongCodeOf(secret))).error).not.toBeNull()
  const weaker = await signIn(admin.email)
  expect((await verify(admin.client, codeOf(secret))).error).toBeNull()
  expect(await levelOf(admin.client)).toBe('aal2')
  expect((await weaker.auth.refreshSession()).error).not.toBeNull()

  const passwordOnly = await signIn(admin.email)
  expect(await levelOf(passwordOnly)).toBe('aal1')
  expect((await passwordOnly.auth.mfa.unenroll({ factorId })).error).not.toBeNull()
  expect((await passwordOnly.auth.updateUser({ password: 'another long password' })).error).not.toBeNull()
  const recovery = visitor()
  expect((await recovery.auth.resetPasswordForEmail(admin.email)).error).toBeNull()
  await openLink(recovery, admin.email, 'recovery')
  expect((await recovery.auth.updateUser({ password: 'another long password' })).error).not.toBeNull()
  expect(refusal(await passwordOnly.from('profiles').select('id'))).toBe('second_factor_required')

  const require = (value: string) =>
    admin.client.from('app_settings').upsert({ key: 'require_second_factor', value })
  const grant = (client: SupabaseClient) =>
    client.rpc('grant_tokens', { p_rows: [], p_type: 'adjustment', p_reason: 'Tried' })
  expect(refusal(await grant(passwordOnly))).toBe('second_factor_required')
  expect(refusal(await require('1'))).toBe('admins_lack_second_factor')

  const own = await addAuthenticator(first.client)
  expect((await verify(first.client, codeOf(own.secret), own.factorId)).error).toBeNull()
  expect((await require('1')).error).toBeNull()
  const third = await join('Theo Third')
  await admin.client.from('profiles').update({ role: 'admin' }).eq('id', third.id).throwOnError()
  expect(refusal(await grant(third.client))).toBe('not_admin')
  const added = await addAuthenticator(third.client)
  expect((await verify(third.client, codeOf(added.secret), added.factorId)).error).toBeNull()
  expect(refusal(await grant(third.client))).toBe('not_admin')
  await admin.client.rpc('approve_second_factor', { p_person: third.id }).throwOnError()
  expect(refusal(await grant(third.client))).not.toBe('not_admin')

  expect((await require('0')).error).toBeNull()
  expect((await first.client.auth.mfa.unenroll({ factorId: own.factorId })).error).toBeNull()
  expect((await verify(passwordOnly, codeOf(secret, 1))).error).toBeNull()
  expect((await passwordOnly.auth.mfa.unenroll({ factorId })).error).toBeNull()
})

it('is replaced by a recovery code, once, and then added again', async () => {
  const member = await join('Rea Recovers')
  const { factorId, secret } = await addAuthenticator(member.client)
  await member.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
  const { data: codes } = await member.client.rpc('create_recovery_codes').throwOnError()
  const again = await signIn(member.email)
  const use = async (p_code: string) => (await again.rpc('use_recovery_code', { p_code })).data
  expect(await use('AAAA-AAAA-AAAA-AAAA')).toBeNull()
  expect(await use(codes[0].code)).toBe(true)
  expect((await again.auth.refreshSession()).error).toBeNull()
  expect((await again.from('profiles').select('id')).data).toHaveLength(1)
  const next = await addAuthenticator(again)
  expect(
    (await again.auth.mfa.challengeAndVerify({ factorId: next.factorId, code: codeOf(next.secret) })).error,
  ).toBeNull()
})

it('is reset by another admin, which ends the sessions of the account', async () => {
  const first = await theAdmin()
  const member = await join('Lou Lost')
  const { factorId, secret } = await addAuthenticator(member.client)
  const { error } = await member.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
  expect(error).toBeNull()
  await first.client.rpc('reset_second_factor', { p_person: member.id }).throwOnError()
  expect((await member.client.auth.refreshSession()).error).not.toBeNull()
  const again = await signIn(member.email)
  expect((await again.auth.mfa.listFactors()).data?.all).toEqual([])
})
