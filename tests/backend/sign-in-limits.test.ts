import { describe, expect, it, vi } from 'vitest'
import { limitAttempts } from '../../supabase/local/auth/attempts.ts'
import { ownWorld } from '../db/support/own-world.ts'
import { sharedBackend } from '../db/support/shared-world.ts'
import { wrongCodeOf } from '../support/authenticator.ts'
import { type Backend, connect, emailsTo, makeMember, PASSWORD, signUp, sql } from './support/backend.ts'

const NEW = 'another long password'
const backend: Backend = sharedBackend()
const { backend: limited } = await ownWorld({ rateLimits: true })

async function signIn(email: string, password: string, at = backend) {
  const client = connect(at)
  const { error } = await client.auth.signInWithPassword({ email, password })
  return { client, error }
}

describe('signing in', () => {
  // Nor by its time: `npm run bench -- --only leaks`.
  it('reveals neither an account nor that it is unconfirmed without its password', async () => {
    await makeMember(backend, 'known@example.test')
    await signUp(backend, 'unconfirmed@example.test')
    const responses = new Set<string>()
    for (const name of ['known', 'unconfirmed', 'unknown']) {
      const { error } = await signIn(`${name}@example.test`, 'a wrong password')
      responses.add(`${error?.status} ${error?.code} ${error?.message}`)
    }
    expect([...responses]).toEqual(['400 invalid_credentials Invalid login credentials'])
    const { error } = await signIn('UNCONFIRMED@example.test', PASSWORD)
    expect(error?.code).toBe('email_not_confirmed')
    expect((await signIn('unknown@example.test', PASSWORD)).error?.code).toBe('invalid_credentials')
  })

  it('rejects passwords that Postgres cannot store', async () => {
    for (const password of ['\0', `${PASSWORD}\0`, 'x'.repeat(100_000), '\ud800']) {
      const { error } = await signIn('nobody@example.test', password)
      expect(error?.code).toBe('invalid_credentials')
    }
  })

  it('shares one limit of its address with refreshes, while sessions stay, and guesses of an authenticator have their own (D50)', async () => {
    const { client } = await makeMember(limited, 'member@example.test')
    const { id: factorId, totp } = (await client.auth.mfa.enroll({ factorType: 'totp' })).data!
    const challengeId = (await client.auth.mfa.challenge({ factorId })).data!.id
    const guess = async () =>
      (await client.auth.mfa.verify({ factorId, challengeId, code: wrongCodeOf(totp.secret) })).error?.code
    let guesses = 0
    while ((await guess()) === 'mfa_verification_failed') guesses++
    expect([await guess(), guesses >= 30, guesses < 60]).toEqual(['over_request_rate_limit', true, true])
    /** How many are answered before one is refused. */
    async function answered(grant: string): Promise<number> {
      for (let count = 0; ; count++) {
        const headers = { apikey: limited.publishable_key, 'content-type': 'application/json' }
        const address = `${limited.url}/auth/v1/token?grant_type=${grant}`
        const { status } = await fetch(address, { method: 'POST', headers, body: '{}' })
        if (status === 429) return count
      }
    }
    expect(await answered('refresh_token')).toBeGreaterThan(20)
    expect(await answered('password')).toBeLessThan(20)
    expect((await client.auth.getUser()).error).toBeNull()
    // A link of an email counts by another limit.
    const link = new URL(`${limited.url}/auth/v1/verify?type=recovery&token=x`)
    link.searchParams.set('apikey', limited.publishable_key)
    const follow = async () => (await fetch(link, { redirect: 'manual' })).status
    expect(await follow()).not.toBe(429)
    await Promise.all(Array.from({ length: 30 }, follow))
    expect(await follow()).toBe(429)
  })
})

describe('attempts to sign in', () => {
  const limits = { sign_in_sign_ups: 30, token_verifications: 30, token_refresh: 150 }
  const attempts = (check: ReturnType<typeof limitAttempts>, action: string, caller = '203.0.113.9') => {
    let count = 0
    while (count < 200 && !check(action, caller)) count++
    return count
  }

  it('are limited by address and action, 30 at once, and refill steadily, as in Supabase Auth', () => {
    vi.useFakeTimers()
    const check = limitAttempts(limits)
    const mails = ['signup', 'otp', 'magiclink', 'recover', 'resend', 'PUT user']
    for (const action of [...mails, 'token', 'verify', 'factor challenge', 'factor verify'])
      expect(attempts(check, action)).toBe(30)
    for (const action of ['user', 'logout', 'reauthenticate']) expect(attempts(check, action)).toBe(200)
    expect(attempts(check, 'token', '203.0.113.10')).toBe(30)
    vi.advanceTimersByTime(10_000)
    expect(attempts(check, 'token')).toBe(5)
    expect(attempts(check, 'signup')).toBe(1)
    vi.advanceTimersByTime(60 * 60_000)
    expect(attempts(check, 'token')).toBe(30)
    vi.useRealTimers()
    expect(attempts(limitAttempts(undefined), 'token')).toBe(200)
  })
})

describe('a new password', () => {
  it('ends the other sessions of the member only, and none when it is rejected', async () => {
    const email = 'devices@example.test'
    const { client } = await makeMember(backend, email)
    const another = await makeMember(backend, 'another@example.test')
    const other = await signIn(email, PASSWORD)
    expect((await client.auth.updateUser({ password: 'short' })).error?.code).toBe('weak_password')
    expect((await client.auth.updateUser({ data: { nickname: 'N' } })).error).toBeNull()
    expect((await other.client.auth.refreshSession()).error).toBeNull()
    expect((await client.auth.updateUser({ password: NEW })).error).toBeNull()
    expect((await other.client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    for (const { auth } of [client, another.client]) expect((await auth.refreshSession()).error).toBeNull()
  })

  it('requires an emailed code when the session is older than a day', async () => {
    const email = 'older@example.test'
    const { client, id } = await makeMember(backend, email)
    const aged = 'update auth.sessions set created_at = now() - make_interval(hours => $2) where user_id = $1'
    const age = (hours: number) => sql(backend, aged, [id, hours])
    const change = async (password: string, nonce?: string) =>
      (await client.auth.updateUser({ password, ...(nonce && { nonce }) })).error?.code
    await age(25)
    expect(await change(NEW)).toBe('reauthentication_needed')
    expect((await client.auth.reauthenticate()).error).toBeNull()
    expect((await client.auth.reauthenticate()).error?.code).toBe('over_email_send_rate_limit')
    const [message] = await emailsTo(backend, email)
    const nonce = /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? ''
    expect(await change(NEW, nonce === '000000' ? '1' : '000000')).toBe('reauthentication_not_valid')
    expect(await change(NEW, nonce)).toBeUndefined()
    await age(25)
    expect(await change(PASSWORD, nonce)).toBe('reauthentication_not_valid')
    await age(23)
    expect(await change(PASSWORD)).toBeUndefined()
  })
})
