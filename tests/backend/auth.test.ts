import { expect, it } from 'vitest'
import { ownWorld } from '../db/support/own-world.ts'
import {
  connect,
  emailsTo,
  makeInvite,
  makeMember,
  PASSWORD,
  signUp,
  sql,
  tokenFor,
  waitOutPause,
} from './support/backend.ts'

const { backend } = await ownWorld({ siteUrl: 'http://localhost:5999' })

const verify = (token_hash: string, type: 'signup' | 'recovery' = 'signup') =>
  connect(backend).auth.verifyOtp({ token_hash, type })
const recover = (email: string) => connect(backend).auth.resetPasswordForEmail(email)

it('signs up, confirms by email and signs in', async () => {
  const email = 'journey@example.test'
  const { data, error } = await signUp(backend, email)
  expect([error, data.session]).toEqual([null, null])

  const early = await connect(backend).auth.signInWithPassword({ email, password: PASSWORD })
  expect(early.error?.code).toBe('email_not_confirmed')

  const [message] = await emailsTo(backend, email)
  expect(message?.text).toContain('http://localhost:5999/auth/callback?token_hash=')
  expect(message?.text).toContain('type=signup')
  const token = await tokenFor(backend, email)
  expect((await verify(token)).data.user?.email).toBe(email)
  expect((await verify(token)).error?.code).toBe('otp_expired')

  const client = connect(backend)
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  const { data: profile } = await client.from('profiles').select('name, current_tokens').single()
  expect(profile).toEqual({ name: 'Test Person', current_tokens: 25 })
})

it('recovers an account with a new password, and records when it sent the emails', async () => {
  const email = 'recover@example.test'
  await makeMember(backend, email)
  expect((await recover(email)).error).toBeNull()
  const [message] = await emailsTo(backend, email)
  expect(message?.text).toContain('type=recovery')

  const client = connect(backend)
  await client.auth.verifyOtp({ token_hash: await tokenFor(backend, email), type: 'recovery' })
  const password = 'a brand new password'
  expect((await client.auth.updateUser({ password })).error).toBeNull()
  const old = await connect(backend).auth.signInWithPassword({ email, password: PASSWORD })
  expect(old.error?.code).toBe('invalid_credentials')
  expect((await connect(backend).auth.signInWithPassword({ email, password })).error).toBeNull()
  const [row] = await sql(
    backend,
    `select confirmation_sent_at > now() - interval '1 minute' as confirmation,
       recovery_sent_at > now() - interval '1 minute' as recovery from auth.users where email = $1`,
    [email],
  )
  expect(row).toEqual({ confirmation: true, recovery: true })
})

it('counts a refresh token that two tabs use at once as one use', async () => {
  const { client } = await makeMember(backend, 'tabs@example.test')
  let { refresh_token } = (await client.auth.getSession()).data.session!
  for (let n = 0; n < 10; n++) {
    const both = await Promise.all([0, 1].map(() => connect(backend).auth.refreshSession({ refresh_token })))
    expect(both.map(({ error }) => error)).toEqual([null, null])
    const [one, other] = both.map(({ data }) => data.session!.refresh_token)
    expect(one).toBe(other)
    refresh_token = one!
  }
})

it('rotates refresh tokens, and rejects one of a session that ended', async () => {
  const { client } = await makeMember(backend, 'rotate@example.test')
  const first = (await client.auth.getSession()).data.session!
  const second = (await client.auth.refreshSession()).data.session!
  expect(second.refresh_token).not.toBe(first.refresh_token)
  await client.auth.signOut()
  const stolen = await connect(backend).auth.refreshSession({ refresh_token: second.refresh_token })
  expect(stolen.error?.code).toBe('refresh_token_not_found')
})

it('sends one email a minute to one address, even for concurrent requests', async () => {
  const email = 'pause@example.test'
  await makeMember(backend, email)
  const before = (await emailsTo(backend, email)).length
  const results = await Promise.all(Array.from({ length: 10 }, () => recover(email)))
  expect(results.filter(({ error }) => error === null)).toHaveLength(1)
  const limited = { status: 429, code: 'over_email_send_rate_limit' }
  expect(results.find(({ error }) => error)?.error).toMatchObject(limited)
  expect(await emailsTo(backend, email)).toHaveLength(before + 1)
  await waitOutPause(backend, email)
  expect((await recover(email)).error).toBeNull()
})

it('resends the confirmation link, and invalidates the previous one', async () => {
  const email = 'resend@example.test'
  await signUp(backend, email)
  const old = await tokenFor(backend, email)
  const resend = () => connect(backend).auth.resend({ type: 'signup', email })
  expect((await resend()).error?.status).toBe(429)
  await waitOutPause(backend, email)
  expect((await resend()).error).toBeNull()
  const fresh = await tokenFor(backend, email)
  expect(fresh).not.toBe(old)
  expect((await verify(old)).error?.code).toBe('otp_expired')
  expect((await verify(fresh)).error).toBeNull()
})

it('does not reveal whether an address is registered (D16)', async () => {
  const email = 'known@example.test'
  const { id } = await makeMember(backend, email)
  const invite = await makeInvite(backend)
  const { data, error } = await signUp(backend, email.toUpperCase(), invite)
  expect(error).toBeNull()
  expect(data.user?.id).not.toBe(id)
  expect(await emailsTo(backend, email)).toHaveLength(1)
  const used = await sql(backend, 'select is_used from public.invite_codes where code = $1', [invite])
  expect(used).toEqual([{ is_used: false }])
})

it('explains the rejection of an invite code', async () => {
  const { error } = await signUp(backend, 'uninvited@example.test', 'NOSUCHCODE')
  expect(error).toMatchObject({ status: 422, message: 'This invite code is invalid or already used.' })
})

it('follows links in the default form of hosted Supabase, with the error in the fragment (D15)', async () => {
  const email = 'default-link@example.test'
  await signUp(backend, email)
  const site = 'http://localhost:5999/dashboard'
  const token = await tokenFor(backend, email)
  const query = new URLSearchParams({ token, type: 'signup', redirect_to: site })
  const follow = async () => {
    const response = await fetch(`${backend.url}/auth/v1/verify?${query}`, { redirect: 'manual' })
    return response.headers.get('location')
  }
  expect(await follow()).toContain(`${site}#access_token=`)
  expect(await follow()).toMatch(/^http:\/\/localhost:5999\/dashboard#error=.*otp_expired/)
})

it.each(['signup', 'resend', 'recover', 'otp', 'magiclink'])(
  'does nothing for /%s without a valid API key',
  async (action) => {
    const email = `keyless-${action}@example.test`
    if (action === 'resend') await signUp(backend, email)
    else if (action !== 'signup') await makeMember(backend, email)
    await waitOutPause(backend, email)
    const before = (await emailsTo(backend, email)).length
    const data = { name: 'N', invite_code: await makeInvite(backend) }
    const body = JSON.stringify({ email, type: 'signup', password: PASSWORD, data })
    const post = async (path: string, key?: string) => {
      const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { apikey: key }) }
      return (await fetch(`${backend.url}/auth/v1/${path}`, { method: 'POST', headers, body })).status
    }
    for (const key of [undefined, '', 'wrong', backend.publishable_key.slice(1)]) {
      for (const path of [action, `${action}?apikey=${key ?? ''}`]) expect(await post(path, key)).toBe(401)
    }
    expect(await emailsTo(backend, email)).toHaveLength(before)
    const accounts = await sql(backend, 'select from auth.users where email = $1', [email])
    expect(accounts).toHaveLength(action === 'signup' ? 0 : 1)
    expect(await post(action, backend.publishable_key)).toBe(200)
    expect(await emailsTo(backend, email)).toHaveLength(before + 1)
  },
)
