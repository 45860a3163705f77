import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backend, startBackend } from '../../supabase/local/backend.ts'
import { PROJECT_DIR } from '../../supabase/local/paths.ts'
import { connect, mailsTo, makeMember, promote, signUp } from './support/backend.ts'

const PATH = '/storage/v1/object/public/branding/email-logo'
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const ours = readFileSync(join(PROJECT_DIR, 'public/images/email-logo.png'))
const data = mkdtempSync(join(tmpdir(), 'guildhall-logo-'))
const start = () => startBackend({ data, empty: true, siteUrl: 'https://guildhall.example' })

let backend: Backend
beforeAll(async () => {
  backend = await start()
})
afterAll(async () => {
  await backend.stop()
  rmSync(data, { recursive: true, force: true })
})

const shown = async () => {
  const answer = await fetch(backend.url + PATH)
  return {
    type: answer.headers.get('content-type'),
    caching: answer.headers.get('cache-control'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}
const replace = async (client: SupabaseClient) =>
  (
    await client.storage
      .from('branding')
      .upload('email-logo', new Blob([GIF], { type: 'image/gif' }), { upsert: true, cacheControl: '300' })
  ).error

it('a new backend has the product’s logo where its mails look for one', async () => {
  await signUp(backend, 'reader@example.test')
  const [mail] = await mailsTo(backend, 'reader@example.test')
  expect(mail?.html).toContain(`<img src="https://guildhall.example${PATH}"`)
  expect(await shown()).toEqual({ type: 'image/png', caching: 'max-age=300', bytes: ours })
})

it('only an admin replaces it, and it stays replaced after a restart (D24)', async () => {
  const member = await makeMember(backend, 'member@example.test')
  expect(await replace(member.client)).toMatchObject({ message: expect.stringMatching(/row-level security/) })
  expect(await replace(connect(backend))).not.toBeNull()
  expect((await shown()).bytes).toEqual(ours)

  await promote(backend, member.id)
  expect(await replace(member.client)).toBeNull()
  const theirs = { type: 'image/gif', caching: 'max-age=300', bytes: GIF }
  expect(await shown()).toEqual(theirs)
  await backend.stop()
  backend = await start()
  expect(await shown()).toEqual(theirs)
})
