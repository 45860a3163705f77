import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBackend } from '../../supabase/local/backend.ts'
import { StartFailure } from '../../supabase/local/failure.ts'

const root = mkdtempSync(join(tmpdir(), 'guildhall-history-'))
const data = join(root, 'data')
const migrations = join(root, 'migrations')
const first = join(migrations, '20260101000000_first.sql')
const second = join(migrations, '20260102000000_second.sql')
const FIRST = 'create table public.one (id integer);\n'
const SECOND = 'create table public.two (id integer);\n'

/** Starts and stops; answers the failure, if any. */
async function start(): Promise<unknown> {
  try {
    const backend = await startBackend({ data, migrations, empty: true })
    await backend.stop()
  } catch (error) {
    return error
  }
}

beforeAll(async () => {
  mkdirSync(migrations)
  writeFileSync(first, FIRST)
  writeFileSync(second, SECOND)
  expect(await start()).toBeUndefined()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const DIFFERS =
  /^The data folder .*data was made by another version of the migrations \(2026010[12]000000_\w+\.sql .*\); delete that folder to start afresh\.$/

describe('a data folder and the migrations', () => {
  it.each([
    ['the first file', first, FIRST.replace('id', 'number')],
    ['the last file', second, SECOND.replace('id', 'number')],
    ['a comment at its end', second, `${SECOND}-- More.\n`],
  ])('do not fit after a change of %s', async (_what, path, changed) => {
    writeFileSync(path, changed)
    const failure = await start()
    writeFileSync(first, FIRST)
    writeFileSync(second, SECOND)
    expect(failure).toBeInstanceOf(StartFailure)
    expect((failure as StartFailure).message).toMatch(DIFFERS)
    expect(existsSync(join(data, 'lock'))).toBe(false)
  })

  it('do not fit when an applied file is gone', async () => {
    renameSync(second, `${second}.away`)
    const failure = await start()
    renameSync(`${second}.away`, second)
    expect((failure as StartFailure).message).toMatch(DIFFERS)
  })

  it('fit with other line ends, and with a new file', async () => {
    writeFileSync(first, FIRST.replaceAll('\n', '\r\n'))
    writeFileSync(join(migrations, '20260103000000_third.sql'), 'create table public.three (id integer);')
    expect(await start()).toBeUndefined()
    expect(await start()).toBeUndefined()
  })
})
