import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { checkDeployment } from '../../supabase/deployment/check.ts'
import { report } from '../../supabase/deployment/probe.ts'
import { readSchema } from '../../supabase/deployment/project.ts'
import { ownWorld } from '../db/support/own-world.ts'
import { createMember } from '../db/support/people.ts'
import { type Reply, startSite } from './support/site.ts'

const site = await startSite()
afterAll(() => site.server.close())
afterEach(() => site.instead.clear())
// Each check tries to sign up.
afterEach(() => world.sql('delete from private.attempts'))
const { backend, world } = await ownWorld({ siteUrl: site.origin, sendEmails: true })
site.serve(backend.url)
// The schedule first invokes the function a moment after the start.
await vi.waitFor(async () => {
  const response = await fetch(`${backend.url}/functions/v1/send-mail`)
  expect(await response.json()).toMatchObject({ state: 'running' })
}, 60_000)

const { url, publishable_key: key } = backend
const schema = (await readSchema({ url, key, site: url })) ?? {}
const deployment = () => ({ url: site.origin, key, site: site.origin })

async function openFindings(): Promise<string[]> {
  const findings = await checkDeployment(deployment(), schema)
  return findings.flatMap(({ state, text }) => (state === 'open' ? text : []))
}

it('reports no problem of a correct deployment, and lists what it cannot check', async () => {
  const findings = await checkDeployment(deployment(), schema)
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
const settings = (changes: object) =>
  JSON.stringify({ external: { email: true }, disable_signup: false, mailer_autoconfirm: false, ...changes })
const SETTINGS = '/auth/v1/settings'

/** `what is wrong | path | what it responds with | the findings`, separated by ` ;; `: a status and JSON, or headers. */
const FAULTS = String.raw`
  confirmations are off | ${SETTINGS} | 200 ${settings({ mailer_autoconfirm: true })} | ^Confirmations are off
  anonymous sign-ins are on | ${SETTINGS} | 200 ${settings({ external: { email: true, anonymous_users: true } })} | ^Anonymous sign-ins are on
  sign-in by email is off | ${SETTINGS} | 200 ${settings({ external: { email: false } })} | ^Sign-in by email is off
  another provider is on | ${SETTINGS} | 200 ${settings({ external: { email: true, github: true } })} | product does not use: github
  sign-ups are off | ${SETTINGS} | 200 ${settings({ disable_signup: true })} | ^Sign-ups are off
  the migrations are missing | /rest/v1/rpc/schema_digest | 404 {} | ^The migrations are not there
  parts differ from the migrations | /rest/v1/rpc/schema_digest | 200 ${JSON.stringify({ ...schema, rights: 'x', policies: undefined })} | ^Not as in the migrations: (rights, policies|policies, rights) 
  no function runs before a request | /rest/v1/rpc/public_settings | 200 [] | ^The API calls no function before a request
  the schema private is exposed | /rest/v1/outbox | 403 {"code":"42501"} | ^The API exposes the schema private:
  GraphQL is exposed | /rest/v1/graphql | 404 {"code":"PGRST205"} | ^The API exposes the schema graphql_public:
  links in emails lead elsewhere | /functions/v1/send-mail | 200 {"state":"running","site":"http://localhost:3000"} | ^The links in emails lead to http://localhost:3000 ;; lets strangers invoke
  the gate is missing | /auth/v1/signup | 200 {"id":"x"} | ^ANYBODY CAN JOIN
  the hook is missing | /auth/v1/signup | 500 {"msg":"Database error saving new user"} | ^The hook before-user-created is off ;; ^Passwords shorter than 10
  the demo data is present | /auth/v1/token | 200 {"access_token":"x"} | ^THE DEMO ADMIN CAN SIGN IN
  the site URL is wrong | /auth/v1/verify | 303 Location: https://old.example#error=x | add http.*/auth/callback ;; add http.*/dashboard ;; ^The site URL is https://old.example
  links may lead to any site | /auth/v1/verify | 303 Location: https://elsewhere.invalid#error=x | add http.*/auth/callback ;; add http.*/dashboard ;; ^The redirect list lets links lead to any site
  the logo is missing | /storage/v1/object/public/branding/email-logo | 404 {} | ^Emails have no logo
  a bucket is missing | /storage/v1/object/deliveries/deployment-check | 400 {"message":"Bucket not found"} | ^The bucket deliveries is missing
  the pictures of benefits are private | /storage/v1/object/public/benefits/deployment-check | 400 {"message":"Bucket not found"} | ^The bucket benefits is private
  delivery files are public | /storage/v1/object/public/deliveries/deployment-check | 400 {"message":"Object not found"} | ^THE BUCKET deliveries IS PUBLIC
  the function send-mail is missing | /functions/v1/send-mail | 404 {} | ^Nothing sends emails: deploy
  the function send-mail is not configured | /functions/v1/send-mail | 503 {"state":"not_configured","missing":["MAIL_FROM"]} | lacks MAIL_FROM
  the schedule of send-mail does not run, and strangers do | /functions/v1/send-mail | 200 {"state":"stopped","site":"${site.origin}"} | ^No emails are sent ;; lets strangers invoke
  the function unsubscribe is missing | /functions/v1/unsubscribe | 404 {} | button of emails does nothing: deploy
  the function unsubscribe is not configured | /functions/v1/unsubscribe | 503 {"state":"not_configured"} | unsubscribe lacks secrets
  the function payments lacks keys | /functions/v1/payments | 503 {"missing":["STRIPE_SECRET_KEY"]} | the functions lack STRIPE_SECRET_KEY
  the webhook takes what is unsigned | /functions/v1/stripe-webhook | 200 {"state":"applied"} | ^Payments are never confirmed
  the webhook is missing | /functions/v1/stripe-webhook | 404 {} | ^Payments are never confirmed
  the function unsubscribe asks for a session | /functions/v1/unsubscribe | 401 {"code":"UNAUTHORIZED_NO_AUTH_HEADER"} | unsubscribe asks for a session
  the policy is missing | /auth | Content-Security-Policy: | ^/auth is sent without the content security policy
  the policy is unsafe | /auth | Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline' | policy of /auth has holes ;; policy of /auth is of another build
  a header is missing | /dashboard | X-Frame-Options: | ^/dashboard .*X-Frame-Options: DENY
  unknown pages have status 200 | /no-such-page | 200 | ^/no-such-page responds with status 200
  the landing page has the demo's words | / | 200 <b data-sample="">Sample</b><b data-sample="">Sample</b> | ^The landing page shows 2 samples
  the worker is cached | /sw.js | Cache-Control: max-age=600 | ^/sw\.js
`
const faults = FAULTS.trim()
  .split('\n')
  .map((line) => line.trim().split(' | '))

function responseOf(text: string): Reply {
  const [, status, rest = ''] = /^(\d{3})? ?(.*)$/.exec(text) ?? []
  const [, name, value = ''] = /^([A-Za-z-]+): ?(.*)$/.exec(rest) ?? []
  return {
    ...(status && { status: Number(status) }),
    ...(name
      ? { headers: { [name]: value } }
      : rest && { body: rest, headers: { 'content-type': 'application/json' } }),
  }
}

it.each(faults)('reports that %s', async (_, path = '', response = '', findings = '') => {
  site.instead.set(path, responseOf(response))
  const messages = findings.split(' ;; ').map((finding) => expect.stringMatching(new RegExp(finding)))
  expect(await openFindings()).toEqual(messages)
})

it('reports a page of another build', async () => {
  site.instead.set('/', { body: '<script>2</script>' })
  expect(await openFindings()).toEqual([expect.stringMatching(/of another build/)])
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
  await expect(
    checkDeployment({ ...deployment(), key: 'sb_publishable_of-another' }, schema),
  ).rejects.toThrow('The project refuses the key')
})

it('tries journeys on no project that has an account', async () => {
  await createMember(world)
  const { url, publishable_key, db_url } = backend
  const stack = ['--url', url, '--anon-key', publishable_key, '--db-url', db_url, '--mail-url', url]
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', 'tests/stack/run.ts', ...stack])
  await expect(run).rejects.toMatchObject({
    stderr: expect.stringMatching(/has \d+ accounts?\. These tests create and delete/),
  })
})
