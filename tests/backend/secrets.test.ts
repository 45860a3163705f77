import { createHmac } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Backend, startBackend } from '../../supabase/local/backend.ts'
import { StartFailure } from '../../supabase/local/failure.ts'
import { JWT_SECRET, SECRET_KEY } from '../../supabase/local/keys.ts'
import { connect, makeMember, promote, signUp } from './support/backend.ts'
import { sendLines, upgradeLines } from './support/raw.ts'

const root = mkdtempSync(join(tmpdir(), 'guildhall-secrets-'))
const folders = ['one', 'other'].map((name) => join(root, name)) as [string, string]
let backends: Backend[] = []

const start = () => Promise.all(folders.map((data) => startBackend({ data, empty: true })))
const stop = async () => void (await Promise.all(backends.map((backend) => backend.stop())))

beforeAll(async () => {
  backends = await start()
})
afterAll(async () => {
  await stop()
  rmSync(root, { recursive: true, force: true })
})

const passwordOf = (url: string) => new URL(url).password

async function signIn(url: string, password: string): Promise<string> {
  const address = new URL(url)
  address.password = password
  const client = new pg.Client({ connectionString: address.href })
  try {
    await client.connect()
    return 'in'
  } catch (error) {
    return (error as { code?: string }).code ?? 'failed'
  } finally {
    await client.end()
  }
}

function tokenOf(id: string, secret: string): string {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + 600
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: id, role: 'authenticated', exp })}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

describe('the secrets of a data folder', () => {
  it('are its own, for each role that can log in', async () => {
    const passwords = backends.flatMap(({ db_url, superuser_url }) => [db_url, superuser_url].map(passwordOf))
    expect(new Set(passwords).size).toBe(4)
    expect(new Set(backends.map(({ secret_key }) => secret_key)).size).toBe(2)
    for (const password of passwords) expect(password.length).toBeGreaterThan(30)
    for (const { db_url, superuser_url } of backends) {
      expect(await signIn(db_url, passwordOf(db_url))).toBe('in')
      expect(await signIn(superuser_url, passwordOf(superuser_url))).toBe('in')
      for (const guess of ['postgres', 'supabase_admin', '', passwordOf(db_url).slice(1)]) {
        expect(await signIn(db_url, guess)).not.toBe('in')
        expect(await signIn(superuser_url, guess)).not.toBe('in')
      }
      expect(await signIn(superuser_url, passwordOf(db_url))).not.toBe('in')
    }
    const client = new pg.Client({ connectionString: backends[0]?.superuser_url })
    await client.connect()
    const { rows } = await client.query('select rolname from pg_roles where rolcanlogin order by 1')
    await client.end()
    expect(rows.map(({ rolname }) => rolname)).toEqual(['postgres', 'supabase_admin'])
  })

  it('are not those that everybody can read in the source', async () => {
    const [backend] = backends as [Backend]
    const { id } = await makeMember(backend, 'forged@example.test')
    const rows = async (token: string) => {
      const headers = { apikey: backend.publishable_key, authorization: `Bearer ${token}` }
      const answer = await fetch(`${backend.url}/rest/v1/profiles?select=id`, { headers })
      return answer.status === 200 ? await answer.json() : answer.status
    }
    const own = JSON.parse(readFileSync(join(folders[0], 'secrets.json'), 'utf8'))
    expect(await rows(tokenOf(id, own.jwt_secret))).toEqual([{ id }])
    expect(await rows(tokenOf(id, JWT_SECRET))).toBe(401)
    expect((await connect(backend, SECRET_KEY).from('profiles').select()).error).not.toBeNull()
    expect((await connect(backend, backend.secret_key).from('profiles').select()).error).toBeNull()
    const live = (key: string) =>
      sendLines(backend.url, upgradeLines(`/realtime/v1/websocket?apikey=${key}`, { host: 'localhost' }))
    expect(await live(SECRET_KEY)).toMatch(/^HTTP\/1\.1 401 /)
    expect(await live(backend.secret_key)).toMatch(/^HTTP\/1\.1 101 /)
  })

  it('outlast a restart, and so do sessions', async () => {
    const [before] = backends as [Backend]
    const { token } = await makeMember(before, 'lasting@example.test')
    await stop()
    backends = await start()
    const [after] = backends as [Backend]
    expect(passwordOf(after.db_url)).toBe(passwordOf(before.db_url))
    expect(after.secret_key).toBe(before.secret_key)
    expect((await connect(after).auth.getUser(token)).error).toBeNull()
  })

  it('are missing in a folder of an earlier version: the start says so', async () => {
    await stop()
    const file = join(folders[1], 'secrets.json')
    renameSync(file, `${file}.away`)
    const failed = () => startBackend({ data: folders[1], empty: true }).catch((error: unknown) => error)
    for (const content of [undefined, '', '{"jwt_secret":"short"}']) {
      if (content !== undefined) writeFileSync(file, content)
      const failure = await failed()
      expect(failure).toBeInstanceOf(StartFailure)
      expect(String(failure)).toMatch(
        /other was made by another version .*delete that folder to start afresh/,
      )
    }
    renameSync(`${file}.away`, file)
    backends = await start()
  })
})

/** Every file and folder below, but what is Postgres' own. */
function everything(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() && entry.name !== 'database' ? [path, ...everything(path)] : [path]
  })
}

describe('the files of a data folder', () => {
  it('can be read by their owner alone', async () => {
    const [backend] = backends as [Backend]
    const admin = await makeMember(backend, 'files@example.test')
    await promote(backend, admin.id)
    const picture = new Blob([new Uint8Array(10)], { type: 'image/png' })
    const bucket = admin.client.storage.from('branding')
    expect((await bucket.upload('logo.png', picture)).error).toBeNull()
    expect((await bucket.copy('logo.png', 'copy.png')).error).toBeNull()
    const paths = everything(folders[0])
    expect(paths.map((path) => path.slice(folders[0].length + 1))).toEqual(
      expect.arrayContaining(['inbox.json', 'lock', 'secrets.json', 'storage', 'database']),
    )
    expect(paths.filter((path) => path.includes('storage/')).length).toBeGreaterThan(5)
    // Windows has no such modes.
    if (process.platform === 'win32') return
    const mode = (path: string) => statSync(path).mode & 0o777
    for (const path of paths) expect([path, mode(path)]).toEqual([path, mode(path) & 0o700])
    // Under root, Postgres runs as somebody else, who must be able to walk through.
    expect(mode(folders[0]) & 0o066).toBe(0)
  })

  it('are replaced as a whole', async () => {
    const [backend] = backends as [Backend]
    await signUp(backend, 'mail-one@example.test')
    const inbox = join(folders[0], 'inbox.json')
    const before = statSync(inbox).ino
    await signUp(backend, 'mail-two@example.test')
    expect(statSync(inbox).ino).not.toBe(before)
    expect(everything(folders[0]).filter((path) => path.endsWith('.tmp'))).toEqual([])
  })

  it('do not keep what a killed process left unfinished', async () => {
    await stop()
    const left = [join(folders[0], 'inbox.json.1.tmp'), join(folders[0], 'storage', 'a.1.tmp')]
    for (const file of left) writeFileSync(file, '[')
    backends = await start()
    expect(left.filter((file) => existsSync(file))).toEqual([])
  })
})
