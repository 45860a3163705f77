import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHandler, readConfig } from '../../supabase/functions/unsubscribe/handler.ts'
import { serve } from './server.ts'

const click = () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })

/** A project that knows one token, and what it was asked. */
async function startProject(status = 200) {
  const calls: string[] = []
  const { url: supabaseUrl, stop } = await serve(({ path, headers, body }) => {
    calls.push(`${path} ${headers.authorization ?? ''}${body}`)
    return { status, json: [{ ok: JSON.parse(body).p_token === 'right', kind: null }] }
  })
  const handle = createHandler({ supabaseUrl, key: 'key', siteUrl: 'https://guildhall.test' })
  const ask = async (method: string, token: string, body?: BodyInit) => {
    const response = await handle(new Request(`https://x.test/?token=${token}`, { method, body }))
    return [response.status, (await response.text()) || response.headers.get('location')]
  }
  return { calls, ask, stop }
}

test('passes the token of a one-click POST on, and nothing else', async () => {
  const { calls, ask, stop } = await startProject()
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  assert.deepEqual(await ask('POST', 'right', click()), [200, '{"state":"unsubscribed"}'])
  assert.deepEqual(await ask('POST', 'right', form), [200, '{"state":"unsubscribed"}'])
  for (const token of ['wrong', '%00', 'right%00', ''])
    assert.deepEqual(await ask('POST', token, click()), [400, '{"error":"invalid_token"}'])
  assert.deepEqual(
    calls,
    ['right', 'right', 'wrong'].map((token) => `/rest/v1/rpc/unsubscribe Bearer key{"p_token":"${token}"}`),
  )
  await stop()
})

test('changes nothing when the link is only opened, and redirects to the page', async () => {
  const { calls, ask, stop } = await startProject()
  const page = 'https://guildhall.test/unsubscribe?token=right'
  assert.deepEqual(await ask('GET', 'right'), [303, page])
  assert.deepEqual(await ask('HEAD', 'right'), [303, page])
  assert.deepEqual(await ask('GET', '%0d%0aset-cookie:a'), [
    303,
    page.replace('right', '%0D%0Aset-cookie%3Aa'),
  ])
  for (const body of ['', '{"List-Unsubscribe":"One-Click"}', new URLSearchParams({ a: 'One-Click' })])
    assert.deepEqual(await ask('POST', 'right', body), [400, '{"error":"not_one_click"}'])
  assert.equal((await ask('DELETE', 'right'))[0], 405)
  assert.deepEqual(calls, [])
  await stop()
})

test('fails while the database is down, so that the email client tries again', async () => {
  const { ask, stop } = await startProject(503)
  assert.deepEqual(await ask('POST', 'right', click()), [503, '{"error":"unavailable"}'])
  await stop()
})

test('names the secrets that are missing', async () => {
  const config = readConfig((name) => (name === 'SUPABASE_URL' ? 'https://x.test' : undefined))
  assert.deepEqual(config, { missing: ['SUPABASE_ANON_KEY', 'SITE_URL'] })
  assert.equal((await createHandler(config)(new Request('https://x.test'))).status, 503)
  const keys: Record<string, string> = {
    SUPABASE_URL: 'https://x.test',
    SUPABASE_PUBLISHABLE_KEYS: '{"default":"k"}',
    SITE_URL: 'https://a.test/',
  }
  const found = readConfig((name) => keys[name])
  assert.deepEqual(found, { supabaseUrl: 'https://x.test', key: 'k', siteUrl: 'https://a.test' })
})
