import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Backend, startBackend } from '../../supabase/local/backend.ts'
import { makeMember, promote } from './support/backend.ts'

let backend: Backend
let admin: Awaited<ReturnType<typeof makeMember>>

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const png = (bytes: Uint8Array<ArrayBuffer> = new Uint8Array(PIXEL)) =>
  new Blob([bytes], { type: 'image/png' })

beforeAll(async () => {
  backend = await startBackend({ ephemeral: true, empty: true })
  admin = await makeMember(backend, 'admin@example.test')
  await promote(backend, admin.id)
})
afterAll(() => backend.stop())

describe('the bucket branding', () => {
  it('takes a picture from an admin and shows it to everybody', async () => {
    const bucket = admin.client.storage.from('branding')
    expect((await bucket.upload('logo.png', png())).error).toBeNull()
    const answer = await fetch(bucket.getPublicUrl('logo.png').data.publicUrl)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PIXEL)
  })

  it('shows the new picture after a replacement, and nothing after a removal', async () => {
    const bucket = admin.client.storage.from('branding')
    const first = await bucket.upload('changing.png', png(), { upsert: true })
    expect(first.error).toBeNull()
    const bytes = new Uint8Array([...PIXEL, 0])
    expect((await bucket.upload('changing.png', png(bytes), { upsert: true })).error).toBeNull()
    const address = bucket.getPublicUrl('changing.png').data.publicUrl
    expect((await (await fetch(address)).arrayBuffer()).byteLength).toBe(bytes.length)
    expect((await bucket.remove(['changing.png'])).error).toBeNull()
    expect((await fetch(address)).ok).toBe(false)
  })

  it('takes nothing from a member', async () => {
    const { client } = await makeMember(backend, 'member@example.test')
    const { error } = await client.storage.from('branding').upload('mine.png', png())
    expect(error?.message).toMatch(/row-level security/)
  })

  it('takes no other kind of file and none over 512 KB', async () => {
    const bucket = admin.client.storage.from('branding')
    const svg = await bucket.upload('logo.svg', new Blob(['<svg/>'], { type: 'image/svg+xml' }))
    expect(svg.error?.message).toMatch(/mime type/)
    const big = await bucket.upload('big.png', png(new Uint8Array(513 * 1024)))
    expect(big.error?.message).toMatch(/exceeded the maximum/)
  })

  it('keeps no path outside its folder', async () => {
    const { error } = await admin.client.storage.from('branding').upload('../../outside.png', png())
    expect(error).not.toBeNull()
  })
})

describe('the name of a picture', () => {
  const other = () => new Uint8Array([...PIXEL, 1, 2, 3])
  const read = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

  it('belongs to its bucket: the same one in another bucket is another picture', async () => {
    const [branding, benefits] = ['branding', 'benefits'].map((name) => admin.client.storage.from(name))
    expect((await branding!.upload('same.png', png())).error).toBeNull()
    expect((await benefits!.upload('same.png', png(other()))).error).toBeNull()
    const address = (bucket: typeof branding) => bucket!.getPublicUrl('same.png').data.publicUrl
    expect(await read(address(branding))).toEqual(PIXEL)
    expect(await read(address(benefits))).toEqual(Buffer.from(other()))
    expect((await branding!.remove(['same.png'])).error).toBeNull()
    expect((await fetch(address(branding))).ok).toBe(false)
    expect(await read(address(benefits))).toEqual(Buffer.from(other()))
  })

  it('may hold a space, and differs from one without', async () => {
    const bucket = admin.client.storage.from('benefits')
    expect((await bucket.upload('folder name/my picture.png', png())).error).toBeNull()
    expect((await bucket.upload('folder name/mypicture.png', png(other()))).error).toBeNull()
    const address = bucket.getPublicUrl('folder name/my picture.png').data.publicUrl
    expect(address).toMatch(/\/folder%20name\/my%20picture\.png$/)
    expect(await read(address)).toEqual(PIXEL)
    const loaded = await bucket.download('folder name/my picture.png')
    expect(loaded.error).toBeNull()
    expect(Buffer.from(await loaded.data!.arrayBuffer())).toEqual(PIXEL)
    const { data } = await bucket.list('folder name')
    // lite says the whole path, hosted storage the last part of it.
    const names = data?.map(({ name }) => name.split('/').at(-1))
    expect(names?.sort()).toEqual(['my picture.png', 'mypicture.png'])
    expect((await bucket.remove(['folder name/my picture.png'])).error).toBeNull()
    expect((await fetch(address)).ok).toBe(false)
  })
})
