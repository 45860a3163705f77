import { admin, me, other } from '../support/attempt'
import { conditions, LEAVE, refusals, type SchemaMutant } from './mutant'
import { count } from './policies'

const off = `update benefits set is_active = false where id = :benefit`
const closed = `update benefits set closes_at = now() - interval '1 second' where id = :benefit`
// Among the first five of its kind.
const named = [
  `update benefits set name = 'Only One' where id = :benefit`,
  `update orders set benefit_name = 'Only One' where id = :order`,
]
const found = (kind: string, term: string) =>
  count(`search_everything('${term}') where kind = '${kind}' and (id = :benefit or id = :order)`)
const notFound = (before: string) =>
  me(found('benefit', 'only one'), undefined, { before: [...named, before], returns: 0 })

/** Explained numbers (D48), and the search for the command palette. */
export const explainMutants: SchemaMutant[] = [
  ...refusals('explain_account', { not_admin: me(`select explain_number('users')`) }),
  ...refusals('search_everything', { not_admin: me(`select search_everything('a', true)`) }),
  ...refusals('explain_source', { unknown_number: admin(`select explain_number('invented')`) }),
  ...conditions('explain_account', {
    'members have the rows of their own numbers': [
      ' = auth.uid\\(\\) and',
      ' is not null and',
      me(`select explain_rows('account_balance', p_account => :other)`, 'not_admin'),
    ],
    'deleted people have none': [
      ' and private.is_member\\(\\)',
      '',
      me(`select explain_rows('account_entries')`, 'not_admin', { before: [LEAVE] }),
    ],
    "members have no one else's numbers": [
      'p_number like .account._%. and ',
      '',
      me(`select explain_number('users')`, 'not_admin'),
    ],
  }),
  ...conditions('search_own', {
    'members find their own orders': [
      'o.user_id = auth.uid\\(\\) and ',
      '',
      other(found('order', 'only one'), undefined, { before: named, returns: 0 }),
    ],
    'members find no inactive benefit': ['b.is_active and ', '', notFound(off)],
    'members find no closed benefit': [' or b.closes_at > now\\(\\)', ' or true', notFound(closed)],
    'deleted people find no benefit': ['private.is_member\\(\\) and ', '', notFound(LEAVE)],
  }),
]
