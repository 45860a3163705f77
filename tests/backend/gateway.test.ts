import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Backend, startBackend } from '../../supabase/local/backend.ts'
import { MIGRATIONS_DIR } from '../../supabase/local/paths.ts'
import { connect, makeMember, signUp, sql } from './support/backend.ts'

let backend: Backend
const migrations = mkdtempSync(join(tmpdir(), 'guildhall-migrations-'))

const SEEN_HEADERS = `
create function public.seen_headers() returns json language sql stable
begin atomic
  select current_setting('request.headers')::json;
end;`

beforeAll(async () => {
  cpSync(MIGRATIONS_DIR, migrations, { recursive: true })
  writeFileSync(join(migrations, '20991231235959_seen_headers.sql'), SEEN_HEADERS)
  backend = await startBackend({ ephemeral: true, empty: true, migrations })
  // The project's own privileges have just revoked it.
  await sql(backend, 'grant execute on function public.seen_headers() to anon')
})
afterAll(async () => {
  await backend.stop()
  rmSync(migrations, { recursive: true })
})

const headers = () => ({ apikey: backend.publishable_key })

describe('the gateway', () => {
  it('names the caller in headers that the caller cannot write', async () => {
    const forged = { 'cf-connecting-ip': '6.6.6.6', 'x-real-ip': '6.6.6.6', 'x-forwarded-for': '6.6.6.6' }
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${backend.url}/rest/v1/rpc/seen_headers`, {
        method,
        headers: { ...headers(), ...forged },
      })
      expect(await answer.json()).toMatchObject({
        'cf-connecting-ip': '127.0.0.1',
        'x-real-ip': '127.0.0.1',
        'x-forwarded-for': '6.6.6.6, 127.0.0.1',
      })
    }
  })

  it('refuses requests without a key, and never treats them as an admin', async () => {
    for (const path of ['/rest/v1/profiles', '/auth/v1/settings'])
      expect((await fetch(backend.url + path)).status).toBe(401)
    expect((await fetch(`${backend.url}/rest/v1/profiles`, { headers: headers() })).status).toBe(401)
    expect((await connect(backend, backend.secret_key).from('profiles').select()).error).toBeNull()
  })

  it('takes no token without a signature for nobody at all', async () => {
    const ask = async (bearer: string) => {
      const answer = await fetch(`${backend.url}/rest/v1/rpc/launch_spots_left`, {
        headers: { ...headers(), authorization: `Bearer ${bearer}` },
      })
      return [answer.status, await answer.json()]
    }
    const unsigned = `${btoa('{"alg":"none","typ":"JWT"}')}.${btoa('{"role":"authenticated"}')}.`
    for (const bearer of [unsigned, 'nonsense', 'a.b']) {
      expect(await ask(bearer)).toMatchObject([401, { code: 'PGRST301' }])
    }
    expect(await ask(backend.publishable_key)).toEqual([200, 50])
  })

  it('answers a preflight of an app on another port on every path of the API', async () => {
    for (const path of ['/rest/v1/profiles', '/rest/v1/rpc/validate_invite_code', '/auth/v1/signup']) {
      const answer = await fetch(backend.url + path, {
        method: 'OPTIONS',
        headers: { origin: 'http://localhost:5173', 'access-control-request-headers': 'apikey,prefer' },
      })
      expect(answer.ok).toBe(true)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-allow-headers')).toContain('prefer')
    }
  })

  it('serves nothing but the API and the inbox', async () => {
    for (const path of ['/', '/_system/info', '/rest/v2/profiles'])
      expect((await fetch(backend.url + path, { headers: headers() })).status).toBe(404)
  })

  it('turns an error code of the database into the status of the answer', async () => {
    const { client } = await makeMember(backend, 'member@example.test')
    const { error, status } = await client.rpc('reconcile')
    expect(status).toBe(403)
    expect(error).toMatchObject({ code: 'PT403', message: 'not_admin' })
  })
})

describe('the inbox', () => {
  it('shows mails to a person, with their markup kept in a frame', async () => {
    await signUp(backend, 'reader@example.test')
    const page = await (await fetch(backend.inbox_url)).text()
    expect(page).toContain('reader@example.test')
    expect(page).toMatch(/<iframe sandbox="[^"]*" [^>]*srcdoc="[^"<]*&lt;/)
    expect(page).not.toMatch(/sandbox="[^"]*allow-(scripts|same-origin)/)
  })

  it('may not be read by a page on another origin', async () => {
    for (const origin of ['http://evil.test', 'http://localhost:5173']) {
      const answer = await fetch(`${backend.inbox_url}/messages.json`, { headers: { origin } })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})
