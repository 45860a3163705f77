import type { SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { sharedBackend } from '../db/support/shared-world.ts'
import { codeOf, wrongCodeOf } from '../support/authenticator.ts'
import { type Backend, connect, makeMember, PASSWORD, sql, tokenFor } from './support/backend.ts'

const backend: Backend = sharedBackend()
const mfa = (client: SupabaseClient) => client.auth.mfa

async function enrolled(email: string) {
  const { client } = await makeMember(backend, email)
  const factor = { factorType: 'totp', friendlyName: 'Telephone', issuer: 'Guildhall' } as const
  const { data, error } = await mfa(client).enroll(factor)
  if (error) throw error
  return { client, factorId: data.id, ...data.totp }
}

async function verified(email: string) {
  const person = await enrolled(email)
  const { factorId, secret } = person
  const { error } = await mfa(person.client).challengeAndVerify({ factorId, code: codeOf(secret) })
  if (error) throw error
  return person
}

async function signIn(email: string, password = PASSWORD) {
  const client = connect(backend)
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

async function claims(client: SupabaseClient) {
  const { access_token } = (await client.auth.getSession()).data.session!
  const { aal, amr } = JSON.parse(Buffer.from(access_token.split('.')[1]!, 'base64url').toString())
  return [aal, ...amr.map(({ method }: { method: string }) => method)]
}

describe('enrolling', () => {
  it('gives a secret, as text, address and picture, and nothing before the first right code', async () => {
    const { client, factorId, secret, uri, qr_code } = await enrolled('enrol@example.test')
    expect(uri).toMatch(/^otpauth:\/\/totp\/Guildhall:enrol@example\.test\?/)
    expect(uri).toContain(`secret=${secret}`)
    expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    expect(await claims(client)).toEqual(['aal1', 'otp'])
    const fullWidth = codeOf(secret).replace(/./g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
    for (const code of [wrongCodeOf(secret), fullWidth, '1', `${codeOf(secret)}0`, '💩💩💩']) {
      const wrong = await mfa(client).challengeAndVerify({ factorId, code })
      expect(wrong.error, code).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    }
    const unverified = { totp: [], all: [{ status: 'unverified' }] }
    expect((await mfa(client).listFactors()).data).toMatchObject(unverified)
    const right = await mfa(client).challengeAndVerify({ factorId, code: codeOf(secret) })
    expect(right.data?.user.factors).toMatchObject([{ friendly_name: 'Telephone', status: 'verified' }])
    expect(await claims(client)).toEqual(['aal2', 'totp', 'otp'])
  })

  it('takes each name once and ten at most, and further ones only with the second factor', async () => {
    const { client, factorId, secret } = await verified('many@example.test')
    const add = (friendlyName: string, by = client) => mfa(by).enroll({ factorType: 'totp', friendlyName })
    expect((await add('Telephone')).error?.code).toBe('mfa_factor_name_conflict')
    expect((await add('A', await signIn('many@example.test'))).error?.code).toBe('insufficient_aal')
    for (let n = 0; n < 9; n++) expect((await add(`App ${n}`)).error).toBeNull()
    expect((await add('One more')).error?.code).toBe('too_many_enrolled_mfa_factors')
    const left = `update auth.mfa_factors set created_at = now() - interval '301 seconds' where friendly_name = 'App 0'`
    await sql(backend, left)
    expect((await add('One more')).error).toBeNull()
    const { error } = await mfa(client).enroll({ factorType: 'phone', phone: '+15550100' })
    expect(error?.code).toBe('mfa_phone_enroll_not_enabled')
    await mfa(client).challengeAndVerify({ factorId, code: codeOf(secret) })
    expect((await mfa(client).listFactors()).data?.all).toHaveLength(1)
  })
})

describe('codes', () => {
  it('are valid for 30 seconds before and after, and each challenge for one of them', async () => {
    const { client, factorId, secret } = await verified('window@example.test')
    const tried = async (steps: number) =>
      (await mfa(client).challengeAndVerify({ factorId, code: codeOf(secret, steps) })).error?.code
    expect([await tried(-3), await tried(3)]).toEqual(Array(2).fill('mfa_verification_failed'))
    const challengeId = (await mfa(client).challenge({ factorId })).data!.id
    const attempt = { factorId, challengeId, code: codeOf(secret) }
    const both = await Promise.all([mfa(client).verify(attempt), mfa(connectAs(client)).verify(attempt)])
    expect(both.filter(({ error }) => error === null)).toHaveLength(1)
    const again = await mfa(client).verify({ factorId, challengeId, code: codeOf(secret) })
    expect(again.error?.code).toBe('mfa_ip_address_mismatch')
  })

  it('are refused for a challenge that expired, of another factor, or that does not exist', async () => {
    const { client, factorId, secret } = await verified('expired@example.test')
    const other = await verified('other@example.test')
    const verify = async (challengeId: string) =>
      (await mfa(client).verify({ factorId, challengeId, code: codeOf(secret) })).error?.code
    const { id } = (await mfa(client).challenge({ factorId })).data!
    const age = `update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = $1`
    await sql(backend, age, [id])
    expect([await verify(id), await verify(id)]).toEqual(['mfa_challenge_expired', 'mfa_factor_not_found'])
    const foreign = (await mfa(other.client).challenge({ factorId: other.factorId })).data!
    expect(await verify(foreign.id)).toBe('mfa_factor_not_found')
    expect(await verify('nonsense')).toBe('bad_json')
    const stranger = await mfa(client).challenge({ factorId: other.factorId })
    expect(stranger.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    expect((await mfa(client).unenroll({ factorId: other.factorId })).error).not.toBeNull()
  })
})

describe('sessions', () => {
  it('keep the level when refreshed, and end without it when another one has it', async () => {
    const { client, secret } = await verified('sessions@example.test')
    await client.auth.refreshSession()
    expect(await claims(client)).toEqual(['aal2', 'totp', 'otp'])
    const plain = await signIn('sessions@example.test')
    expect(await claims(plain)).toEqual(['aal1', 'password'])
    expect((await mfa(plain).getAuthenticatorAssuranceLevel()).data).toMatchObject({ nextLevel: 'aal2' })
    await plain.auth.refreshSession()
    expect((await claims(plain))[0]).toBe('aal1')
    const idle = await signIn('sessions@example.test')
    const before = (await plain.auth.getSession()).data.session!.refresh_token
    const [factor] = (await mfa(plain).listFactors()).data!.totp
    await mfa(plain).challengeAndVerify({ factorId: factor!.id, code: codeOf(secret) })
    expect((await idle.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    expect((await client.auth.refreshSession()).error).toBeNull()
    const stolen = await connect(backend).auth.refreshSession({ refresh_token: before })
    expect(stolen.error?.code).toBe('refresh_token_not_found')
  })

  it('without it cannot remove a factor, or change password and email', async () => {
    const { client, factorId } = await verified('weak@example.test')
    const plain = await signIn('weak@example.test')
    const refused = { code: 'insufficient_aal' }
    expect((await mfa(plain).unenroll({ factorId })).error).toMatchObject({ status: 422, ...refused })
    for (const change of [{ password: 'another long password' }, { email: 'thief@example.test' }])
      expect((await plain.auth.updateUser(change)).error).toMatchObject({ status: 401, ...refused })
    expect((await plain.auth.updateUser({ data: { name: 'Same' } })).error).toBeNull()
    await connect(backend).auth.resetPasswordForEmail('weak@example.test')
    const recovering = connect(backend)
    const token_hash = await tokenFor(backend, 'weak@example.test')
    await recovering.auth.verifyOtp({ token_hash, type: 'recovery' })
    const { error } = await recovering.auth.updateUser({ password: 'another long password' })
    expect(error?.code).toBe('insufficient_aal')
    expect((await mfa(client).unenroll({ factorId })).error).toBeNull()
    await client.auth.refreshSession()
    expect(await claims(client)).toEqual(['aal1', 'otp'])
  })

  it('of an email link carry the level as well', async () => {
    await makeMember(backend, 'link@example.test')
    await connect(backend).auth.resetPasswordForEmail('link@example.test')
    const link = new URL(`${backend.url}/auth/v1/verify?type=recovery`)
    link.searchParams.set('token', await tokenFor(backend, 'link@example.test'))
    link.searchParams.set('apikey', backend.publishable_key)
    const { headers } = await fetch(link, { redirect: 'manual' })
    const token = new URLSearchParams(headers.get('location')!.split('#')[1]).get('access_token')!
    const payload = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
    expect(payload).toMatchObject({ aal: 'aal1', amr: [{ method: 'otp' }] })
  })

  it('are needed to see factors at all', async () => {
    const post = (more: object = {}) => {
      const headers = { apikey: backend.publishable_key, ...more }
      const body = JSON.stringify({ factor_type: 'totp' })
      return fetch(`${backend.url}/auth/v1/factors`, { method: 'POST', headers, body })
    }
    expect((await post()).status).toBe(401)
    expect((await post({ authorization: 'Bearer forged.token.here' })).status).toBe(403)
    const { client, token } = await makeMember(backend, 'gone@example.test')
    await client.auth.signOut()
    const response = await post({ authorization: `Bearer ${token}` })
    expect([response.status, (await response.json()).error_code]).toEqual([403, 'session_not_found'])
  })
})

/** The same session in another tab. */
function connectAs(client: SupabaseClient): SupabaseClient {
  const tab = connect(backend)
  tab.auth.getSession = client.auth.getSession.bind(client.auth)
  return tab
}
