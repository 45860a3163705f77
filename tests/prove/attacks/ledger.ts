import type { Row } from '../../db/support/world.ts'
import { type Attack, request } from './attack.ts'
import type { Scene } from './scene.ts'

const back = { prefer: 'return=representation' }
const entry = ({ mallory }: Scene): Row => ({
  user_id: mallory.id,
  transaction_type: 'purchase',
  amount: 1000,
  description: 'Mine',
})

const write = (
  name: string,
  method: string,
  path: string,
  body: (scene: Scene) => unknown,
  expect = '403 42501',
  headers: Record<string, string> = back,
): Attack =>
  request(
    name,
    (scene) => ({ as: 'mallory', method, path: `/rest/v1/${path}`, headers, body: body(scene) }),
    expect,
  )
const nothing = () => undefined

/** No member writes a line of the ledger, a price, a code or a setting (D1, D2). */
export const ledger: Attack[] = [
  write('an entry', 'POST', 'token_transactions', entry),
  write('an entry that states the balance itself', 'POST', 'token_transactions', (scene) => ({
    ...entry(scene),
    balance_after: 1_000_000,
    actor_id: scene.fixture.admin.id,
  })),
  write('many entries', 'POST', 'token_transactions', (scene) => [entry(scene), entry(scene)]),
  write('an entry over another', 'POST', 'token_transactions?on_conflict=id', entry, '403 42501', {
    prefer: 'resolution=merge-duplicates',
  }),
  request(
    'an entry as a spreadsheet',
    ({ mallory }) => ({
      as: 'mallory',
      path: '/rest/v1/token_transactions',
      headers: { 'content-type': 'text/csv' },
      raw: `user_id,transaction_type,amount,description\n${mallory.id},purchase,1000,Mine`,
    }),
    '403 42501',
  ),
  write('the amount of the own entries', 'PATCH', 'token_transactions?amount=gt.0', () => ({ amount: 1000 })),
  write('whose entries they are', 'PATCH', 'token_transactions?amount=lt.0', ({ victim }) => ({
    user_id: victim.id,
  })),
  write('the words of the own entries', 'PATCH', 'token_transactions?amount=lt.0', () => ({
    description: 'Other',
  })),
  write('deleting the own debits', 'DELETE', 'token_transactions?amount=lt.0', nothing),
  write('deleting the whole ledger', 'DELETE', 'token_transactions?id=not.is.null', nothing),
  write('the price of a benefit', 'PATCH', 'benefits?id=not.is.null', () => ({ token_value: 1 }), '200 []'),
  write('the id of a benefit', 'PATCH', 'benefits?id=not.is.null', ({ hidden }) => ({ id: hidden.id })),
  write('a benefit', 'POST', 'benefits', () => ({ name: 'Mine', description: 'Mine', token_value: 1 })),
  write(
    'a benefit over another',
    'POST',
    'benefits?on_conflict=id',
    ({ benefit }) => ({ ...benefit, token_value: 1 }),
    '403 42501',
    {
      prefer: 'resolution=merge-duplicates',
    },
  ),
  write('deleting the price list', 'DELETE', 'benefits?id=not.is.null', nothing, '200 []'),
  write('a token code', 'POST', 'redeem_codes', () => ({ code: 'MINE-ALL-MINE', token_value: 1000 })),
  write('an invite code', 'POST', 'invite_codes', () => ({ code: 'MINE-ALL-MINE' })),
  write('many invite codes', 'POST', 'invite_codes', () => [{ code: 'MINE-1' }, { code: 'MINE-2' }]),
  write('making a used token code new', 'PATCH', 'redeem_codes?is_used=is.true', () => ({ is_used: false })),
  write('making a used invite code new', 'PATCH', 'invite_codes?is_used=is.true', () => ({ used_by: null })),
  write('deleting codes', 'DELETE', 'invite_codes?id=not.is.null', nothing),
  write(
    'the logo',
    'POST',
    'app_settings?on_conflict=key',
    () => ({ key: 'email_logo_url', value: '/mine.png' }),
    '403 42501',
    {
      prefer: 'resolution=merge-duplicates',
    },
  ),
  write(
    'the logo, changed',
    'PATCH',
    'app_settings?key=not.is.null',
    () => ({ value: '/mine.png' }),
    '200 []',
  ),
  write('deleting the settings', 'DELETE', 'app_settings?key=not.is.null', nothing),
]
