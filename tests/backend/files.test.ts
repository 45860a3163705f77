import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Backend, startBackend } from '../../supabase/local/backend.ts'
import { connect, makeAdmin } from './support/backend.ts'

const data = mkdtempSync(join(tmpdir(), 'guildhall-files-'))
let backend: Backend
let storage: Awaited<ReturnType<typeof makeAdmin>>['client']['storage']
beforeAll(async () => {
  backend = await startBackend({ data, empty: true })
  const { error } = await connect(backend, backend.secret_key).storage.createBucket('files', {
    public: false,
    fileSizeLimit: 30 * MB,
  })
  if (error) throw error
  storage = (await makeAdmin(backend, 'admin@example.test')).client.storage
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
function formOf(bytes: Buffer<ArrayBuffer>): FormData {
  const form = new FormData()
  form.set('', new Blob([bytes]))
  return form
}
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
    ['with one byte more', 'application/zip', randomBytes(30 * MB + 1)],
    ['in a form', undefined, formOf(randomBytes(30 * MB + 1))],
  ] as const)('is refused %s, and leaves no file (D50)', async (_what, type, body) => {
    const before = stored()
    const { 'content-type': _type, ...key } = headers()
    const sent = type ? headers(type) : key
    const response = await fetch(urlOf(newPath('large.zip')), { method: 'POST', headers: sent, body })
    expect([response.status, await response.json()]).toMatchObject([400, { statusCode: '413' }])
    expect(stored()).toEqual(before)
  })
})

it('serves an uploaded page as text to be saved, under the name in the query, which adds no header', async () => {
  const read = async (path: string, query = '') => {
    const { headers: sent } = await fetch(urlOf(path) + query, { headers: headers() })
    expect(sent.has('x-injected')).toBe(false)
    return ['content-type', 'content-disposition', 'x-content-type-options'].map((name) => sent.get(name))
  }
  const path = newPath('a page.html')
  await upload(path, '<script>alert(1)</script>', 'text/html; charset=utf-8')
  const saved = "a%20page.html; filename*=UTF-8''a%20page.html"
  expect(await read(path)).toEqual(['text/plain', `attachment; filename=${saved}`, 'nosniff'])
  const name = encodeURIComponent('Größe "1"\r\nx-injected: 1.svg')
  const named = `attachment; filename=${name}; filename*=UTF-8''${name}`
  expect((await read(path, `?download=${name}`))[1]).toBe(named)
})

describe('pictures', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const OTHER = Buffer.from([...PNG, 1, 2, 3])
  const picture = (bytes: Buffer<ArrayBuffer>) => new Blob([bytes], { type: 'image/png' })
  const read = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

  it('serves a replaced picture at once, and a removed one no longer', async () => {
    const branding = storage.from('branding')
    expect((await branding.upload('logo.png', picture(PNG), { upsert: true })).error).toBeNull()
    expect((await branding.upload('logo.png', picture(OTHER), { upsert: true })).error).toBeNull()
    const { publicUrl } = branding.getPublicUrl('logo.png').data
    expect(await read(publicUrl)).toEqual(OTHER)
    expect((await branding.remove(['logo.png'])).error).toBeNull()
    expect((await fetch(publicUrl)).ok).toBe(false)
  })

  it('accepts spaces in names, and distinguishes them', async () => {
    const benefits = storage.from('benefits')
    const name = 'folder name/my picture.png'
    expect((await benefits.upload(name, picture(PNG))).error).toBeNull()
    expect((await benefits.upload('folder name/mypicture.png', picture(OTHER))).error).toBeNull()
    const { publicUrl } = benefits.getPublicUrl(name).data
    expect(publicUrl).toMatch(/\/folder%20name\/my%20picture\.png$/)
    expect(await read(publicUrl)).toEqual(PNG)
    const { data: downloaded } = await benefits.download(name)
    expect(Buffer.from(await downloaded!.arrayBuffer())).toEqual(PNG)
    const { data } = await benefits.list('folder name')
    // lite returns the whole path, hosted storage its last part.
    const names = data?.map((entry) => entry.name.split('/').at(-1))
    expect(names?.sort()).toEqual(['my picture.png', 'mypicture.png'])
    expect((await benefits.remove([name])).error).toBeNull()
    expect((await fetch(publicUrl)).ok).toBe(false)
  })
})
