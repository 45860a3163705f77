import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createMember } from '../db/support/people.ts'
import { sharedWorld } from '../db/support/shared-world.ts'

const world = sharedWorld()

const run = promisify(execFile)
const testStack = (args: string[]) =>
  run(process.execPath, ['--import', 'tsx', 'tests/stack/run.ts', ...args]).then(
    () => undefined,
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  )

const addresses = () => {
  const { url, publishable_key, db_url, inbox_url } = world.address
  return { '--url': url, '--anon-key': publishable_key, '--db-url': db_url, '--mail-url': inbox_url }
}

it.each([
  [
    'arguments are missing',
    () => ({ '--url': 'http://127.0.0.1:54321' }),
    /^Missing: --anon-key, --db-url, --mail-url\.\n\nnpm run test:stack/,
  ],
  [
    'an argument is unknown',
    () => ({ '--service-key': 'x' }),
    /^Unknown option '--service-key'[\s\S]*npm run test:stack -- --url/,
  ],
  ['the project has an account', addresses, /^The project at --db-url has \d+ accounts?\. .*throw away\.\n$/],
  [
    'the database does not respond',
    () => ({ ...addresses(), '--db-url': 'postgresql://postgres@127.0.0.1:1/postgres' }),
    /^The database at --db-url cannot be used: .*ECONNREFUSED/,
  ],
])('test:stack refuses to run when %s', async (_, args, expected) => {
  await createMember(world)
  const refused = await testStack(Object.entries(args()).flat())
  expect(refused).toEqual({ code: 2, stderr: expect.stringMatching(expected) })
})
