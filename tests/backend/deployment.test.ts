import { afterAll, afterEach, expect, it } from 'vitest'
import { checkDeployment } from '../../supabase/deployment/check.ts'
import { report } from '../../supabase/deployment/finding.ts'
import { ownWorld } from '../db/support/own-world.ts'
import { startSite } from './support/site.ts'

const site = await startSite()
afterAll(() => site.server.close())
afterEach(() => site.instead.clear())
// Each check tries to sign up.
afterEach(() => world.sql('delete from private.attempts'))
const { backend, world } = await ownWorld({ siteUrl: site.origin, sendEmails: true })
site.serve(backend.url)

const deployment = () => ({ url: site.origin, key: backend.publishable_key, site: site.origin })

async function openFindings(): Promise<string[]> {
  const findings = await checkDeployment(deployment())
  return findings.flatMap(({ state, say }) => (state === 'open' ? say : []))
}

it('reports no problem of a correct deployment, and lists what it cannot check', async () => {
  const findings = await checkDeployment(deployment())
  expect(findings.filter(({ state }) => state === 'open')).toEqual([])
  const text = report(findings)
  expect(text).toMatch(/^\? {5}.*sender of the emails/m)
  expect(text).toMatch(/^ok {4}Nobody joins without an invite\.$/m)
  expect(text).toMatch(/^ok {4}Pages and headers are as built\.$/m)
})

const json = (body: object, status = 200) => ({
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
const settings = { external: { email: true }, disable_signup: false, mailer_autoconfirm: false }
const SETTINGS = '/auth/v1/settings'
const leadsTo = (location: string) => ({ status: 303, headers: { location } })

it.each<[what: string, path: string, response: object, ...messages: RegExp[]]>([
  [
    'confirmations are off',
    SETTINGS,
    json({ ...settings, mailer_autoconfirm: true }),
    /^Confirmations are off/,
  ],
  [
    'anonymous sign-ins are on',
    SETTINGS,
    json({ ...settings, external: { email: true, anonymous_users: true } }),
    /^Anonymous sign-ins are on/,
  ],
  [
    'another provider is on',
    SETTINGS,
    json({ ...settings, external: { email: true, github: true } }),
    /product does not use: github/,
  ],
  ['sign-ups are off', SETTINGS, json({ ...settings, disable_signup: true }), /^Sign-ups are off/],
  [
    'a function is missing',
    '/rest/v1/rpc/redeem_code',
    json({}, 404),
    /older than this copy: redeem_code\(\)/,
  ],
  ['a table is missing', '/rest/v1/orders', json({}, 404), /older than this copy: orders/],
  ['visitors can read a table', '/rest/v1/profiles', json([]), /^Visitors can read the table profiles/],
  ['visitors can call a function', '/rest/v1/rpc/reconcile', json([]), /^Visitors can call reconcile/],
  [
    'no function runs before a request',
    '/rest/v1/rpc/launch_spots_left',
    json([50]),
    /^The API calls no function before a request/,
  ],
  [
    'the schema private is exposed',
    '/rest/v1/outbox',
    json({ code: '42501' }, 403),
    /^The API exposes the schema private:/,
  ],
  [
    'GraphQL is exposed',
    '/rest/v1/graphql',
    json({ code: 'PGRST205' }, 404),
    /^The API exposes the schema graphql_public:/,
  ],
  [
    'links in emails lead elsewhere',
    '/functions/v1/send-mail',
    json({ state: 'running', site: 'http://localhost:3000' }),
    /^The links in emails lead to http:\/\/localhost:3000/,
    /lets strangers invoke/,
  ],
  ['the gate is missing', '/auth/v1/signup', json({ id: 'x' }), /^ANYBODY CAN JOIN/],
  [
    'the hook is missing',
    '/auth/v1/signup',
    json({ msg: 'Database error saving new user' }, 500),
    /^The hook before-user-created is off/,
    /^Passwords shorter than 10/,
  ],
  ['the demo data is present', '/auth/v1/token', json({ access_token: 'x' }), /^THE DEMO ADMIN CAN SIGN IN/],
  [
    'the site URL is wrong',
    '/auth/v1/verify',
    leadsTo('https://old.example#error=x'),
    /add http.*\/auth\/callback/,
    /add http.*\/dashboard/,
    /^The site URL is https:\/\/old.example/,
  ],
  [
    'the logo is missing',
    '/storage/v1/object/public/branding/email-logo',
    json({}, 404),
    /^Emails have no logo/,
  ],
  [
    'a bucket is missing',
    '/storage/v1/object/deliveries/deployment-check',
    json({ message: 'Bucket not found' }, 400),
    /^The bucket deliveries is missing/,
  ],
  [
    'the pictures of benefits are private',
    '/storage/v1/object/public/benefits/deployment-check',
    json({ message: 'Bucket not found' }, 400),
    /^The bucket benefits is private/,
  ],
  [
    'delivery files are public',
    '/storage/v1/object/public/deliveries/deployment-check',
    json({ message: 'Object not found' }, 400),
    /^THE BUCKET deliveries IS PUBLIC/,
  ],
  [
    'the function send-mail is missing',
    '/functions/v1/send-mail',
    json({}, 404),
    /^Nothing sends emails: deploy/,
  ],
  [
    'the function send-mail is not configured',
    '/functions/v1/send-mail',
    json({ state: 'not_configured', missing: ['MAIL_FROM'] }, 503),
    /lacks MAIL_FROM/,
  ],
  [
    'the schedule of send-mail does not run, and strangers do',
    '/functions/v1/send-mail',
    json({ state: 'stopped', site: site.origin }),
    /^No emails are sent/,
    /lets strangers invoke/,
  ],
  [
    'the function unsubscribe is missing',
    '/functions/v1/unsubscribe',
    json({}, 404),
    /button of emails does nothing: deploy/,
  ],
  [
    'the function unsubscribe is not configured',
    '/functions/v1/unsubscribe',
    json({ state: 'not_configured' }, 503),
    /unsubscribe lacks secrets/,
  ],
  [
    'the function unsubscribe asks for a session',
    '/functions/v1/unsubscribe',
    json({ code: 'UNAUTHORIZED_NO_AUTH_HEADER' }, 401),
    /unsubscribe asks for a session/,
  ],
  [
    'the policy is missing',
    '/auth',
    { headers: { 'Content-Security-Policy': '' } },
    /^\/auth is sent without the content security policy/,
  ],
  [
    'the policy is unsafe',
    '/auth',
    { headers: { 'Content-Security-Policy': "default-src 'none'; script-src 'unsafe-inline'" } },
    /policy of \/auth has holes/,
    /policy of \/auth is of another build/,
  ],
  [
    'a header is missing',
    '/dashboard',
    { headers: { 'X-Frame-Options': '' } },
    /^\/dashboard .*X-Frame-Options: DENY/,
  ],
  ['the page is of another build', '/', { body: '<script>2</script>' }, /of another build/],
  ['unknown pages have status 200', '/no-such-page', {}, /^\/no-such-page responds with status 200/],
  ['the worker is cached', '/sw.js', { headers: { 'Cache-Control': 'max-age=600' } }, /^\/sw\.js/],
])('reports that %s', async (_, path, response, ...messages) => {
  site.instead.set(path, response)
  const found = await openFindings()
  expect(found).toEqual(messages.map((message) => expect.stringMatching(message)))
})

// Storage looks up bucket and object at once, and responds with whichever it misses first.
it.each([
  ['deliveries', []],
  ['benefits', [expect.stringMatching(/^The bucket benefits is private/)]],
])('takes the bucket %s for private when only some responses say so', async (bucket, expected) => {
  let asked = 0
  site.instead.set(`/storage/v1/object/public/${bucket}/deployment-check`, () =>
    json({ message: `${++asked % 8 === 0 ? 'Bucket' : 'Object'} not found` }, 400),
  )
  expect(await openFindings()).toEqual(expected)
})

it('stops at a key that the project rejects', async () => {
  await expect(checkDeployment({ ...deployment(), key: 'sb_publishable_of-another' })).rejects.toThrow(
    'The project refuses the key',
  )
})
