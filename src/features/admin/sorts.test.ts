import { expect, it } from 'vitest'
import { benefitSorts } from './benefits/page'
import { codeSortLabels } from './codes/code-columns'
import { userSorts } from './users/user-columns'

const created = '-created_at Newest first; created_at Oldest first'
const names = `${created}; name Name, A to Z; -name Name, Z to A`
const codes = `${created}; code Code, A to Z; -code Code, Z to A`
const values = `${codes}; token_value Lowest value first; -token_value Highest value first`
const emails = 'email Email, A to Z; -email Email, Z to A'
const expiry = 'expires_at First to expire; -expires_at Last to expire'

it.each([
  [userSorts, `${names}; ${emails}; -current_tokens Most tokens first; current_tokens Fewest tokens first`],
  [benefitSorts, `${names}; token_value Lowest price first; -token_value Highest price first`],
  [codeSortLabels('token', 'available'), `${values}; ${expiry}`],
  [codeSortLabels('invite', 'expired'), `${codes}; ${expiry}`],
  [codeSortLabels('token', 'used'), `${values}; -used_at Last used; used_at First used`],
  [codeSortLabels('invite', 'revoked'), `${codes}; -revoked_at Last revoked; revoked_at First revoked`],
])('names in order how a list is sorted: %o', (labels, named) => {
  const sorts = Object.entries(labels).map((entry) => entry.join(' '))
  expect(sorts.join('; ')).toBe(named)
})
