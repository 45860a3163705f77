import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { migrate } from '../../supabase/local/database/migrate.ts'
import { StartFailure } from '../../supabase/local/failure.ts'
import { withClient } from '../../supabase/local/postgres/pool.ts'
import { sharedBackend } from '../db/support/shared-world.ts'

const root = mkdtempSync(join(tmpdir(), 'guildhall-migrations-'))
const first = join(root, '20260101000000_first.sql')
const second = join(root, '20260102000000_second.sql')
const FIRST = 'create table public.one (\n  id integer\n);\n'
const SECOND = 'create table public.two (id integer);\n'

// A database of its own on the shared cluster.
const server = sharedBackend().superuser_url
const database = new URL(server)
database.pathname = '/migrated'
const run = () => withClient(database.href, (client) => migrate(client, root, 'the-data-folder'))

beforeAll(async () => {
  mkdirSync(root, { recursive: true })
  await withClient(server, (client) => client.query('create database migrated'))
})
beforeEach(async () => {
  writeFileSync(first, FIRST)
  writeFileSync(second, SECOND)
  await run()
})
afterAll(async () => {
  await withClient(server, (client) => client.query('drop database migrated with (force)'))
  rmSync(root, { recursive: true, force: true })
})

it.each([
  ['the first file changed', () => writeFileSync(first, FIRST.replace('id', 'number'))],
  ['the last file changed', () => writeFileSync(second, SECOND.replace('id', 'number'))],
  ['a comment was added', () => writeFileSync(second, `${SECOND}-- More.\n`)],
  ['an applied file is missing', () => renameSync(second, `${second}.away`)],
])('rejects a data folder when %s', async (_, change) => {
  change()
  const failure = await run().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartFailure)
  expect((failure as StartFailure).message).toMatch(
    /^The data folder the-data-folder was made by another version of the migrations \(2026010[12]000000_\w+\.sql .*\); delete that folder to start afresh\.$/,
  )
})

it('refuses a function that hosted Supabase would refuse once it is called (D50)', async () => {
  const body = `create function public.f() returns void language plpgsql as $$ begin update public.one set id = 1; end $$;`
  writeFileSync(join(root, '20260104000000_unsafe.sql'), `select 1;\n${body}\n`)
  await expect(run()).rejects.toThrow(
    'The migration 20260104000000_unsafe.sql failed at line 2: hosted Supabase refuses it: UPDATE requires a WHERE clause, in public.f.',
  )
  rmSync(join(root, '20260104000000_unsafe.sql'))
})

it('applies a new file once', async () => {
  writeFileSync(join(root, '20260103000000_third.sql'), 'create table public.three (id integer);')
  await run()
  await run()
})
