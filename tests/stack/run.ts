// npm run test:stack: the journeys and rights of the product against any Supabase stack, by default an embedded one.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startBackend } from '../../supabase/local/backend.ts'
import { openMailbox } from './support/mailbox.ts'

const USAGE = `npm run test:stack
npm run test:stack -- --url <address> --anon-key <key> --db-url <address> --mail-url <address>

Runs the journeys and rights of the product against a Supabase stack: an embedded one, or the one at
  --url       its API, as in https://abcdefghijklmnopqrst.supabase.co or http://127.0.0.1:54321
  --anon-key  its publishable key
  --db-url    its database, as the role postgres
  --mail-url  where its emails can be read: Mailpit, or the inbox of the embedded backend
It creates and deletes people, so the stack must have the migrations and no account yet: use a project that you throw away.`

/** What the tests are given. */
export type Stack = { url: string; anonKey: string; dbUrl: string; mailUrl: string }

function readArguments(): Stack | undefined {
  const given = ['url', 'anon-key', 'db-url', 'mail-url'] as const
  const options = Object.fromEntries(given.map((name) => [name, { type: 'string' as const, default: '' }]))
  const values = parseArgs({ options }).values as Record<(typeof given)[number], string>
  const missing = given.filter((name) => !values[name])
  if (missing.length === given.length) return undefined
  if (missing.length > 0) throw new Error(`Missing: --${missing.join(', --')}.`)
  const [url = '', mailUrl = ''] = [values.url, values['mail-url']].map((one) => one.replace(/\/+$/, ''))
  return { url, mailUrl, anonKey: values['anon-key'], dbUrl: values['db-url'] }
}

/** Throws when the stack is no empty one of this product, or its emails cannot be read. */
async function checkStack({ dbUrl, mailUrl }: Stack): Promise<void> {
  const client = new pg.Client({ connectionString: dbUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      'select (select count(*) from auth.users)::int as accounts, (select count(*) from public.profiles)',
    )
    const { accounts } = rows[0]
    if (accounts > 0)
      throw new Error(
        `The project at --db-url has ${accounts} ${accounts === 1 ? 'account' : 'accounts'}. These tests create and delete people: use an empty project that you throw away.`,
      )
  } finally {
    await client.end()
  }
  await openMailbox(mailUrl)
}

function runTests(stack: Stack): Promise<number> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/stack/vitest.config.ts']
  const env = { ...process.env, STACK: JSON.stringify(stack) }
  const child = spawn(process.execPath, vitest, { stdio: 'inherit', env })
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}

async function main(): Promise<number> {
  const given = readArguments()
  if (given) {
    await checkStack(given)
    return runTests(given)
  }
  const backend = await startBackend({ ephemeral: true, empty: true, rateLimits: true })
  try {
    return await runTests({
      url: backend.url,
      anonKey: backend.publishable_key,
      dbUrl: backend.db_url,
      mailUrl: backend.inbox_url,
    })
  } finally {
    await backend.stop()
  }
}

process.exit(
  await main().catch((error: Error) => {
    console.error(`${error.message}\n\n${USAGE}`)
    return 2
  }),
)
