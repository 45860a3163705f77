import { expect, it } from 'vitest'
import type { ExplainedRow } from '@/entities/explanations/explanation'
import { adminLine } from './drawer'
import { adminExplanation } from './explanation'

const row = {
  ...{ id: 'r1', at: '2026-11-20T10:00:00Z', key: '1', amount: 1, name: 'ER26', state: 'expired' },
  ...{ detail: 'Autumn', reason: 'Thanks', person_id: 'p1', person_name: 'Mia' },
  ...{ order_id: 'o1', order_number: 'ORD-000148' },
} as ExplainedRow

it.each<[ExplainedRow['kind'], Partial<ExplainedRow>, string, string | undefined, string]>([
  ['email', { name: 'order_placed' }, 'Order placed', '/admin/orders?order=o1', 'ORD-000148, Mia, '],
  ['email', { order_id: null, reason: null }, 'ER26', '/admin/users?person=p1', 'ORD-000148, Mia'],
  ['departure', {}, 'Balance of a deleted user', undefined, ''],
])('leads from a %s %o to its page', (kind, over, title, to, details) => {
  const line = adminLine({ number: 'issued' }, { ...row, ...over, kind })
  expect({ title: line.title, to: line.to }).toEqual({ title, to })
  expect(line.details).toMatch(new RegExp(`^${details}`))
})

it.each([
  [{ number: 'emails', part: 'given_up' }, 'Emails that could not be sent', 'email', false],
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

it.each([{ number: 'shoes' }, { number: 'users' }])('does not explain %o', (number) => {
  expect(adminExplanation(number)).toBeUndefined()
})
