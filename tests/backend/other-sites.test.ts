import { beforeAll, describe, expect, it } from 'vitest'
import { ownWorld } from '../db/support/own-world.ts'
import { connect } from './support/backend.ts'
import { sendLines, sendRaw, upgradeLines } from './support/raw.ts'

const { backend } = await ownWorld({ siteUrl: 'https://members.example.test' })
const { host } = new URL(backend.url)
const SETTINGS = '/auth/v1/settings'
const LIVE = '/realtime/v1/websocket'
const LOGO = '/storage/v1/object/public/branding/email-logo'

async function statuses(headers: Record<string, string>) {
  const key = { apikey: backend.publishable_key }
  const { status: http } = await sendRaw(backend.url, {
    path: SETTINGS,
    headers: { host, ...key, ...headers },
  })
  const path = `${LIVE}?apikey=${backend.publishable_key}&vsn=2.0.0`
  const response = await sendLines(backend.url, upgradeLines(path, { host, ...headers }))
  return [http, Number(response.split(' ')[1])]
}

describe('the gateway', () => {
  it.each([
    ['no origin', {}, true],
    ['an app on another port', { origin: 'http://localhost:5173' }, true],
    ['an app on IPv6', { origin: 'http://[::1]:4173' }, true],
    ['the site itself', { origin: 'https://members.example.test' }, true],
    ['the name localhost', { host: 'localhost:54321' }, true],
    ['a followed link', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, true],
    ['a page of another site', { origin: 'https://evil.test' }, false],
    ['an opaque origin', { origin: 'null' }, false],
    ['a name that starts with localhost', { origin: 'http://localhost.evil.test' }, false],
    ['a name that ends with that of the site', { origin: 'https://evil-members.example.test' }, false],
    ['the site by another scheme', { origin: 'http://members.example.test' }, false],
    ['a name rebound to this machine', { host: 'evil.test' }, false],
    ['a malformed host', { host: 'localhost@evil.test' }, false],
    ['an element of another page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, false],
  ])('by %s (%o) is used: %s', async (_what, headers, served) => {
    const [http, live] = await statuses(headers)
    expect([http === 200, live === 101]).toEqual([served, served])
    if (!served) for (const status of [http, live]) expect([400, 403]).toContain(status)
  })

  it('sends other sites no CORS headers, and rejects their preflights', async () => {
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const response = await fetch(`${backend.url}${SETTINGS}`, {
        method,
        headers: { origin: 'https://evil.test', apikey: backend.publishable_key },
      })
      expect(response.status).toBe(403)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  beforeAll(async () => {
    const { storage } = connect(backend, backend.secret_key)
    await storage.createBucket('private', { public: false })
    const { error } = await storage.from('private').upload('file', 'secret')
    expect(error).toBeNull()
  })

  it.each([
    ['an element of another page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['a page of another site', { origin: 'https://evil.test' }],
    ['an email in the inbox', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('serves a file of a public bucket, and nothing else, to %s', async (_what, foreign) => {
    const headers = { host, apikey: backend.publishable_key, ...foreign }
    const status = async (path: string, method = 'GET') =>
      (await sendRaw(backend.url, { path, method, headers })).status
    for (const method of ['GET', 'HEAD']) expect(await status(LOGO, method)).toBe(200)
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) expect(await status(LOGO, method)).toBe(403)
    for (const path of [
      '/storage/v1/object/branding/email-logo',
      '/storage/v1/object/info/public/branding/email-logo',
      '/storage/v1/object/public',
      '/storage/v1/bucket',
      '/storage/v1/object/public/../../../../inbox/messages.json',
      '/storage/v1/object/public/%2e%2e/%2e%2e/%2e%2e/%2e%2e/inbox/messages.json',
      `${SETTINGS}?/storage/v1/object/public/`,
      `/.${LOGO}/../../../../../../../inbox`,
    ])
      expect(await status(path), path).toBe(403)
    expect(await status('/storage/v1/object/public/private/file')).toBe(400)
  })

  it('serves a file of a public bucket under no name rebound to this machine', async () => {
    expect((await sendRaw(backend.url, { path: LOGO, headers: { host: 'evil.test' } })).status).toBe(403)
  })
})
