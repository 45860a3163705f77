import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { PROJECT_DIR } from '../../supabase/local/paths.ts'
import { isRunning, parentOf, type Run, runBackend } from './support/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'guildhall-cli-'))
const running: Run[] = []

afterAll(async () => {
  for (const { process } of running) process.kill('SIGTERM')
  await Promise.all(running.map(({ ended }) => ended))
  rmSync(folder, { recursive: true, force: true })
})

function start(...args: string[]): Run {
  const run = runBackend(['--port', '0', ...args])
  running.push(run)
  return run
}

async function ready(run: Run) {
  const line = await run.line
  if (line === undefined) throw new Error(run.stderr())
  const addresses: Record<string, string> = JSON.parse(line)
  const [row] = await query(addresses, `select current_setting('data_directory') as data`)
  const data = String(row?.data)
  const postgres = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  return { run, addresses, data, postgres, backend: parentOf(postgres) }
}

async function query(addresses: Record<string, string>, text: string) {
  const client = new pg.Client({ connectionString: addresses.db_url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

/** Expects a failure with one sentence on stderr and nothing on stdout. */
async function expectFailure(run: Run, words: RegExp) {
  const { code } = await run.ended
  expect(run.stderr()).toMatch(words)
  expect(run.stderr().trim().split('\n')).toHaveLength(1)
  expect(run.stdout()).toBe('')
  expect(code).toBeGreaterThan(0)
}

async function expectNothingLeft({ postgres, data }: Awaited<ReturnType<typeof ready>>) {
  await vi.waitFor(() => expect([isRunning(postgres), existsSync(data)]).toEqual([false, false]), 60_000)
}

describe.each([
  ['SIGTERM', 'SIGINT'],
  ['SIGKILL', 'SIGKILL of the backend itself'],
])('two ephemeral backends, ended by %s and %s', (...signals) => {
  it('print one line of JSON each, and leave no process and no file behind', async () => {
    const runs = signals.map(() => start('--ephemeral', '--empty'))
    const backends = await Promise.all(runs.map(ready))
    expect(new Set(backends.map(({ addresses }) => addresses.url)).size).toBe(2)
    for (const [at, backend] of backends.entries()) {
      const { addresses, run, postgres } = backend
      expect(Object.keys(addresses)).toEqual(['url', 'publishable_key', 'secret_key', 'db_url', 'inbox_url'])
      expect(run.stdout().trim().split('\n')).toHaveLength(1)
      expect(await (await fetch(`${addresses.inbox_url}/messages.json`)).json()).toEqual([])
      expect(isRunning(postgres)).toBe(true)
      const signal = signals[at] ?? ''
      if (signal.includes(' ')) process.kill(backend.backend, 'SIGKILL')
      else run.process.kill(signal as NodeJS.Signals)
    }
    await Promise.all(backends.map(expectNothingLeft))
  })
})

it('keeps its data between starts, and detects damage', async () => {
  const data = join(folder, 'kept')
  const first = await ready(start('--data', data, '--empty'))
  await query(first.addresses, `insert into public.invite_codes (code) values ('REMEMBERED')`)
  first.run.process.kill('SIGTERM')
  expect((await first.run.ended).code).toBe(0)
  const run = start('--data', data, '--empty')
  const { addresses } = await ready(run)
  const codes = await query(addresses, 'select code from public.invite_codes')
  expect(codes).toEqual([{ code: 'REMEMBERED' }])

  const taken = /^Another backend already uses the data folder/
  await expectFailure(start('--data', data, '--empty'), taken)

  run.process.kill('SIGTERM')
  await run.ended
  const control = join(data, 'database/global/pg_control')
  writeFileSync(control, readFileSync(control).fill(7))
  await expectFailure(start('--data', data, '--empty'), /cannot use the data folder .* damaged/)
})

it("keeps its data outside the checkout, in the account's folder for it", async () => {
  const state = join(folder, 'state')
  const run = runBackend(['--port', '0', '--empty'], { XDG_STATE_HOME: state })
  running.push(run)
  const { data } = await ready(run)
  expect(data.startsWith(join(state, 'guildhall', basename(PROJECT_DIR)))).toBe(true)
})

it('says in one sentence why it cannot start: the folder, the port, an argument, or a migration by its line', async () => {
  const [file, migrations] = [join(folder, 'file'), join(folder, 'broken')]
  writeFileSync(file, '')
  mkdirSync(migrations)
  writeFileSync(join(migrations, '20260101000000_broken.sql'), 'select 1;\nselect nonsense;\n')
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const inFile = runBackend(['--port', '0', '--empty'], { XDG_STATE_HOME: file })
  running.push(inFile)
  await Promise.all([
    expectFailure(inFile, /^The data folder .* cannot be used: .*; XDG_STATE_HOME can name another place/),
    expectFailure(
      start('--ephemeral', '--port', String(port)),
      new RegExp(`^Port ${port} is already in use`),
    ),
    expectFailure(start('--prot', '1'), /--prot/),
    expectFailure(start('--port', 'many'), /--port takes a number/),
    expectFailure(
      start('--ephemeral', '--migrations', migrations),
      /^The migration 20260101000000_broken\.sql failed at line 2: column "nonsense" does not exist\.$/m,
    ),
  ])
  taken.close()
})
