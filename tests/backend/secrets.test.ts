import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { claimFolders } from '../../supabase/local/folders.ts'
import { JWT_SECRET, SECRET_KEY } from '../../supabase/local/keys.ts'
import { loadSecrets } from '../../supabase/local/secrets.ts'
import { ownWorld } from '../db/support/own-world.ts'
import { tokenFor } from '../db/support/people.ts'
import { connect, makeAdmin, makeMember } from './support/backend.ts'
import { sendLines, upgradeLines } from './support/raw.ts'

const root = mkdtempSync(join(tmpdir(), 'guildhall-secrets-'))
const data = join(root, 'data')
afterAll(() => rmSync(root, { recursive: true, force: true }))
const { backend } = await ownWorld({ data })

const passwordOf = (url: string) => new URL(url).password
const foldersIn = (name: string) => {
  const folder = join(root, name)
  mkdirSync(folder)
  return { root: folder, database: join(folder, 'database'), storage: '', ephemeral: false, release() {} }
}

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

it('each login role has a long password of its own, and no other one works', async () => {
  const { db_url, superuser_url } = backend
  const api = new URL(db_url)
  api.username = 'authenticator'
  api.password = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8')).api_password
  for (const [url, other] of [
    [db_url, superuser_url],
    [superuser_url, db_url],
    [api.href, db_url],
  ] as const) {
    expect(passwordOf(url).length).toBeGreaterThan(30)
    expect(await signIn(url, passwordOf(url))).toBe('in')
    for (const guess of ['postgres', 'supabase_admin', '', passwordOf(url).slice(1), passwordOf(other)]) {
      expect(await signIn(url, guess)).not.toBe('in')
    }
  }
  const client = new pg.Client({ connectionString: superuser_url })
  await client.connect()
  const { rows } = await client.query('select rolname from pg_roles where rolcanlogin order by 1')
  await client.end()
  expect(rows.map(({ rolname }) => rolname)).toEqual(['authenticator', 'postgres', 'supabase_admin'])
})

it('rejects the keys of the source code', async () => {
  const { id } = await makeMember(backend, 'forged@example.test')
  const rows = async (token: string) => {
    const headers = { apikey: backend.publishable_key, authorization: `Bearer ${token}` }
    const response = await fetch(`${backend.url}/rest/v1/profiles?select=id`, { headers })
    return response.status === 200 ? await response.json() : response.status
  }
  const own = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8'))
  expect(await rows(tokenFor(id, 600, own.jwt_secret))).toEqual([{ id }])
  expect(await rows(tokenFor(id, 600, JWT_SECRET))).toBe(401)
  expect((await connect(backend, SECRET_KEY).from('profiles').select()).error).not.toBeNull()
  expect((await connect(backend, backend.secret_key).from('profiles').select()).error).toBeNull()
  const live = (key: string) =>
    sendLines(backend.url, upgradeLines(`/realtime/v1/websocket?apikey=${key}`, { host: 'localhost' }))
  expect(await live(SECRET_KEY)).toMatch(/^HTTP\/1\.1 401 /)
  expect(await live(backend.secret_key)).toMatch(/^HTTP\/1\.1 101 /)
})

it('are created once for each data folder, and required of one that has a database', () => {
  const [one, other, earlier] = [foldersIn('one'), foldersIn('other'), foldersIn('earlier')]
  const secrets = loadSecrets(one)
  expect(loadSecrets(one)).toEqual(secrets)
  const values = [...Object.values(secrets), ...Object.values(loadSecrets(other))]
  expect(new Set(values).size).toBe(values.length)
  const refusal = /earlier was made by another version .*delete that folder to start afresh/
  mkdirSync(earlier.database)
  expect(() => loadSecrets(earlier)).toThrow(refusal)
  for (const content of ['', '{"jwt_secret":"short"}']) {
    writeFileSync(join(earlier.root, 'secrets.json'), content)
    expect(() => loadSecrets(earlier)).toThrow(refusal)
  }
})

/** Every file and folder below, except the contents of the database folder. */
function entriesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() && entry.name !== 'database' ? [path, ...entriesOf(path)] : [path]
  })
}

it('gives only the owner access to the files of a data folder', async () => {
  const admin = await makeAdmin(backend, 'files@example.test')
  const picture = new Blob([new Uint8Array(10)], { type: 'image/png' })
  const bucket = admin.client.storage.from('branding')
  expect((await bucket.upload('logo.png', picture)).error).toBeNull()
  expect((await bucket.copy('logo.png', 'copy.png')).error).toBeNull()
  const paths = entriesOf(data)
  expect(paths.map((path) => path.slice(data.length + 1))).toEqual(
    expect.arrayContaining(['inbox.json', 'lock', 'secrets.json', 'storage', 'database']),
  )
  expect(paths.filter((path) => path.includes('storage/')).length).toBeGreaterThan(5)
  // Windows has no such modes.
  if (process.platform === 'win32') return
  const mode = (path: string) => statSync(path).mode & 0o777
  for (const path of paths) expect([path, mode(path)]).toEqual([path, mode(path) & 0o700])
  // Under root, Postgres runs as another account, which needs to traverse the folder.
  expect(mode(data) & 0o066).toBe(0)
})

it('removes temporary files of a killed process at the start', async () => {
  const folder = join(root, 'killed')
  mkdirSync(join(folder, 'storage'), { recursive: true })
  for (const file of ['inbox.json.1.tmp', 'storage/a.1.tmp', 'inbox.json'])
    writeFileSync(join(folder, file), '[')
  const { release } = await claimFolders(false, folder)
  release()
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['inbox.json', 'storage'])
})
