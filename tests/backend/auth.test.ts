import { expect, it } from 'vitest'
import { ownWorld } from '../db/support/own-world.ts'
import { connect, emailsTo, makeMember, signUp, sql, tokenFor } from './support/backend.ts'

const { backend } = await ownWorld({ siteUrl: 'http://localhost:5999' })

const verify = (token_hash: string) => connect(backend).auth.verifyOtp({ token_hash, type: 'signup' })
const recover = (email: string) => connect(backend).auth.resetPasswordForEmail(email)

/** Moves the times of the last emails back, past the pause between two emails. */
const waitOutPause = (email: string) =>
  sql(
    backend,
    `update auth.users set confirmation_sent_at = confirmation_sent_at - interval '61 seconds',
       recovery_sent_at = recovery_sent_at - interval '61 seconds' where email = $1`,
    [email],
  )

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

it('sends one email a minute to one address, even for concurrent requests', async () => {
  const email = 'pause@example.test'
  await makeMember(backend, email)
  const before = (await emailsTo(backend, email)).length
  const results = await Promise.all(Array.from({ length: 10 }, () => recover(email)))
  expect(results.filter(({ error }) => error === null)).toHaveLength(1)
  const limited = { status: 429, code: 'over_email_send_rate_limit' }
  expect(results.find(({ error }) => error)?.error).toMatchObject(limited)
  expect(await emailsTo(backend, email)).toHaveLength(before + 1)
  await waitOutPause(email)
  expect((await recover(email)).error).toBeNull()
})

it('resends the confirmation link, and invalidates the previous one', async () => {
  const email = 'resend@example.test'
  await signUp(backend, email)
  const old = await tokenFor(backend, email)
  const resend = () => connect(backend).auth.resend({ type: 'signup', email })
  expect((await resend()).error?.status).toBe(429)
  await waitOutPause(email)
  expect((await resend()).error).toBeNull()
  const fresh = await tokenFor(backend, email)
  expect(fresh).not.toBe(old)
  expect((await verify(old)).error?.code).toBe('otp_expired')
  expect((await verify(fresh)).error).toBeNull()
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
