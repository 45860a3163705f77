import { expect, it } from 'vitest'
import { sharedBackend } from '../db/support/shared-world.ts'
import { makeAdmin } from './support/backend.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const OTHER = Buffer.from([...PNG, 1, 2, 3])
const picture = (bytes: Buffer<ArrayBuffer>) => new Blob([bytes], { type: 'image/png' })
const read = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

const backend = sharedBackend()
const { storage } = (await makeAdmin(backend, 'admin@example.test')).client

it('serves a replaced picture at once, and a removed one no longer', async () => {
  const branding = storage.from('branding')
  expect((await branding.upload('logo.png', picture(PNG), { upsert: true })).error).toBeNull()
  expect((await branding.upload('logo.png', picture(OTHER), { upsert: true })).error).toBeNull()
  const { publicUrl } = branding.getPublicUrl('logo.png').data
  expect(await read(publicUrl)).toEqual(OTHER)
  expect((await branding.remove(['logo.png'])).error).toBeNull()
  expect((await fetch(publicUrl)).ok).toBe(false)
})

it('keeps pictures of the same name apart by bucket', async () => {
  const [branding, benefits] = [storage.from('branding'), storage.from('benefits')]
  expect((await branding.upload('same.png', picture(PNG))).error).toBeNull()
  expect((await benefits.upload('same.png', picture(OTHER))).error).toBeNull()
  const [one, other] = [branding, benefits].map((each) => each.getPublicUrl('same.png').data.publicUrl)
  expect(await read(one!)).toEqual(PNG)
  expect(await read(other!)).toEqual(OTHER)
  expect((await branding.remove(['same.png'])).error).toBeNull()
  expect((await fetch(one!)).ok).toBe(false)
  expect(await read(other!)).toEqual(OTHER)
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
