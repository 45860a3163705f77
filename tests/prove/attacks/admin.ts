import { randomUUID } from 'node:crypto'
import { freshCode } from '../../db/support/rows.ts'
import type { Row } from '../../db/support/world.ts'
import { type Attack, request } from './attack.ts'
import { order, type Scene } from './scene.ts'

type Sent = (scene: Scene) => unknown
const write = (
  name: string,
  method: string,
  path: (scene: Scene) => string,
  body: Sent,
  expect: string,
): Attack =>
  request(
    name,
    (scene) => ({ as: 'admin', method, path: `/rest/v1/${path(scene)}`, body: body(scene) }),
    expect,
  )
const benefit = (name: string, row: Row, expect = '400 23514'): Attack =>
  write(
    `a benefit with ${name}`,
    'PATCH',
    (s) => `benefits?id=eq.${s.benefit.id}`,
    () => row,
    expect,
  )
const picture = (image_url: string): Attack[] => [
  benefit(`the picture ${JSON.stringify(image_url)}`, { image_url }),
  write(
    `the logo ${JSON.stringify(image_url)}`,
    'POST',
    () => 'app_settings',
    () => ({ key: 'email_logo_in_mails', value: image_url }),
    '400 23514',
  ),
]
const person = (name: string, row: Row, expect: string): Attack =>
  write(
    `a member with ${name}`,
    'PATCH',
    (s) => `profiles?id=eq.${s.victim.id}`,
    () => row,
    expect,
  )
const placed = (name: string, row: (scene: Scene) => Row, expect = '403 42501'): Attack =>
  write(`an order with ${name}`, 'PATCH', (s) => `orders?id=eq.${s.orders.victim}`, row, expect)
const tokenCode = (name: string, row: Row, expect = '400 23514'): Attack =>
  write(
    `a token code ${name}`,
    'POST',
    () => 'redeem_codes',
    () => ({ code: freshCode(), token_value: 5, ...row }),
    expect,
  )

/** What not even an admin can do (D1, D2, D7, D11, D12, D29): a stolen session of one is worth no more than this. */
export const admins: Attack[] = [
  ...[
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//evil.test/a.png',
    '/\\evil.test/a.png',
    '/\t/evil.test/a.png',
    'https:///a.png',
    'ftp://evil.test/a.png',
    'a.png',
  ].flatMap(picture),
  benefit('a price of 0', { token_value: 0 }),
  benefit('a price below 0', { token_value: -10 }),
  benefit('a price beyond the limit', { token_value: 1_000_001 }),
  benefit('a price beyond all numbers', { token_value: 1e30 }, '400'),
  benefit('no name', { name: ' ' }),
  benefit('a megabyte of description', { description: 'x'.repeat(1e6) }),
  tokenCode('of 0', { token_value: 0 }),
  tokenCode('of 1001', { token_value: 1001 }),
  tokenCode('below 0', { token_value: -5 }),
  tokenCode('with a soft hyphen', { code: 'CODE\u00ad-1' }),
  tokenCode('with a filler that nobody sees', { code: 'CODE\u3164-1' }),
  tokenCode('with a space that cannot be broken', { code: 'CODE\u00a01' }),
  tokenCode('of nothing to be seen', { code: '\u200b' }),
  tokenCode('with a line feed', { code: 'CODE\n1234' }),
  tokenCode('of 65 letters', { code: 'A'.repeat(65) }),
  tokenCode('that is used already', { is_used: true }, '403 42501'),
  tokenCode('of somebody else', { created_by: randomUUID() }, '403 42501'),
  person('tokens below 0', { current_tokens: -1 }, '402 insufficient_tokens'),
  person('tokens beyond all numbers', { current_tokens: 2_147_483_648 }, '400'),
  person('no number of tokens', { current_tokens: null }, '400 23502'),
  person('half a token', { current_tokens: 10.5 }, '400'),
  person('a role that there is not', { role: 'owner' }, '400 23514'),
  person('another email', { email: 'else@example.test' }, '403 42501'),
  person('a membership for ever', { membership_end_date: null }, '403 42501'),
  person('another id', { id: randomUUID() }, '403 42501'),
  write(
    'deleting oneself',
    'DELETE',
    (s) => `profiles?id=eq.${s.fixture.admin.id}`,
    () => undefined,
    '409 cannot_delete_self',
  ),
  write(
    'a profile without a login',
    'POST',
    () => 'profiles',
    () => ({ id: randomUUID(), name: 'N', email: 'n@example.test' }),
    '403 42501',
  ),
  placed('another price', () => ({ benefit_token_value: 1 })),
  placed('another owner', ({ mallory }) => ({ user_id: mallory.id })),
  placed('another account', ({ mallory }) => ({ account_id: mallory.id })),
  placed('another number', () => ({ order_number: 'ORD-000001' })),
  placed('another address', () => ({ redemption_email: 'else@example.test' })),
  placed('a status that there is not', () => ({ status: 'refunded' }), '400 23514'),
  write(
    'deleting an order',
    'DELETE',
    (s) => `orders?id=eq.${s.orders.victim}`,
    () => undefined,
    '403 42501',
  ),
  write(
    "an order in a member's name",
    'POST',
    () => 'orders',
    (s) => order(s),
    '403 42501',
  ),
  write(
    'an entry of the ledger',
    'POST',
    () => 'token_transactions',
    ({ mallory }) => ({ user_id: mallory.id, amount: 5, transaction_type: 'purchase', description: 'x' }),
    '403 42501',
  ),
  write(
    'changing the ledger',
    'PATCH',
    () => 'token_transactions?id=not.is.null',
    () => ({ amount: 5 }),
    '403 42501',
  ),
  write(
    'deleting the ledger',
    'DELETE',
    () => 'token_transactions?id=not.is.null',
    () => undefined,
    '403 42501',
  ),
  write(
    'changing a code',
    'PATCH',
    (s) => `redeem_codes?code=eq.${s.codes.token}`,
    () => ({ token_value: 1000 }),
    '403 42501',
  ),
  write(
    'deleting a code',
    'DELETE',
    (s) => `invite_codes?code=eq.${s.codes.invite}`,
    () => undefined,
    '403 42501',
  ),
  write(
    'another setting',
    'POST',
    () => 'app_settings',
    () => ({ key: 'admin_password', value: '/x' }),
    '400 23514',
  ),
  write(
    'signing a setting as another',
    'POST',
    () => 'app_settings',
    (s) => ({ key: 'email_logo_in_mails', value: '/x', updated_by: s.victim.id }),
    '403 42501',
  ),
  write(
    'deleting the log',
    'DELETE',
    () => 'audit_log?id=not.is.null',
    () => undefined,
    '404',
  ),
  write(
    'many codes, one of them wrong',
    'POST',
    () => 'invite_codes',
    () => [{ code: freshCode() }, { code: 'a\u200bb' }],
    '400 23514',
  ),
]
