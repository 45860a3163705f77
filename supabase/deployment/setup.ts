// Makes the first admin of an installation (D11): SUPABASE_SECRET_KEY=... npm run setup -- --url <project> --email <address> --name <name>
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { request } from './probe.ts'

const usage =
  "Give the project and yourself, and its secret key as SUPABASE_SECRET_KEY: npm run setup -- --url https://YOUR-PROJECT.supabase.co --email you@example.com --name 'Your Name'"

const value = { type: 'string' } as const
const { values } = parseArgs({ options: { url: value, email: value, name: value } })
const { url = '', email = '', name = '' } = values
const key = process.env.SUPABASE_SECRET_KEY ?? ''

async function call(
  path: string,
  body: object,
): Promise<{ isDone: boolean; body: unknown; problem: string }> {
  const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await request(new URL(path, url).href, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const { message, msg } = response.body as Record<string, string | undefined>
  return {
    isDone: response.status < 300,
    body: response.body,
    problem: message ?? msg ?? `status ${response.status}`,
  }
}

/** Undefined once the account is an admin, else an invite code for it. */
async function makeFirstAdmin(): Promise<string | undefined> {
  const { isDone, body, problem } = await call('/rest/v1/rpc/make_first_admin', { p_email: email })
  if (isDone) return typeof body === 'string' ? body : undefined
  throw new Error(
    problem === 'admin_exists' ? 'There is an admin already. Further ones are made on /admin/users' : problem,
  )
}

async function setUp(): Promise<string> {
  if (!URL.canParse(url) || !email.includes('@') || !name.trim() || !key) throw new Error(usage)
  const invite = await makeFirstAdmin()
  if (!invite) return `${email} is the first admin.`
  const password = randomBytes(15).toString('base64url')
  const created = await call('/auth/v1/admin/users', {
    email,
    password,
    email_confirm: true,
    user_metadata: { name: name.trim(), phone: '', invite_code: invite },
  })
  if (!created.isDone) throw new Error(`The account was not created: ${created.problem}`)
  if (await makeFirstAdmin()) throw new Error('The account was created, but is no admin. Run this again')
  return `${email} is the first admin. The password is ${password}. Change it after you have signed in.`
}

try {
  process.stdout.write(`${await setUp()}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}.\n`)
  process.exitCode = 1
}
