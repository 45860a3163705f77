import { expect, it } from 'vitest'
import { outcome } from './support/outcome'
import { createCast, createDemoted } from './support/people'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
it('only admins set the email logo, and sign it (D24)', async () => {
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
  expect(await set('admin', '/first.png', 'email_logo_in_mails')).toBe(1)
  const updated_by = cast.people.admin.id
  const rows = await world.sql('select key, value, updated_by from app_settings order by key')
  expect(rows).toEqual([
    { key: 'email_logo_in_mails', value: '/first.png', updated_by },
    { key: 'email_logo_url', value: '/first.png', updated_by },
  ])
  const demoted = await createDemoted(world)
  const late = demoted.client.from('app_settings').update({ value: '/late.png' }).eq('key', 'email_logo_url')
  expect(outcome(await late.select('key'))).toBe(0)
})
