import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { ownWorld } from '../db/support/own-world.ts'
import { makeAdmin } from './support/backend.ts'
import { sendLines, sendRaw } from './support/raw.ts'

const data = mkdtempSync(join(tmpdir(), 'guildhall-bodies-'))
afterAll(() => rmSync(data, { recursive: true }))
const { backend } = await ownWorld({ data })
const { token } = await makeAdmin(backend, 'admin@example.test')

const MB = 1024 * 1024
const headers = (more: Record<string, string> = {}) => ({
  host: new URL(backend.url).host,
  apikey: backend.publishable_key,
  authorization: `Bearer ${token}`,
  ...more,
})
const lines = (path: string, given: Record<string, string>) => [
  `POST ${path} HTTP/1.1`,
  ...Object.entries(headers(given)).map(([name, value]) => `${name}: ${value}`),
]

/**
 * Sends up to `maxBytes` in chunks, without a length, while the server reads them. Resolves with the status line, which is
 * empty when the connection was closed first, and the bytes sent.
 */
function sendChunks(path: string, given: Record<string, string>, maxBytes: number) {
  const { hostname, port } = new URL(backend.url)
  return new Promise<{ status: string; sent: number }>((resolve) => {
    let [status, sent] = ['', 0]
    const chunk = Buffer.alloc(64 * 1024, 'a')
    const socket = connect(Number(port), hostname)
    const more = () => {
      while (!status && sent < maxBytes && !socket.destroyed) {
        sent += chunk.length
        socket.write(`${chunk.length.toString(16)}\r\n`)
        socket.write(chunk)
        if (!socket.write('\r\n')) return void socket.once('drain', more)
      }
      if (sent >= maxBytes) socket.write('0\r\n\r\n')
    }
    socket.write(`${lines(path, { 'transfer-encoding': 'chunked', ...given }).join('\r\n')}\r\n\r\n`)
    socket.on('data', (text) => {
      status = String(text).split('\r\n')[0] ?? ''
      socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve({ status, sent }))
    more()
  })
}

const JSON_BODY = { 'content-type': 'application/json' }
const PNG = { 'content-type': 'image/png' }

it('is read before a response that needs none of it, which a client that is still sending would lose', async () => {
  const { hostname, port } = new URL(backend.url)
  const socket = connect(Number(port), hostname)
  const response = once(socket, 'data')
  socket.write(`${lines('/functions/v1/send-mail', { 'content-length': '2' }).join('\r\n')}\r\n\r\na`)
  expect(await Promise.race([response, wait(300, 'waits')])).toBe('waits')
  socket.write('b')
  expect(String(await response)).toMatch(/^HTTP\/1\.1 401 /)
  socket.destroy()
})

describe('a body over 10 MB', () => {
  it.each(['/rest/v1/orders', '/auth/v1/signup', '/storage/v1/object/branding/a.png'])(
    'is rejected by its length before it is sent to %s',
    async (path) => {
      const length = { 'content-length': String(10 * MB + 1) }
      const response = await sendLines(backend.url, lines(path, { ...JSON_BODY, ...length }))
      expect(response).toMatch(/^HTTP\/1\.1 413 /)
    },
  )

  it.each(['/rest/v1/orders', '/auth/v1/signup'])('is not read to its end by %s', async (path) => {
    const { status, sent } = await sendChunks(path, JSON_BODY, 200 * MB)
    expect(status).toMatch(/^(HTTP\/1\.1 413 |$)/)
    expect(sent).toBeLessThan(40 * MB)
  })

  it('is distinguished from one that is smaller', async () => {
    const body = [Buffer.from(`{"p_code":"${'x'.repeat(9 * MB)}"}`)]
    const sent = { path: '/rest/v1/rpc/redeem_code', method: 'POST', headers: headers(JSON_BODY), body }
    expect((await sendRaw(backend.url, sent)).status).not.toBe(413)
  })
})

describe("a picture over its bucket's limit", () => {
  const files = () => readdirSync(join(data, 'storage')).sort()

  it('is cut off when it has no length, and leaves no file', async () => {
    const before = files()
    const path = '/storage/v1/object/branding/large.png'
    const { status, sent } = await sendChunks(path, PNG, 100 * MB)
    expect(status).toMatch(/^(HTTP\/1\.1 413 |$)/)
    expect(sent).toBeLessThan(20 * MB)
    expect((await sendChunks(path, PNG, 576 * 1024)).status).toMatch(/^HTTP\/1\.1 413 /)
    expect(files()).toEqual(before)
  })

  it('is cut off in a form', async () => {
    const before = files()
    const form = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await sendChunks('/storage/v1/object/benefits/form.png', form, 50 * MB)).status).toMatch(
      /^(HTTP\/1\.1 413 |$)/,
    )
    expect(files()).toEqual(before)
  })

  it('is distinguished from one within the limit', async () => {
    const { status } = await sendChunks('/storage/v1/object/branding/small.png', PNG, 448 * 1024)
    expect(status).toMatch(/^HTTP\/1\.1 200 /)
    expect(files().some((name) => name.endsWith('.tmp'))).toBe(false)
  })

  it('is not hidden by a malformed form', async () => {
    const sent = {
      path: '/storage/v1/object/branding/form.png',
      method: 'POST',
      headers: headers({ 'content-type': 'multipart/form-data; boundary=x' }),
      body: [Buffer.from('no form')],
    }
    expect((await sendRaw(backend.url, sent)).status).toBe(400)
  })
})
