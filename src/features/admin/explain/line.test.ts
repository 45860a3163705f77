import { expect, it } from 'vitest'
import type { ExplainedRow } from '@/entities/explanations/explanation'
import type { NumberRef } from '@/entities/explanations/number-ref'
import { adminLine, adminNumber } from './drawer'
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

const [email, account, from] = [{ late: 1, givenUp: 2 }, 'p1', '2026-11-16']
const steps = [
  { starts_on: from, issued: 5, spent: 3, outstanding: 70 },
  { starts_on: '2026-11-23', issued: 2, spent: 1, outstanding: 71 },
]
it.each<[NumberRef, object, number | undefined]>([
  [{ number: 'emails', part: 'late' }, { email }, 1],
  [{ number: 'emails', part: 'given_up' }, { email }, 2],
  [{ number: 'issued', step: 'week', from }, steps, 5],
  [{ number: 'issued', step: 'weeks' }, steps, 7],
  [{ number: 'spent', step: 'day', from }, steps, 3],
  [{ number: 'spent', step: 'days', from }, steps, 4],
  [{ number: 'outstanding', step: 'month', from }, steps, 70],
  [{ number: 'outstanding', step: 'months' }, steps, 71],
  [{ number: 'outstanding', step: 'month', from: '2026-12-01' }, steps, undefined],
  [{ number: 'account_balance', account }, { current_tokens: 87 }, 87],
  [{ number: 'account_received', account }, { received: 90, spent: 3 }, 90],
  [{ number: 'account_spent', account }, { received: 90, spent: 3 }, -3],
])('reads %o from what its page has read', (numberRef, data, value) => {
  expect(adminNumber(numberRef)?.select(data)).toBe(value)
})

it.each([{ number: 'shoes' }, { number: 'users' }])('does not explain %o', (number) => {
  expect(adminExplanation(number)).toBeUndefined()
})
