import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Backend, startBackend } from '../../supabase/local/backend.ts'
import { createStorageAdapter } from '../../supabase/local/storage/adapter.ts'
import { connect, sql } from './support/backend.ts'
import { sendLines } from './support/raw.ts'

const data = mkdtempSync(join(tmpdir(), 'guildhall-files-'))
let backend: Backend
beforeAll(async () => {
  backend = await startBackend({ data, empty: true })
  const { error } = await connect(backend, backend.secret_key).storage.createBucket('files', {
    public: false,
    fileSizeLimit: 30 * MB,
  })
  if (error) throw error
})
afterAll(async () => {
  await backend.stop()
  rmSync(data, { recursive: true })
})

const MB = 1024 * 1024
const newPath = (name: string) => `files/${randomUUID()}/${name}`
const urlOf = (path: string) => `${backend.url}/storage/v1/object/${path}`
const headers = (type = 'application/zip') => ({
  apikey: backend.secret_key,
  authorization: `Bearer ${backend.secret_key}`,
  'content-type': type,
})
const upload = (path: string, body: BodyInit, type?: string) =>
  fetch(urlOf(path), { method: 'POST', headers: headers(type), body })
const stored = () => readdirSync(join(data, 'storage')).sort()
const digest = (bytes: ArrayBuffer | Buffer) =>
  createHash('sha256').update(new Uint8Array(bytes)).digest('hex')

describe('a file of 30 MB', () => {
  it('is stored and served byte for byte', async () => {
    const path = newPath('manual.zip')
    const bytes = randomBytes(30 * MB)
    expect((await upload(path, bytes)).status).toBe(200)
    const response = await fetch(urlOf(path), { headers: headers() })
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(digest(await response.arrayBuffer())).toBe(digest(bytes))
  })

  it.each([
    ['with one byte more', 'application/zip', 30 * MB + 1],
    ['as a form, which is held in memory', 'multipart/form-data; boundary=x', 11 * MB],
  ])('is refused %s, before it is sent', async (_what, type, bytes) => {
    const { pathname, host } = new URL(urlOf(newPath('large.zip')))
    const sent = { host, ...headers(type), 'content-length': String(bytes) }
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
    const response = await sendLines(backend.url, [`POST ${pathname} HTTP/1.1`, ...lines])
    expect(response).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('leaves nothing when the upload is cancelled', async () => {
    const before = stored()
    const path = newPath('cancelled.zip')
    const sent = plainRequest(urlOf(path), { method: 'POST', headers: headers() })
    sent.on('error', () => undefined)
    sent.write(randomBytes(5 * MB))
    await vi.waitFor(() => expect(stored().some((name) => name.endsWith('.tmp'))).toBe(true), 5000)
    sent.destroy()
    await vi.waitFor(() => expect(stored()).toEqual(before), 5000)
    const rows = await sql(backend, 'select from storage.objects where name = $1', [path.slice(6)])
    expect(rows).toEqual([])
  })
})

describe('a page uploaded as a file', () => {
  const read = (path: string, query = '') => fetch(urlOf(path) + query, { headers: headers() })
  const served = ({ headers: sent }: Response) =>
    ['content-type', 'content-disposition', 'x-content-type-options'].map((name) => sent.get(name))

  it('is text to be saved, never a page of this origin', async () => {
    const path = newPath('a page.html')
    await upload(path, '<script>alert(1)</script>', 'text/html; charset=utf-8')
    const name = "a%20page.html; filename*=UTF-8''a%20page.html"
    expect(served(await read(path))).toEqual(['text/plain', `attachment; filename=${name}`, 'nosniff'])
  })

  it('is saved under the name in the query, which adds no header', async () => {
    const path = newPath('drawing.svg')
    await upload(path, '<svg/>', 'image/svg+xml')
    const name = 'Größe "1"\r\nx-injected: 1.svg'
    const response = await read(path, `?download=${encodeURIComponent(name)}`)
    const encoded = encodeURIComponent(name)
    expect(served(response)[1]).toBe(`attachment; filename=${encoded}; filename*=UTF-8''${encoded}`)
    expect(response.headers.has('x-injected')).toBe(false)
  })
})

it('opens a file when the response is read, so that HEAD leaves none open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-adapter-'))
  const adapter = createStorageAdapter(folder)
  await adapter.uploadObject('files', 'a', undefined, Buffer.from('a'), 'text/plain', '')
  const { body } = await adapter.getObject('files', 'a', undefined)
  rmSync(folder, { recursive: true })
  await expect(new Response(body as ReadableStream).text()).rejects.toThrow(/ENOENT/)
})
