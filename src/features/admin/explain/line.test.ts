import { expect, it } from 'vitest'
import type { ExplainedRow } from '@/entities/explanations/explanation'
import { adminExplanation } from './explanation'
import { adminLine } from './line'

const row = {
  ...{ id: 'r1', at: '2026-11-20T10:00:00Z', key: '1', amount: 1, name: 'ER26', state: 'expired' },
  ...{ detail: 'Autumn', reason: 'Thanks', person_id: 'p1', person_name: 'Mia' },
  ...{ order_id: 'o1', order_number: 'ORD-000148' },
} as ExplainedRow

it.each<[ExplainedRow['kind'], Partial<ExplainedRow>, string, string | undefined, string]>([
  ['token_code', {}, 'ER26', '/admin/token-codes?code=r1', 'Autumn, used by Mia'],
  ['invite_code', { person_name: null }, 'ER26', '/admin/invite-codes?code=r1', 'Autumn'],
  ['person', {}, 'ER26', '/admin/users?person=r1', 'Autumn'],
  ['benefit', {}, 'ER26', '/admin/benefits/r1', 'Inactive'],
  ['benefit', { state: 'active' }, 'ER26', '/admin/benefits/r1', 'Active'],
  ['order', {}, 'ORD-000148', '/admin/orders?order=r1', 'ER26, Mia'],
  [
    'order',
    { order_number: null, name: null, person_name: null },
    'Legacy Order',
    '/admin/orders?order=r1',
    'Deleted Benefit, Deleted user',
  ],
  ['email', { name: 'order_placed' }, 'Order placed', '/admin/orders?order=o1', 'ORD-000148, Mia, '],
  ['email', { order_id: null, reason: null }, 'ER26', '/admin/users?person=p1', 'ORD-000148, Mia'],
  ['departure', {}, 'Balance of a deleted user', undefined, ''],
])('leads from a %s %o to its page', (kind, over, title, to, details) => {
  const line = adminLine({ number: 'token_codes' }, { ...row, ...over, kind })
  expect({ title: line.title, to: line.to }).toEqual({ title, to })
  expect(line.details).toMatch(new RegExp(`^${details}`))
})

it.each([
  [{ number: 'users' }, 'Total Users', 'user', false],
  [{ number: 'orders', part: 'overdue' }, 'Overdue orders', 'order', false],
  [{ number: 'orders', part: 'pending' }, 'Pending orders', 'order', false],
  [
    { number: 'orders', part: 'pending', step: 'day' as const, from: '2026-11-16' },
    /^Pending orders placed on Nov 16, 2026$/,
    'order',
    false,
  ],
  [
    { number: 'issued', step: 'week' as const, from: '2026-11-16' },
    /^Issued from Nov 16, 2026 to Nov 22, 2026$/,
    'entry',
    true,
  ],
  [{ number: 'account_spent', account: 'p1' }, 'Spent', 'entry', true],
])('explains %o as %s', (number, title, noun, tokens) => {
  const found = adminExplanation(number)
  expect(found?.title).toMatch(title)
  expect([found?.noun[0], found?.tokens]).toEqual([noun, tokens])
})

it.each([{ number: 'shoes' }, { number: 'users', step: 'day' as const, from: '2026-11-16' }])(
  'does not explain %o',
  (number) => {
    expect(adminExplanation(number)).toBeUndefined()
  },
)
