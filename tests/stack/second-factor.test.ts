import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { codeOf, wrongCodeOf } from '../support/authenticator.ts'
import { join, openLink, refusal, signIn, theAdmin, visitor } from './support/stack.ts'

const levelOf = async ({ auth }: SupabaseClient) =>
  (await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel

async function addAuthenticator({ auth }: SupabaseClient): Promise<{ factorId: string; secret: string }> {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  return { factorId: data.id, secret: data.totp.secret }
}

it('protects an account, its removal and an admin’s tools while it is required (D54)', async () => {
  const first = await theAdmin()
  const admin = await join('Ada Second')
  await first.client.from('profiles').update({ role: 'admin' }).eq('id', admin.id).throwOnError()

  const { factorId, secret } = await addAuthenticator(admin.client)
  const verify = ({ auth }: SupabaseClient, code: string) => auth.mfa.challengeAndVerify({ factorId, code })
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

  const requirement = { key: 'require_second_factor', value: '1' }
  await admin.client.from('app_settings').upsert(requirement).throwOnError()
  const grant = (client: SupabaseClient) =>
    client.rpc('grant_tokens', { p_rows: [], p_type: 'adjustment', p_reason: 'Tried' })
  expect(refusal(await grant(passwordOnly))).toBe('second_factor_required')
  expect(refusal(await grant(first.client))).toBe('second_factor_required')
  expect(refusal(await grant(admin.client))).not.toBe('second_factor_required')

  expect((await verify(passwordOnly, codeOf(secret, 1))).error).toBeNull()
  expect(refusal(await grant(passwordOnly))).not.toBe('second_factor_required')

  await passwordOnly.from('app_settings').update({ value: '0' }).eq('key', requirement.key).throwOnError()
  expect(refusal(await grant(first.client))).not.toBe('second_factor_required')
  expect((await passwordOnly.auth.mfa.unenroll({ factorId })).error).toBeNull()
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
