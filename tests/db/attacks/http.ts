import { type Attack, request } from './attack.ts'
import { ask } from './raw-request.ts'
import type { Scene } from './scene.ts'
import { type Ask, send } from './send.ts'
import { table } from './table.ts'

/** A request that no client library would send; a hosted project has another gateway. */
const untidied = (method: string, path: string, allowed: number[], body?: string): Attack => ({
  name: `${method} ${path}`,
  expect: allowed.join(' or '),
  run: async ({ fixture: { url, publishable_key: apikey } }: Scene) => {
    const { status } = await ask({ url, apikey }, { method, path, body })
    return allowed.includes(status) ? undefined : `returned ${status}`
  },
})

const newcomer = { email: 'untidied@example.test', password: 'a long enough password', data: { name: 'N' } }
const signUp = (path: string) => untidied('POST', path, [400, 401, 404, 422, 500], JSON.stringify(newcomer))
const evil: Ask['headers'] = {
  'x-forwarded-host': 'evil.test',
  'x-forwarded-proto': 'https',
  referer: 'https://evil.test/',
}

/** Methods, paths, origins and redirects; no response may name evil.test. */
export const http: Attack[] = [
  ...['PURGE', 'PROPFIND', 'TRACE', 'LINK', 'SEARCH'].map((method) =>
    untidied(method, '/rest/v1/profiles', [404, 405, 501]),
  ),
  untidied('PURGE', '/rest/v1/rpc/redeem_code?p_code=X', [404, 405, 501]),
  untidied('GET', '/rest/v1/../../_system/info', [404]),
  untidied('GET', '/rest/v1/%2e%2e/%2e%2e/_system/info', [404]),
  untidied('GET', '/storage/v1/object/public/branding/..%2f..%2f..%2fetc%2fpasswd', [400, 404]),
  untidied('GET', 'http://evil.test/rest/v1/profiles', [400, 401, 404]),
  untidied('GET', '/auth/v1/signup?email=a@example.test&password=long-enough', [404, 405]),
  ...['/auth/v1//signup', '/auth/v1/signup/', '/auth/v1/%73ignup', '/auth/v1/x/../signup'].map(signUp),
  ...table(
    { as: 'anonymous' },
    `
  200 [] | mallory GET profiles?id=neq.{mallory} | method override |  | {"x-http-method-override":"DELETE"}
  401 42501 | GET profiles | table as a visitor
  405 25006, 400 25006, 405 | mallory GET rpc/redeem_code?p_code={code.token} | write by GET
  2xx, 4xx | OPTIONS profiles | preflight of another origin |  | {"origin":"https://evil.test","access-control-request-method":"POST"}
  2xx, 3xx, 4xx | GET /auth/v1/verify?token=x&type=signup&redirect_to={evil} | confirmation that redirects elsewhere
  2xx, 3xx, 4xx | GET /auth/v1/verify?token=x&type=recovery&redirect_to={evil} | recovery that redirects elsewhere
  2xx, 3xx, 4xx | GET /auth/v1/authorize?provider=google&redirect_to={evil} | sign-in that redirects elsewhere
  4xx | POST /realtime/v1/api/broadcast | a message to a topic of others | {"messages":[{"topic":"realtime:orders:{victim}","event":"INSERT","payload":{}}]}
  4xx | mallory POST /realtime/v1/api/broadcast | a message to a topic of others, as a member | {"messages":[{"topic":"{victim}","event":"x","payload":{},"private":true}]}
  4xx | GET /realtime/v1/websocket?vsn=1.0.0 | a live channel without an upgrade
  2xx, 3xx, 4xx | POST /auth/v1/otp?redirect_to={evil} | a link that redirects elsewhere | {"email":"{mallory.email}","create_user":false}
  2xx, 3xx, 4xx | GET /auth/v1/callback?code=x&state=y&redirect_to={evil} | callback that redirects elsewhere
`,
  ),
  request(
    'inbox in a page of another site',
    { as: 'admin', path: '/inbox/messages.json', headers: { origin: 'https://evil.test' } },
    '2xx | 4xx',
    { besides: ({ head }) => (head.includes('access-control-allow-origin') ? head : undefined) },
  ),
  request(
    'email of a recovery that redirects elsewhere',
    ({ victim }) => ({
      path: `/auth/v1/recover?redirect_to=${encodeURIComponent('https://evil.test/')}`,
      headers: evil,
      body: { email: victim.email },
    }),
    '2xx',
    {
      leaves: 'one email',
      besides: async (_answer, scene) => {
        const { body } = await send(scene, { path: '/inbox/messages.json' })
        const emails: { to: string; text: string; html: string }[] = JSON.parse(body)
        const email = emails.find(({ to }) => to === scene.victim.email)
        if (!email) return 'no email was sent'
        return `${email.text}${email.html}`.includes('evil.test') ? email.text : undefined
      },
    },
  ),
]
