import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backend, startBackend } from '../../supabase/local/backend.ts'
import { PROJECT_DIR } from '../../supabase/local/paths.ts'
import { connect, emailsTo, makeAdmin, makeMember, PASSWORD } from './support/backend.ts'

const email = 'member@example.test'
const siteUrl = 'https://guildhall.example'
const LOGO = '/storage/v1/object/public/branding/email-logo'
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

async function logoOf({ url }: Backend) {
  const given = await fetch(url + LOGO)
  const [type, caching] = ['content-type', 'cache-control'].map((name) => given.headers.get(name))
  return { type, caching, bytes: Buffer.from(await given.arrayBuffer()) }
}

const data = mkdtempSync(join(tmpdir(), 'guildhall-restart-'))
let before: Backend
let backend: Backend
let emails: Awaited<ReturnType<typeof emailsTo>>
let logo: Awaited<ReturnType<typeof logoOf>>
let session: { access_token: string; refresh_token: string }

beforeAll(async () => {
  before = await startBackend({ data, empty: true, siteUrl })
  const { client } = await makeMember(before, email)
  session = (await client.auth.getSession()).data.session!
  const admin = await makeAdmin(before, 'admin@example.test')
  logo = await logoOf(before)
  const picture = new Blob([GIF], { type: 'image/gif' })
  const replaced = await admin.client.storage
    .from('branding')
    .upload('email-logo', picture, { upsert: true, cacheControl: '300' })
  expect(replaced.error).toBeNull()
  emails = await emailsTo(before, email)
  await before.stop()
  backend = await startBackend({ data, empty: true, siteUrl })
})
afterAll(async () => {
  await backend?.stop()
  rmSync(data, { recursive: true })
})

it('starts with the logo of the product, keeps a replaced one over a restart (D24), and emails', async () => {
  expect(emails[0]?.html).toContain(`<img src="${siteUrl}${LOGO}"`)
  const bytes = readFileSync(join(PROJECT_DIR, 'public/images/email-logo.png'))
  expect(logo).toEqual({ type: 'image/png', caching: 'max-age=300', bytes })
  expect(await logoOf(backend)).toEqual({ type: 'image/gif', caching: 'max-age=300', bytes: GIF })
  expect(await emailsTo(backend, email)).toEqual(emails)
})

it('keeps sessions and row-level security over a restart', async () => {
  const client = connect(backend)
  expect((await client.auth.getUser(session.access_token)).error).toBeNull()
  expect((await client.auth.refreshSession(session)).error).toBeNull()
  const raised = await client.from('profiles').update({ current_tokens: 1000 }).eq('email', email).select()
  expect(raised.error).not.toBeNull()
  expect((await client.from('invite_codes').select()).data).toEqual([])
  const signedIn = await connect(backend).auth.signInWithPassword({ email, password: PASSWORD })
  expect(signedIn.error).toBeNull()
})
