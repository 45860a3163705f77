import type { Row } from '../../db/support/world.ts'
import { type Attack, request } from './attack.ts'
import type { Scene } from './scene.ts'

const back = { prefer: 'return=representation' }
const own = ({ mallory }: Scene) => `/rest/v1/profiles?id=eq.${mallory.id}`

const change = (name: string, body: (scene: Scene) => Row, expect: string): Attack =>
  request(
    `own ${name}`,
    (scene) => ({ as: 'mallory', method: 'PATCH', path: own(scene), body: body(scene) }),
    expect,
  )

const create = (name: string, prefer: string, query = '', method = 'POST'): Attack =>
  request(
    name,
    (scene) => ({
      as: 'mallory',
      method,
      path: `/rest/v1/profiles${query}`,
      headers: { prefer },
      body: {
        id: scene.mallory.id,
        name: 'Mallory',
        email: scene.mallory.email,
        role: 'admin',
        current_tokens: 1e6,
      },
    }),
    '403 42501 | 4xx',
  )

/** A member changes name and phone, and nobody else's (D1, D7, D11). */
export const profiles: Attack[] = [
  change('role', () => ({ role: 'admin' }), '403 profile_column_forbidden'),
  change('tokens', () => ({ current_tokens: 1_000_000 }), '403 profile_column_forbidden'),
  change('tokens, less of them', () => ({ current_tokens: 1 }), '403 profile_column_forbidden'),
  change(
    'name, with the role behind it',
    () => ({ name: 'Mallory', role: 'admin' }),
    '403 profile_column_forbidden',
  ),
  change('id', ({ victim }) => ({ id: victim.id }), '403 42501'),
  change('email', ({ victim }) => ({ email: victim.email }), '403 42501'),
  change('membership', () => ({ membership_end_date: '2999-12-31' }), '403 42501'),
  change('start', () => ({ membership_start_date: '1999-01-01' }), '403 42501'),
  change('invite code', ({ codes }) => ({ invite_code_used: codes.invite }), '403 42501'),
  change('date', () => ({ created_at: '1999-01-01' }), '403 42501'),
  change('name, empty', () => ({ name: '   ' }), '400 23514'),
  change('name, null', () => ({ name: null }), '400 23502'),
  change('name, with a NUL', () => ({ name: 'a\u0000b' }), '400'),
  change('name, of two megabytes', () => ({ name: 'N'.repeat(2e6) }), '4xx'),
  change('phone, of 41 characters', () => ({ phone: '1'.repeat(41) }), '400 23514'),
  change('column that is none', () => ({ is_admin: true }), '400'),
  request(
    'own role, hidden by columns=',
    (scene) => ({
      as: 'mallory',
      method: 'PATCH',
      path: `${own(scene)}&columns=name`,
      headers: back,
      body: { name: 'Mallory', role: 'admin' },
    }),
    '200 1 rows',
  ),
  request(
    'own role, as the second of two keys',
    (scene) => ({
      as: 'mallory',
      method: 'PATCH',
      path: own(scene),
      raw: '{"name":"Mallory","role":"user","role":"admin"}',
    }),
    '403 profile_column_forbidden',
  ),
  request(
    'own role, by way of the prototype',
    (scene) => ({
      as: 'mallory',
      method: 'PATCH',
      path: own(scene),
      raw: '{"name":"Mallory","__proto__":{"role":"admin"},"constructor":{"role":"admin"}}',
    }),
    '4xx',
  ),
  request(
    "another one's name",
    ({ victim }) => ({
      as: 'mallory',
      method: 'PATCH',
      path: `/rest/v1/profiles?id=eq.${victim.id}`,
      headers: back,
      body: { name: 'Owned' },
    }),
    '200 []',
  ),
  request(
    'a change without a filter reaches nobody but oneself',
    { as: 'mallory', method: 'PATCH', path: '/rest/v1/profiles', headers: back, body: { name: 'Mallory' } },
    '200 1 rows | 400 21000',
  ),
  request(
    'a change with a filter that is always true',
    ({ victim }) => ({
      as: 'mallory',
      method: 'PATCH',
      path: `/rest/v1/profiles?or=(id.eq.${victim.id},id.not.is.null)`,
      headers: back,
      body: { name: 'Mallory' },
    }),
    '200 1 rows',
  ),
  request(
    "another one's name, to be shown what hangs on it",
    ({ victim }) => ({
      as: 'mallory',
      method: 'PATCH',
      path: `/rest/v1/profiles?id=eq.${victim.id}&select=*,orders(*)`,
      headers: back,
      body: { name: 'Owned' },
    }),
    '200 []',
  ),
  create('a second profile', 'return=representation'),
  create('a profile over the own one', 'resolution=merge-duplicates', '?on_conflict=id'),
  create('a profile beside the own one', 'resolution=ignore-duplicates', '?on_conflict=id'),
  request(
    'a profile put in place of the own one',
    (scene) => ({
      as: 'mallory',
      method: 'PUT',
      path: own(scene),
      body: { id: scene.mallory.id, name: 'M', email: 'm@example.test', role: 'admin' },
    }),
    '4xx',
  ),
  request(
    'deleting oneself',
    (scene) => ({ as: 'mallory', method: 'DELETE', path: own(scene), headers: back }),
    '200 []',
  ),
  request(
    'deleting another one',
    ({ victim }) => ({
      as: 'mallory',
      method: 'DELETE',
      path: `/rest/v1/profiles?id=eq.${victim.id}`,
      headers: back,
    }),
    '200 []',
  ),
  request(
    'deleting everybody',
    { as: 'mallory', method: 'DELETE', path: '/rest/v1/profiles?id=not.is.null', headers: back },
    '200 []',
  ),
]
