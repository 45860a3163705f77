import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PUBLISHABLE_KEY } from '../../supabase/local/keys.ts'
import { isRunning } from '../../supabase/local/lock.ts'
import { PROJECT_DIR } from '../../supabase/local/paths.ts'
import { connect, type Email, tokenFor } from './support/backend.ts'

const root = mkdtempSync(join(tmpdir(), 'guildhall-vite-'))
const data = join(root, 'data')
const running: ChildProcess[] = []

beforeAll(() => {
  writeFileSync(join(root, 'index.html'), '<script type="module" src="/main.js"></script>')
  writeFileSync(join(root, 'main.js'), 'console.log(import.meta.env.VITE_SUPABASE_ANON_KEY)')
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

async function serve(mode: 'dev' | 'preview', env: NodeJS.ProcessEnv = {}) {
  const script = join(PROJECT_DIR, 'tests/backend/support/dev-server.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, root, data, mode], {
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

/** Ends the server, and expects its backend to end with it. */
async function end(child: ChildProcess, signal: NodeJS.Signals) {
  const pids = ['lock', 'database/postmaster.pid'].map((file) =>
    Number(readFileSync(join(data, file), 'utf8').split('\n')[0]),
  )
  expect(pids.map(isRunning)).toEqual([true, true])
  child.kill(signal)
  await vi.waitFor(() => expect(pids.map(isRunning)).toEqual([false, false]), 20_000)
}

it("serves the backend on the app's own origin, with live updates and links to that origin", async () => {
  const { child, origin } = await serve('dev')
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
  expect(await (await fetch(`${origin}/main.js`)).text()).toContain(PUBLISHABLE_KEY)

  await client.auth.resetPasswordForEmail('member@guildhall.test')
  expect(await tokenFor(backend, 'member@guildhall.test')).toMatch(/^\w+$/)
  const [message]: Email[] = await (await readInbox(origin)).json()
  expect(message?.text).toContain(`${origin}/auth/callback?`)
  const [, logo] = /<img src="([^"]+)"/.exec(message?.html ?? '') ?? []
  expect(logo).toMatch(new RegExp(`^${origin}/storage/`))
  expect((await fetch(String(logo))).headers.get('content-type')).toBe('image/png')
  await end(child, 'SIGKILL')
})

it('serves the backend for a preview of a build that contains none of it', async () => {
  const { child, origin } = await serve('preview')
  const assets = join(root, 'dist/assets')
  const code = readdirSync(assets).map((file) => readFileSync(join(assets, file), 'utf8'))
  expect(code.join()).toContain(PUBLISHABLE_KEY)
  expect(code.join()).not.toMatch(/postgres|inbox|spawn|jwt/i)
  expect((await readInbox(origin)).headers.get('content-type')).toContain('json')
  await end(child, 'SIGTERM')
  await vi.waitFor(() => expect(existsSync(join(data, 'lock'))).toBe(false), 20_000)
})

it('starts no backend when a hosted project is configured', async () => {
  const { child, origin } = await serve('dev', {
    VITE_SUPABASE_URL: 'https://project.supabase.co',
    VITE_SUPABASE_ANON_KEY: 'hosted-key',
  })
  expect((await readInbox(origin)).headers.get('content-type')).not.toContain('json')
  expect(existsSync(join(data, 'lock'))).toBe(false)
  child.kill('SIGKILL')
})
