import { randomUUID } from 'node:crypto'
import { type Attack, request } from './attack.ts'
import type { Scene } from './scene.ts'
import { type Ask, send, sendUntidied } from './send.ts'

const embedded = 'it is about the embedded gateway'

/** A request that no library would send; hosted, somebody else's gateway meets it. */
const untidied = (name: string, ask: (scene: Scene) => Ask, allowed: number[]): Attack => ({
  name,
  expect: allowed.join(' or '),
  local: embedded,
  run: async (scene) => {
    const status = await sendUntidied(scene, ask(scene))
    return allowed.includes(status) ? undefined : `answered ${status}`
  },
})

const profiles = '/rest/v1/profiles'
const signUp = (path: string): Attack =>
  untidied(
    `a sign-up by way of ${path}`,
    () => ({
      method: 'POST',
      path,
      raw: JSON.stringify({
        email: `${randomUUID()}@example.test`,
        password: 'a long enough password',
        data: { name: 'N' },
      }),
    }),
    [400, 401, 404, 422, 500],
  )

/** Every address in an answer that leads elsewhere. */
const led = (name: string, ask: Ask): Attack =>
  request(name, ask, '2xx | 3xx | 4xx', {
    besides: ({ head, body }) =>
      `${head}\n${body}`.includes('//evil.test') ? `it leads there: ${head}` : undefined,
  })
const elsewhere = encodeURIComponent('https://evil.test/')

/** Methods, paths, origins and addresses to lead to. */
export const http: Attack[] = [
  ...['PURGE', 'PROPFIND', 'TRACE', 'LINK', 'SEARCH'].map((method) =>
    untidied(`${method} of a table`, () => ({ method, path: profiles }), [404, 405, 501]),
  ),
  untidied(
    'PURGE of a function',
    () => ({ method: 'PURGE', path: '/rest/v1/rpc/redeem_code?p_code=X' }),
    [404, 405, 501],
  ),
  untidied('a path that climbs', () => ({ path: '/rest/v1/../../_system/info' }), [404]),
  untidied('a path that climbs, encoded', () => ({ path: '/rest/v1/%2e%2e/%2e%2e/_system/info' }), [404]),
  untidied(
    'a path that climbs out of the pictures',
    () => ({ path: '/storage/v1/object/public/branding/..%2f..%2f..%2fetc%2fpasswd' }),
    [400, 404],
  ),
  untidied('what the backend is made of', () => ({ path: '/_system/info' }), [404]),
  untidied('an address for a path', () => ({ path: 'http://evil.test/rest/v1/profiles' }), [400, 401, 404]),
  signUp('/auth/v1//signup'),
  signUp('/auth/v1/signup/'),
  signUp('/auth/v1/%73ignup'),
  signUp('/auth/v1/x/../signup'),
  untidied(
    'a GET of a sign-up',
    () => ({ path: '/auth/v1/signup?email=a@example.test&password=long-enough' }),
    [404, 405],
  ),
  request(
    'a read that calls itself a write',
    ({ mallory }) => ({
      as: 'mallory',
      path: `${profiles}?id=neq.${mallory.id}`,
      headers: { 'x-http-method-override': 'DELETE' },
    }),
    '200 []',
  ),
  request('a table by a visitor', { path: profiles }, '401 42501'),
  request(
    'a write by GET',
    ({ codes }) => ({ as: 'mallory', path: `/rest/v1/rpc/redeem_code?p_code=${codes.token}` }),
    '405 25006 | 400 25006 | 405',
  ),
  {
    name: 'a page on another origin, with the cookies of the visitor',
    expect: 'no leave to send credentials',
    run: async (scene) => {
      const headers = { origin: 'https://evil.test', 'access-control-request-method': 'POST' }
      const { head } = await send(scene, { method: 'OPTIONS', path: profiles, headers })
      const allowed = /access-control-allow-credentials: true/.test(head)
      return allowed && /access-control-allow-origin: (\*|https:\/\/evil)/.test(head) ? head : undefined
    },
  },
  {
    name: 'the inbox, read by a page on another origin',
    expect: 'no leave to read it',
    local: embedded,
    run: async (scene) => {
      const ask = { path: '/inbox/messages.json', headers: { origin: 'https://evil.test' } }
      const { head } = await send(scene, ask)
      return head.includes('access-control-allow-origin') ? head : undefined
    },
  },
  led('a confirmation that leads elsewhere', {
    path: `/auth/v1/verify?token=x&type=signup&redirect_to=${elsewhere}`,
  }),
  led('a recovery that leads elsewhere', {
    path: `/auth/v1/verify?token=x&type=recovery&redirect_to=${elsewhere}`,
  }),
  led('a sign-in that leads elsewhere', {
    path: `/auth/v1/authorize?provider=google&redirect_to=${elsewhere}`,
  }),
  led('a sign-in that comes back from elsewhere', {
    path: `/auth/v1/callback?code=x&state=y&redirect_to=${elsewhere}`,
  }),
  {
    name: 'the mail of a recovery that leads elsewhere',
    expect: "a mail whose links lead to the project's own address",
    local: 'it would send a mail',
    leaves: 'one mail',
    run: async (scene) => {
      const { victim, fixture } = scene
      const headers = {
        'x-forwarded-host': 'evil.test',
        'x-forwarded-proto': 'https',
        referer: 'https://evil.test/',
      }
      const path = `/auth/v1/recover?redirect_to=${elsewhere}`
      await send(scene, { path, headers, body: { email: victim.email } })
      const answer = await fixture.fetch(`${fixture.url}/inbox/messages.json`)
      const mails: { to: string; text: string; html: string }[] = await answer.json()
      const mail = mails.find(({ to }) => to === victim.email)
      if (!mail) return 'no mail came'
      return `${mail.text}${mail.html}`.includes('evil.test') ? mail.text : undefined
    },
  },
]
