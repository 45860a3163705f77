import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isRunning } from '../../supabase/local/lock.ts'
import { type Run, runBackend, takePort } from './support/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'guildhall-cli-'))
const running: Run[] = []

beforeAll(() => mkdirSync(join(folder, 'none')))
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
  return { addresses, postgres, data }
}

async function query(addresses: Record<string, string>, text: string) {
  const client = new pg.Client({ connectionString: addresses.db_url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

/** The whole of stderr is one sentence, and the exit code says that it failed. */
async function expectOneSentence(run: Run, words: RegExp) {
  const { code } = await run.ended
  expect(run.stderr()).toMatch(words)
  expect(run.stderr().trim().split('\n')).toHaveLength(1)
  expect(run.stdout()).toBe('')
  expect(code).toBeGreaterThan(0)
}

describe('npm run backend', () => {
  it('prints one line of JSON, and two may run at once', async () => {
    const runs = [start('--ephemeral', '--empty'), start('--ephemeral', '--empty')]
    const [one, other] = await Promise.all(runs.map(ready))
    expect(Object.keys(one!.addresses)).toEqual([
      'url',
      'publishable_key',
      'secret_key',
      'db_url',
      'inbox_url',
    ])
    expect(one!.addresses.url).not.toBe(other!.addresses.url)
    expect(await (await fetch(`${one!.addresses.inbox_url}/messages.json`)).json()).toEqual([])
    for (const run of runs) expect(run.stdout().trim().split('\n')).toHaveLength(1)
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
    'leaves no process and no file behind after %s',
    async (signal) => {
      const run = start('--ephemeral', '--empty')
      const { postgres, data } = await ready(run)
      expect(isRunning(postgres)).toBe(true)
      run.process.kill(signal)
      await run.ended
      await vi.waitFor(() => expect(isRunning(postgres)).toBe(false), 20_000)
      await vi.waitFor(() => expect(existsSync(data)).toBe(false), 20_000)
    },
  )

  it('leaves no process and no file behind when it is killed outright', async () => {
    const { postgres, data } = await ready(start('--ephemeral', '--empty'))
    process.kill(Number(readFileSync(join(data, '../lock'), 'utf8').split('\n')[0]), 'SIGKILL')
    await vi.waitFor(() => expect(isRunning(postgres)).toBe(false), 20_000)
    await vi.waitFor(() => expect(existsSync(data)).toBe(false), 20_000)
  })

  it('keeps its data between starts and is ready in under 3 seconds', async () => {
    const data = join(folder, 'kept')
    const first = start('--data', data, '--empty')
    const { addresses } = await ready(first)
    await query(addresses, `insert into public.invite_codes (code) values ('REMEMBERED')`)

    let second = first
    let fastest = Number.POSITIVE_INFINITY
    // The best of three, and more time when the machine is busy with something else.
    for (let attempt = 0; attempt < 3; attempt++) {
      second.process.kill('SIGTERM')
      expect((await second.ended).code).toBe(0)
      const before = performance.now()
      second = start('--data', data, '--empty')
      await second.line
      fastest = Math.min(fastest, performance.now() - before)
    }
    const busy = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
    expect(fastest).toBeLessThan(3000 * busy)
    const again = await ready(second)
    expect(await query(again.addresses, 'select code from public.invite_codes')).toEqual([
      { code: 'REMEMBERED' },
    ])

    await expectOneSentence(
      start('--data', data, '--empty'),
      /^Another backend \(process \d+\) already uses the data folder/,
    )
    second.process.kill('SIGTERM')
    await second.ended
  })

  it('says that the port is in use', async () => {
    const { port, close } = await takePort()
    await expectOneSentence(
      start('--ephemeral', '--port', String(port)),
      new RegExp(`^Port ${port} is already in use`),
    )
    close()
  })

  it('says that the data folder is damaged', async () => {
    const data = join(folder, 'damaged')
    const run = start('--data', data, '--empty')
    await ready(run)
    run.process.kill('SIGTERM')
    await run.ended
    const control = join(data, 'database/global/pg_control')
    writeFileSync(control, readFileSync(control).fill(7))
    await expectOneSentence(start('--data', data, '--empty'), /cannot use the data folder .* damaged/)
    expect(readdirSync(data)).not.toContain('lock')
  })

  it('names the migration that fails, the line and the reason', async () => {
    const migrations = join(folder, 'broken')
    mkdirSync(migrations)
    writeFileSync(join(migrations, '20260101000000_broken.sql'), 'select 1;\nselect nonsense;\n')
    await expectOneSentence(
      start('--ephemeral', '--migrations', migrations),
      /^The migration 20260101000000_broken\.sql failed at line 2: column "nonsense" does not exist\.$/m,
    )
  })

  it('refuses arguments it does not know', async () => {
    await expectOneSentence(start('--prot', '1'), /--prot/)
    await expectOneSentence(start('--port', 'many'), /--port takes a number/)
  })
})
