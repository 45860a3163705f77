import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Backend, startBackend } from '../../supabase/local/backend.ts'
import { connect, mailsTo, makeMember, PASSWORD, signUp, sql } from './support/backend.ts'

let backend: Backend
let limited: Backend
const NEW = 'another long password'

beforeAll(async () => {
  ;[backend, limited] = await Promise.all([
    startBackend({ ephemeral: true, empty: true }),
    startBackend({ ephemeral: true, empty: true, rateLimits: true }),
  ])
})
afterAll(() => Promise.all([backend.stop(), limited.stop()]))

const signIn = (at: Backend, email: string, password: string) =>
  connect(at).auth.signInWithPassword({ email, password })

describe('signing in', () => {
  it('tells only whoever knows the password that an account is not confirmed', async () => {
    const email = 'waiting@example.test'
    await signUp(backend, email)
    expect((await signIn(backend, email, 'a wrong password')).error?.code).toBe('invalid_credentials')
    expect((await signIn(backend, email.toUpperCase(), PASSWORD)).error?.code).toBe('email_not_confirmed')
    expect((await signIn(backend, 'nobody@example.test', PASSWORD)).error?.code).toBe('invalid_credentials')
  })

  it('answers for an unknown address with the same words after the same time', async () => {
    await makeMember(backend, 'known@example.test')
    await signUp(backend, 'unconfirmed@example.test')
    const fastest: Record<string, number> = {}
    const words = new Set<string>()
    for (let round = 0; round < 8; round++) {
      for (const name of ['known', 'unconfirmed', 'unknown']) {
        const began = performance.now()
        const { error } = await signIn(backend, `${name}@example.test`, 'a wrong password')
        fastest[name] = Math.min(fastest[name] ?? Number.POSITIVE_INFINITY, performance.now() - began)
        words.add(`${error?.status} ${error?.code} ${error?.message}`)
      }
    }
    expect([...words]).toEqual(['400 invalid_credentials Invalid login credentials'])
    const times = Object.values(fastest)
    expect(Math.max(...times) / Math.min(...times)).toBeLessThan(1.6)
  })

  it('survives passwords that no database can hold', async () => {
    for (const password of ['\0', `${PASSWORD}\0`, 'x'.repeat(100_000), '\ud800']) {
      expect((await signIn(backend, 'known@example.test', password)).error?.code).toBe('invalid_credentials')
    }
  })
})

describe('attempts from one address in five minutes', () => {
  async function untilRefused(attempt: () => Promise<{ error: { code?: string; status?: number } | null }>) {
    for (let count = 0; count < 40; count++) {
      const { error } = await attempt()
      if (error?.code === 'over_request_rate_limit') return { count, status: error.status }
    }
  }

  it('are limited for passwords, also right ones', async () => {
    const { client } = await makeMember(limited, 'member@example.test')
    const refused = await untilRefused(() => signIn(limited, 'member@example.test', 'a wrong password'))
    expect(refused?.count).toBeGreaterThan(20)
    expect(refused?.count).toBeLessThanOrEqual(30)
    expect(refused?.status).toBe(429)
    expect((await signIn(limited, 'member@example.test', PASSWORD)).error?.status).toBe(429)
    // Who is signed in stays so.
    expect((await client.auth.refreshSession()).error).toBeNull()
  })

  it('are limited for the codes of mails', async () => {
    const refused = await untilRefused(() =>
      connect(limited).auth.verifyOtp({ email: 'member@example.test', token: '123456', type: 'recovery' }),
    )
    expect(refused?.count).toBeGreaterThan(20)
    expect(refused?.count).toBeLessThanOrEqual(30)
    const link = new URL(`${limited.url}/auth/v1/verify?type=recovery&token=x`)
    link.searchParams.set('apikey', limited.publishable_key)
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(429)
  })

  it('are not limited for tests', async () => {
    const attempt = () => signIn(backend, 'nobody@example.test', 'a wrong password')
    expect(await untilRefused(attempt)).toBeUndefined()
  })
})

describe('a new password', () => {
  it('ends the other sessions of the member, and nobody else’s', async () => {
    const email = 'devices@example.test'
    const { client } = await makeMember(backend, email)
    const stranger = await makeMember(backend, 'stranger@example.test')
    const other = connect(backend)
    expect((await other.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    expect((await client.auth.updateUser({ password: NEW })).error).toBeNull()
    expect((await other.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    for (const kept of [client, stranger.client]) {
      expect((await kept.auth.refreshSession()).error).toBeNull()
    }
  })

  it('that is refused ends no session, and neither does another change', async () => {
    const email = 'weak@example.test'
    const { client } = await makeMember(backend, email)
    const other = connect(backend)
    await other.auth.signInWithPassword({ email, password: PASSWORD })
    expect((await client.auth.updateUser({ password: 'short' })).error?.code).toBe('weak_password')
    expect((await client.auth.updateUser({ data: { nickname: 'N' } })).error).toBeNull()
    expect((await other.auth.refreshSession()).error).toBeNull()
  })

  it('needs the code of a mail when the session is older than a day', async () => {
    const email = 'older@example.test'
    const { client, id } = await makeMember(backend, email)
    const age = (hours: number) =>
      sql(
        backend,
        'update auth.sessions set created_at = now() - make_interval(hours => $2) where user_id = $1',
        [id, hours],
      )
    await age(25)
    expect((await client.auth.updateUser({ password: NEW })).error?.code).toBe('reauthentication_needed')
    expect((await client.auth.reauthenticate()).error).toBeNull()
    expect((await client.auth.reauthenticate()).error?.code).toBe('over_email_send_rate_limit')
    const [mail] = await mailsTo(backend, email)
    const nonce = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
    const wrong = await client.auth.updateUser({ password: NEW, nonce: nonce === '000000' ? '1' : '000000' })
    expect(wrong.error?.code).toBe('reauthentication_not_valid')
    expect((await client.auth.updateUser({ password: NEW, nonce })).error).toBeNull()
    await age(25)
    const again = await client.auth.updateUser({ password: PASSWORD, nonce })
    expect(again.error?.code).toBe('reauthentication_not_valid')
    await age(23)
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull()
  })
})
