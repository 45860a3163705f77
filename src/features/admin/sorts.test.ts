import { expect, it } from 'vitest'
import { benefitSorts } from './benefits/page'
import { codeSortLabels } from './codes/code-columns'
import { userSorts } from './users/user-columns'

const created = ['-created_at Newest first', 'created_at Oldest first']
const codes = ['code Code, A to Z', '-code Code, Z to A']
const values = ['token_value Lowest value first', '-token_value Highest value first']
const expiry = ['expires_at First to expire', '-expires_at Last to expire']

it.each([
  [
    'users',
    userSorts,
    [
      ...[
        ...created,
        'name Name, A to Z',
        '-name Name, Z to A',
        'email Email, A to Z',
        '-email Email, Z to A',
      ],
      ...['-current_tokens Most tokens first', 'current_tokens Fewest tokens first'],
    ],
  ],
  [
    'benefits',
    benefitSorts,
    [
      ...[...created, 'name Name, A to Z', '-name Name, Z to A'],
      ...['token_value Lowest price first', '-token_value Highest price first'],
    ],
  ],
  [
    'available token codes',
    codeSortLabels('token', 'available'),
    [...created, ...codes, ...values, ...expiry],
  ],
  ['expired invite codes', codeSortLabels('invite', 'expired'), [...created, ...codes, ...expiry]],
  [
    'used token codes',
    codeSortLabels('token', 'used'),
    [...created, ...codes, ...values, '-used_at Last used', 'used_at First used'],
  ],
  [
    'revoked invite codes',
    codeSortLabels('invite', 'revoked'),
    [...created, ...codes, '-revoked_at Last revoked', 'revoked_at First revoked'],
  ],
])('names how %s can be sorted, in this order', (_list, labels, named) => {
  expect(Object.entries(labels).map((entry) => entry.join(' '))).toEqual(named)
})
