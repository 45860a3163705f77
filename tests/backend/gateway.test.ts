import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { type Backend, startBackend } from '../../supabase/local/backend.ts'
import { createInbox, handleInbox } from '../../supabase/local/inbox/inbox.ts'
import { MIGRATIONS_DIR } from '../../supabase/local/paths.ts'
import { connect, makeMember, PASSWORD, signUp, sql } from './support/backend.ts'
import { sendRaw } from './support/raw.ts'

let backend: Backend
const migrations = mkdtempSync(join(tmpdir(), 'guildhall-migrations-'))

// Statements that echo the request and that take too long, and shorter timeouts to wait for.
const ADDED = `
create table public.usual_timeouts as
  select rolname, setting from pg_roles, unnest(rolconfig) as setting
  where rolname in ('anon', 'authenticated') and setting like 'statement_timeout=%';
create function public.seen_headers() returns json language sql stable
begin atomic
  select current_setting('request.headers')::json;
end;
create function public.login() returns json language sql stable
begin atomic
  select json_build_object('login', session_user, 'role', current_user, 'superuser', r.rolsuper, 'inherits', r.rolinherit,
    'statement_timeout', current_setting('statement_timeout'), 'lock_timeout', current_setting('lock_timeout'))
  from pg_roles as r where r.rolname = session_user;
end;
create function public.slow() returns void language sql as 'select pg_sleep(20)';
grant execute on function public.seen_headers(), public.slow(), public.login() to anon, authenticated, service_role;
alter role anon set statement_timeout = '2s';
alter role authenticated set statement_timeout = '3s';`

beforeAll(async () => {
  cpSync(MIGRATIONS_DIR, migrations, { recursive: true })
  writeFileSync(join(migrations, '20991231235959_added.sql'), ADDED)
  backend = await startBackend({ ephemeral: true, empty: true, migrations })
})
afterAll(async () => {
  await backend.stop()
  rmSync(migrations, { recursive: true })
})

const headers = () => ({ apikey: backend.publishable_key })

describe('the gateway', () => {
  it('sets the caller in headers that the caller cannot forge', async () => {
    const forged = { 'cf-connecting-ip': '6.6.6.6', 'x-real-ip': '6.6.6.6', 'x-forwarded-for': '6.6.6.6' }
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${backend.url}/rest/v1/rpc/seen_headers`, {
        method,
        headers: { ...headers(), ...forged },
      })
      expect(await response.json()).toMatchObject({
        'cf-connecting-ip': '127.0.0.1',
        'x-real-ip': '127.0.0.1',
        'x-forwarded-for': '6.6.6.6, 127.0.0.1',
      })
    }
  })

  it('ends no idle connection, which a client may be using again', async () => {
    const response = await fetch(`${backend.url}/rest/v1/`, { headers: headers() })
    expect(response.headers.get('keep-alive')).toBeNull()
  })

  it('requires an API key', async () => {
    for (const path of ['/rest/v1/profiles', '/auth/v1/settings'])
      expect((await fetch(backend.url + path)).status).toBe(401)
    for (const action of ['signup', '%73ignup', 'resend', 'recover', 'otp', 'magiclink'])
      for (const apikey of ['', 'wrong', backend.publishable_key.slice(1)]) {
        const request = { method: 'POST', headers: { apikey }, body: '{"email":"keyless@example.test"}' }
        expect([action, (await fetch(`${backend.url}/auth/v1/${action}`, request)).status]).toEqual([
          action,
          401,
        ])
      }
    expect((await fetch(`${backend.url}/rest/v1/profiles`, { headers: headers() })).status).toBe(401)
    expect((await connect(backend, backend.secret_key).from('profiles').select()).error).toBeNull()
  })

  it('rejects an unsigned token even where no token is needed', async () => {
    const call = async (bearer: string) => {
      const response = await fetch(`${backend.url}/rest/v1/rpc/public_settings`, {
        headers: { ...headers(), authorization: `Bearer ${bearer}` },
      })
      return [response.status, await response.json()]
    }
    const unsigned = `${btoa('{"alg":"none","typ":"JWT"}')}.${btoa('{"role":"authenticated"}')}.`
    for (const bearer of [unsigned, 'nonsense', 'a.b']) {
      expect(await call(bearer)).toMatchObject([401, { code: 'PGRST301' }])
    }
    expect(await call(backend.publishable_key)).toEqual([200, [expect.anything()]])
  })

  it('responds to the preflight of an app on another port on every API path', async () => {
    for (const path of ['/rest/v1/profiles', '/rest/v1/rpc/validate_invite_code', '/auth/v1/signup']) {
      const response = await fetch(backend.url + path, {
        method: 'OPTIONS',
        headers: { origin: 'http://localhost:5173', 'access-control-request-headers': 'apikey,prefer' },
      })
      expect(response.ok).toBe(true)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-allow-headers')).toContain('prefer')
    }
  })

  it('serves only the API and the inbox', async () => {
    for (const path of ['/', '/_system/info', '/rest/v2/profiles']) {
      expect((await fetch(backend.url + path, { headers: headers() })).status).toBe(404)
    }
  })
})

describe('the login of the API', () => {
  it('is authenticator, which takes on the role of the caller, with the timeouts of hosted Supabase (D50)', async () => {
    const { client } = await makeMember(backend, 'who@example.test')
    const [visitor, member, service] = await Promise.all(
      [connect(backend), client, connect(backend, backend.secret_key)].map(
        async (caller) => (await caller.rpc('login').throwOnError()).data,
      ),
    )
    const { data: entries } = await client.from('token_transactions').select('hash').throwOnError()
    expect(entries).toEqual([{ hash: expect.stringMatching(/^\\x[\da-f]{64}$/) }])
    const login = { login: 'authenticator', superuser: false, inherits: false, lock_timeout: '8s' }
    expect(visitor).toEqual({ ...login, role: 'anon', statement_timeout: '2s' })
    expect(member).toEqual({ ...login, role: 'authenticated', statement_timeout: '3s' })
    expect(service).toEqual({ ...login, role: 'service_role', statement_timeout: '8s' })
  })

  it('refuses changes without a filter, as pg-safeupdate does there (D50)', async () => {
    const { token } = await makeMember(backend, 'unfiltered@example.test')
    for (const [method, query, command] of [
      ['PATCH', '', 'UPDATE'],
      ['PATCH', '?select=id', 'UPDATE'],
      ['PATCH', '?columns=name', 'UPDATE'],
      ['DELETE', '', 'DELETE'],
      ['DELETE', '?select=id', 'DELETE'],
    ])
      for (const table of ['benefits', 'profiles', 'categories']) {
        const response = await fetch(`${backend.url}/rest/v1/${table}${query}`, {
          method,
          headers: { ...headers(), authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(method === 'PATCH' && { body: '{"name":"Changed"}' }),
        })
        const message = `${command} requires a WHERE clause`
        const refused = [400, { code: '21000', details: null, hint: null, message }]
        expect([method, query, response.status, await response.json()]).toEqual([method, query, ...refused])
      }
  })
})

describe('the statement timeout', () => {
  it('is 8 seconds for members and 3 for visitors', async () => {
    expect(await sql(backend, 'select * from public.usual_timeouts order by rolname')).toEqual([
      { rolname: 'anon', setting: 'statement_timeout=3s' },
      { rolname: 'authenticated', setting: 'statement_timeout=8s' },
    ])
  })

  it("cancels a statement after the caller's own timeout, as hosted PostgREST does", async () => {
    const { token } = await makeMember(backend, 'slow@example.test')
    const slow = async (bearer?: string) => {
      const response = await fetch(`${backend.url}/rest/v1/rpc/slow`, {
        method: 'POST',
        headers: { ...headers(), ...(bearer && { authorization: `Bearer ${bearer}` }) },
      })
      return { status: response.status, body: await response.json() }
    }
    // Each role's own is above.
    const message = 'canceling statement due to statement timeout'
    const cancelled = { status: 500, body: { code: '57014', details: null, hint: null, message } }
    expect(await Promise.all([slow(), slow(token)])).toEqual([cancelled, cancelled])
  })
})

it('the inbox shows the markup of an email in a sandboxed frame only', async () => {
  await signUp(backend, 'reader@example.test')
  const page = await (await fetch(backend.inbox_url)).text()
  expect(page).toContain('reader@example.test')
  expect(page).toMatch(/<iframe sandbox="[^"]*" [^>]*srcdoc="[^"<]*&lt;/)
  expect(page).not.toMatch(/sandbox="[^"]*allow-(scripts|same-origin)/)
})

it('the inbox is read in a window of its own, by no page of another port and in no frame', async () => {
  const { host } = new URL(backend.url)
  const read = (path: string, headers: Record<string, string>) =>
    sendRaw(backend.url, { path, headers: { host, ...headers } })
  const opened = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const refused: Record<string, string>[] = [
    { origin: 'http://localhost:8080' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    { ...opened, 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' },
    { ...opened, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'embed' },
  ]
  const served: Record<string, string>[] = [
    {},
    { origin: backend.url },
    { 'sec-fetch-site': 'same-origin' },
    { ...opened, 'sec-fetch-site': 'same-site' },
  ]
  for (const path of ['/inbox', '/inbox/', '/inbox/messages.json']) {
    for (const headers of refused)
      expect([path, headers, (await read(path, headers)).status]).toEqual([path, headers, 403])
    for (const headers of served) {
      const { status, headers: given } = await read(path, headers)
      expect([path, headers, status]).toEqual([path, headers, 200])
      expect(given).toMatchObject({
        'content-security-policy': "frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
    }
  }
})

it('the inbox keeps the last 200 emails, and takes them with its key alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-inbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const inbox = createInbox(join(folder, 'inbox.json'))
  const post = (key: string, subject: string) => {
    const body = JSON.stringify({ to: ['a@x.test'], subject, text: '', html: '' })
    const init = { method: 'POST', headers: { authorization: `Bearer ${key}` }, body }
    return handleInbox(new Request('http://x.test/inbox/messages', init), inbox, 'key')
  }
  expect((await post('guess', 'Forged'))?.status).toBe(401)
  for (let n = 0; n <= 200; n++) await post('key', `No. ${n}`)
  const subjects = inbox.messages().map(({ subject }) => subject)
  expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([200, 'No. 200', 'No. 1'])
})

it('lets requests under way end before it stops', async () => {
  const errors = vi.spyOn(console, 'error')
  const other = await startBackend({ ephemeral: true, empty: true, template: inject('template') })
  await makeMember(other, 'member@example.test')
  const owner = new pg.Client({ connectionString: other.superuser_url })
  await owner.connect()
  await owner.query('begin')
  await owner.query('lock table auth.users')
  const response = fetch(`${other.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: other.publishable_key },
    body: JSON.stringify({ email: 'member@example.test', password: PASSWORD }),
  }).catch(() => undefined)
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'`
  await expect.poll(() => sql(other, waiting)).toHaveLength(1)
  const stopping = other.stop()
  await owner.end()
  await Promise.all([stopping, response])
  expect(errors).not.toHaveBeenCalled()
})
