import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PUBLISHABLE_KEY } from '../../supabase/local/keys.ts'
import { PROJECT_DIR } from '../../supabase/local/paths.ts'
import { connect, type Email, tokenFor } from './support/backend.ts'
import { isRunning, parentOf } from './support/process.ts'
import { sendRaw } from './support/raw.ts'

const root = mkdtempSync(join(tmpdir(), 'guildhall-vite-'))
const data = join(root, 'data')
const config = join(root, 'vite.config.ts')
const running: ChildProcess[] = []

beforeAll(() => {
  const plugin = JSON.stringify(join(PROJECT_DIR, 'supabase/local/vite-plugin.ts'))
  writeFileSync(
    config,
    `import { embeddedBackend } from ${plugin}
export default (env) => ({ plugins: [embeddedBackend(env, ${JSON.stringify(data)})] })`,
  )
  writeFileSync(join(root, 'index.html'), '<script type="module" src="/main.js"></script>')
  writeFileSync(join(root, 'main.js'), 'console.log(import.meta.env.VITE_SUPABASE_ANON_KEY)')
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

async function serve(mode: 'dev' | 'preview', env: NodeJS.ProcessEnv = {}) {
  const script = join(PROJECT_DIR, 'tests/backend/support/dev-server.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, root, mode], {
    // Under Vitest the plugin does nothing.
    env: { ...process.env, VITEST: undefined, NODE_ENV: undefined, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  const origin = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
  })
  return { child, origin }
}

const readInbox = (origin: string) => fetch(`${origin}/inbox/messages.json`)

/** The processes of the Postgres and of the backend. */
function processes(): number[] {
  const postgres = Number(readFileSync(join(data, 'database/postmaster.pid'), 'utf8').split('\n')[0])
  return [postgres, parentOf(postgres)]
}

/** Ends the server, and expects its backend to end with it. */
async function end(child: ChildProcess, signal: NodeJS.Signals) {
  const pids = processes()
  expect(pids.map(isRunning)).toEqual([true, true])
  child.kill(signal)
  await vi.waitFor(() => expect(pids.map(isRunning)).toEqual([false, false]), 60_000)
}

describe.each([
  ['dev', 'SIGKILL', 'member@guildhall.test'],
  ['preview', 'SIGTERM', 'admin@guildhall.test'],
] as const)('Vite as %s, until %s', (mode, signal, email) => {
  let child: ChildProcess
  let origin: string
  beforeAll(async () => {
    ;({ child, origin } = await serve(mode))
  })
  afterAll(async () => {
    await end(child, signal)
  })

  it("serves the backend on the app's own origin, with live updates and links to that origin", async () => {
    const backend = { url: origin, inbox_url: `${origin}/inbox`, publishable_key: PUBLISHABLE_KEY }
    const client = connect(backend)
    const invited = await client.rpc('validate_invite_code', { code_to_check: 'NOTHING' })
    expect(invited.error).toBeNull()
    await new Promise<void>((resolve, reject) => {
      client
        .channel('live')
        .on('postgres_changes', { event: '*', schema: 'public', table: 'orders' }, () => undefined)
        .subscribe((status, error) => (status === 'SUBSCRIBED' ? resolve() : reject(error)))
    })
    await client.removeAllChannels()
    await client.auth.resetPasswordForEmail(email)
    expect(await tokenFor(backend, email)).toMatch(/^\w+$/)
    const [message]: Email[] = await (await readInbox(origin)).json()
    expect(message?.text).toContain(`${origin}/auth/callback?`)
    const [, logo] = /<img src="([^"]+)"/.exec(message?.html ?? '') ?? []
    expect(logo).toMatch(new RegExp(`^${origin}/storage/`))
    expect((await fetch(String(logo))).headers.get('content-type')).toBe('image/png')
  })

  it('gives the app the public key, and a build nothing else of the backend', async () => {
    const assets = join(root, 'dist/assets')
    const code =
      mode === 'dev'
        ? [await (await fetch(`${origin}/main.js`)).text()]
        : readdirSync(assets).map((file) => readFileSync(join(assets, file), 'utf8'))
    expect(code.join()).toContain(PUBLISHABLE_KEY)
    if (mode === 'preview') expect(code.join()).not.toMatch(/postgres|inbox|spawn|jwt/i)
  })

  it('lets no page of another port read what it serves', async () => {
    const headers = { origin: 'http://localhost:8080' }
    const response = await fetch(`${origin}/main.js`, { headers })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect((await fetch(`${origin}/inbox`, { headers })).status).toBe(403)
    expect((await fetch(`${origin}/inbox`, { headers: { origin } })).status).toBe(200)
    const rebound = { host: 'evil.test' }
    expect((await sendRaw(origin, { path: '/inbox', headers: rebound })).status).toBe(403)
  })
})

it('starts another backend when the configuration changes', async () => {
  const { child, origin } = await serve('dev')
  expect((await readInbox(origin)).status).toBe(200)
  const before = processes()
  writeFileSync(config, `${readFileSync(config, 'utf8')}\n`)
  await vi.waitFor(() => expect(before.map(isRunning)).toEqual([false, false]), 60_000)
  await vi.waitFor(async () => expect((await readInbox(origin)).status).toBe(200), 60_000)
  await end(child, 'SIGTERM')
})

it('starts no backend when a hosted project is configured', async () => {
  const { child, origin } = await serve('dev', {
    VITE_SUPABASE_URL: 'https://project.supabase.co',
    VITE_SUPABASE_ANON_KEY: 'hosted-key',
  })
  expect((await readInbox(origin)).headers.get('content-type')).not.toContain('json')
  child.kill('SIGKILL')
})
