import { expect, it } from 'vitest'
import { outcome } from './support/outcome'
import { createCast } from './support/people'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

it('only admins set the e-mail logo, and sign it (D24)', async () => {
  const cast = await createCast(world)
  const set = async (
    actor: 'owner' | 'other' | 'anonymous' | 'expired' | 'admin',
    value: string,
    key = 'email_logo_url',
  ) => outcome(await cast[actor].from('app_settings').upsert({ key, value }).select('key'))
  expect(await set('admin', ' /first.png ')).toBe(1)
  for (const actor of ['owner', 'other', 'anonymous'] as const)
    expect(await set(actor, '/forged.png')).toBe('42501')
  expect(await set('expired', '/forged.png')).toBe('PGRST303')
  expect(await set('admin', '  ')).toBe('23514')
  expect(await set('admin', 'x', 'another_key')).toBe('23514')
  const rows = await world.sql('select value, updated_by from app_settings')
  expect(rows).toEqual([{ value: '/first.png', updated_by: cast.people.admin.id }])
})

it('only admins put pictures into the bucket, which everybody may look at (D24)', async () => {
  const cast = await createCast(world)
  const upload = async (
    actor: 'owner' | 'anonymous' | 'admin',
    path: string,
    type = 'image/png',
    bytes = new Uint8Array(PNG),
  ) =>
    (await cast[actor].storage.from('branding').upload(path, new Blob([bytes], { type }), { upsert: true }))
      .error === null
  expect(await upload('owner', 'logo.png')).toBe(false)
  expect(await upload('anonymous', 'logo.png')).toBe(false)
  expect(await upload('admin', 'logo.svg', 'image/svg+xml')).toBe(false)
  expect(await upload('admin', 'big.png', 'image/png', new Uint8Array(524_289))).toBe(false)
  expect(await world.sql(`select name from storage.objects where bucket_id = 'branding'`)).toEqual([])
  expect(await upload('admin', 'logo.png')).toBe(true)
  const { publicUrl } = cast.anonymous.storage.from('branding').getPublicUrl('logo.png').data
  expect((await fetch(publicUrl)).status).toBe(200)
  expect(await cast.owner.storage.from('branding').remove(['logo.png'])).toMatchObject({ data: [] })
  expect((await fetch(publicUrl)).status).toBe(200)
})
