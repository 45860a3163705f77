import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Backend, startBackend } from '../../supabase/local/backend.ts'
import {
  connect,
  mailsTo,
  makeInvite,
  makeMember,
  PASSWORD,
  signUp,
  sql,
  tokenFor,
  waitOutPause,
} from './support/backend.ts'

let backend: Backend

beforeAll(async () => {
  backend = await startBackend({ ephemeral: true, empty: true, siteUrl: 'http://localhost:5999' })
})
afterAll(() => backend.stop())

describe('the embedded auth', () => {
  it('signs up, confirms by mail and signs in', async () => {
    const email = 'journey@example.test'
    const { data, error } = await signUp(backend, email)
    expect(error).toBeNull()
    expect(data.session).toBeNull()

    const early = await connect(backend).auth.signInWithPassword({ email, password: PASSWORD })
    expect(early.error?.code).toBe('email_not_confirmed')

    const [mail] = await mailsTo(backend, email)
    expect(mail?.text).toContain('http://localhost:5999/auth/callback?token_hash=')
    expect(mail?.text).toContain('type=signup')
    const token_hash = await tokenFor(backend, email)
    const confirmed = await connect(backend).auth.verifyOtp({ token_hash, type: 'signup' })
    expect(confirmed.data.user?.email).toBe(email)
    const again = await connect(backend).auth.verifyOtp({ token_hash, type: 'signup' })
    expect(again.error?.code).toBe('otp_expired')

    const client = connect(backend)
    expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    const { data: profile } = await client.from('profiles').select('name, current_tokens').single()
    expect(profile).toEqual({ name: 'Test Person', current_tokens: 25 })
  })

  it('records when it last sent a mail, also after the password was changed', async () => {
    const email = 'sent@example.test'
    const { client } = await makeMember(backend, email)
    await client.auth.resetPasswordForEmail(email)
    const recovered = connect(backend)
    await recovered.auth.verifyOtp({ token_hash: await tokenFor(backend, email), type: 'recovery' })
    expect((await recovered.auth.updateUser({ password: 'another long password' })).error).toBeNull()
    const [row] = await sql(
      backend,
      `select confirmation_sent_at > now() - interval '1 minute' as confirmation,
         recovery_sent_at > now() - interval '1 minute' as recovery from auth.users where email = $1`,
      [email],
    )
    expect(row).toEqual({ confirmation: true, recovery: true })
  })

  it('ends recovery with a new password', async () => {
    const email = 'recover@example.test'
    await makeMember(backend, email)
    expect((await connect(backend).auth.resetPasswordForEmail(email)).error).toBeNull()
    const [mail] = await mailsTo(backend, email)
    expect(mail?.text).toContain('type=recovery')

    const client = connect(backend)
    await client.auth.verifyOtp({ token_hash: await tokenFor(backend, email), type: 'recovery' })
    await client.auth.updateUser({ password: 'a brand new password' })
    const old = await connect(backend).auth.signInWithPassword({ email, password: PASSWORD })
    expect(old.error?.code).toBe('invalid_credentials')
    const fresh = await connect(backend).auth.signInWithPassword({ email, password: 'a brand new password' })
    expect(fresh.error).toBeNull()
  })

  it('rotates refresh tokens and refuses a signed-out one', async () => {
    const { client } = await makeMember(backend, 'rotate@example.test')
    const first = (await client.auth.getSession()).data.session!
    const second = (await client.auth.refreshSession()).data.session!
    expect(second.refresh_token).not.toBe(first.refresh_token)
    await client.auth.signOut()
    const stolen = await connect(backend).auth.refreshSession({ refresh_token: second.refresh_token })
    expect(stolen.error?.code).toBe('refresh_token_not_found')
  })

  it('sends one mail a minute to one address, however many ask at once', async () => {
    const email = 'pause@example.test'
    await makeMember(backend, email)
    const before = (await mailsTo(backend, email)).length
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => connect(backend).auth.resetPasswordForEmail(email)),
    )
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    expect(answers.find(({ error }) => error)?.error).toMatchObject({
      status: 429,
      code: 'over_email_send_rate_limit',
    })
    expect(await mailsTo(backend, email)).toHaveLength(before + 1)
    await waitOutPause(backend, email)
    expect((await connect(backend).auth.resetPasswordForEmail(email)).error).toBeNull()
  })

  it('sends a new confirmation link when asked, and only the new one works', async () => {
    const email = 'resend@example.test'
    await signUp(backend, email)
    const old = await tokenFor(backend, email)
    const resend = () => connect(backend).auth.resend({ type: 'signup', email })
    expect((await resend()).error?.status).toBe(429)
    await waitOutPause(backend, email)
    expect((await resend()).error).toBeNull()
    const fresh = await tokenFor(backend, email)
    expect(fresh).not.toBe(old)
    const verify = (token_hash: string) => connect(backend).auth.verifyOtp({ token_hash, type: 'signup' })
    expect((await verify(old)).error?.code).toBe('otp_expired')
    expect((await verify(fresh)).error).toBeNull()
  })

  it('does not say that an address is known (D16)', async () => {
    const email = 'known@example.test'
    const { id } = await makeMember(backend, email)
    const invite = await makeInvite(backend)
    const { data, error } = await signUp(backend, email.toUpperCase(), invite)
    expect(error).toBeNull()
    expect(data.user?.id).not.toBe(id)
    expect(await mailsTo(backend, email)).toHaveLength(1)
    expect(await sql(backend, 'select is_used from public.invite_codes where code = $1', [invite])).toEqual([
      { is_used: false },
    ])
  })

  it('refuses a sign-up without a valid invite code in words, and makes no account', async () => {
    const { error } = await signUp(backend, 'stranger@example.test', 'NOSUCHCODE')
    expect(error).toMatchObject({ status: 422, message: 'This invite code is invalid or already used.' })
    expect(await sql(backend, `select from auth.users where email = 'stranger@example.test'`)).toEqual([])
  })

  it('takes links in the default form of hosted Supabase, and says in the address why one fails (D15)', async () => {
    const email = 'default-link@example.test'
    await signUp(backend, email)
    const follow = async (token: string) => {
      const query = new URLSearchParams({
        token,
        type: 'signup',
        redirect_to: 'http://localhost:5999/dashboard',
      })
      const answer = await fetch(`${backend.url}/auth/v1/verify?${query}`, { redirect: 'manual' })
      return answer.headers.get('location')
    }
    const token = await tokenFor(backend, email)
    expect(await follow(token)).toMatch(/^http:\/\/localhost:5999\/dashboard#access_token=/)
    expect(await follow(token)).toMatch(/^http:\/\/localhost:5999\/dashboard#error=.*otp_expired/)
  })

  it('makes no account for a stranger who asks for a magic link', async () => {
    const { error } = await connect(backend).auth.signInWithOtp({ email: 'otp@example.test' })
    expect(error?.status).toBe(422)
    expect(await sql(backend, `select from auth.users where email = 'otp@example.test'`)).toEqual([])
  })

  it.each(['signup', 'resend', 'recover', 'otp', 'magiclink'])(
    'does nothing for /%s without an API key, or with a wrong one',
    async (action) => {
      const email = `keyless-${action}@example.test`
      if (action === 'resend') await signUp(backend, email)
      else if (action !== 'signup') await makeMember(backend, email)
      await waitOutPause(backend, email)
      const before = (await mailsTo(backend, email)).length
      const body = JSON.stringify({
        email,
        type: 'signup',
        password: PASSWORD,
        data: { name: 'N', invite_code: await makeInvite(backend) },
      })
      for (const key of [undefined, '', 'wrong', backend.publishable_key.slice(1)]) {
        for (const path of [action, `${action}?apikey=${key ?? ''}`]) {
          const answer = await fetch(`${backend.url}/auth/v1/${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { apikey: key }) },
            body,
          })
          expect(answer.status).toBe(401)
        }
      }
      expect(await mailsTo(backend, email)).toHaveLength(before)
      const accounts = await sql(backend, 'select from auth.users where email = $1', [email])
      expect(accounts).toHaveLength(action === 'signup' ? 0 : 1)
      // The same with the key works.
      const answer = await fetch(`${backend.url}/auth/v1/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', apikey: backend.publishable_key },
        body,
      })
      expect(answer.status).toBe(200)
      expect(await mailsTo(backend, email)).toHaveLength(before + 1)
    },
  )

  it('refuses a short password', async () => {
    const data = { name: 'Test Person', invite_code: await makeInvite(backend) }
    const { error } = await connect(backend).auth.signUp({
      email: 'short@example.test',
      password: 'too short',
      options: { data },
    })
    expect(error?.code).toBe('weak_password')
  })
})
