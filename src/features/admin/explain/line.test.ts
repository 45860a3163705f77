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
  [
    'email',
    { name: null, reason: 'timeout' },
    '',
    '/admin/orders?order=o1',
    'ORD-000148, Mia, The email server did not',
  ],
  ['entry', { person_name: null }, 'ER26', '/admin/orders?order=o1', 'ORD-000148, Deleted user, Thanks'],
  ['entry', { order_id: null, person_id: null, order_number: null }, 'Autumn', undefined, 'Mia, Thanks'],
  ['departure', {}, 'Balance of a deleted user', undefined, ''],
])('leads from a %s %o to its page', (kind, over, title, to, details) => {
  const line = adminLine({ number: 'issued' }, { ...row, ...over, kind })
  expect({ title: line.title, to: line.to }).toEqual({ title, to })
  expect(line.details).toMatch(new RegExp(`^${details}`))
})

const week = { step: 'week' as const, from: '2026-11-16' }
it.each<[NumberRef, string, RegExp, string]>([
  [{ number: 'emails', part: 'late' }, 'Waiting emails', /sent more than five minutes ago/, 'none'],
  [
    { number: 'emails', part: 'given_up' },
    'Emails that could not be sent',
    /They are not tried again/,
    'none',
  ],
  [
    { number: 'issued', ...week },
    'Issued from Nov 16, 2026 to Nov 22, 2026',
    /^Tokens added .* came back/,
    'none',
  ],
  [
    { number: 'spent', step: 'day', from: week.from },
    'Spent on Nov 16, 2026',
    /taken from balances on Nov/,
    'none',
  ],
  [
    { number: 'spent', step: 'weeks', from: week.from },
    'Spent since Nov 16, 2026',
    /since .*count as issued/,
    'none',
  ],
  [
    { number: 'outstanding', ...week },
    'Outstanding at the end of Nov 22, 2026',
    /that people held then:/,
    'rows',
  ],
  [{ number: 'outstanding', step: 'weeks' }, 'Outstanding', /that people held now:/, 'rows'],
  [{ number: 'account_balance', account: 'p1' }, 'Balance', /has received, less everything/, 'rows'],
  [{ number: 'account_received', account: 'p1' }, 'Received', /^Tokens added to the balance of this/, 'all'],
  [{ number: 'account_spent', account: 'p1' }, 'Spent', /^Tokens taken from the balance of this/, 'all'],
])('explains %o as %s', (number, title, definition, signs) => {
  const isEmail = number.number === 'emails'
  const noun = isEmail ? ['email', 'emails'] : ['entry', 'entries']
  const text = { title, definition: expect.stringMatching(definition) }
  expect(adminExplanation(number)).toEqual({ ...text, noun, tokens: !isEmail, signs })
})

it.each([
  ['spent', 'ER26'],
  ['issued', 'Autumn'],
])('names in %s a redemption whose order is gone: %s', (number, title) => {
  const redemption = { ...row, kind: 'entry' as const, state: 'redemption', order_id: null, amount: 5 }
  expect(adminLine({ number }, redemption)).toMatchObject({ title, amount: 5 })
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

it('reads tokens by the step of their page, or by weeks', () => {
  const steps = ['day', 'days', 'week', 'weeks', 'month', 'months', undefined] as const
  const read = steps.map((step) => adminNumber({ number: 'issued', step })?.queryKey.at(-1))
  expect(read).toEqual(['day', 'day', 'week', 'week', 'month', 'month', 'week'])
})

it.each([{ number: 'shoes' }, { number: 'users' }])('does not explain %o', (number) => {
  expect(adminExplanation(number)).toBeUndefined()
})
