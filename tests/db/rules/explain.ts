import { admin, me, other } from '../support/attempt'
import { count, LEAVE, type Rule, refusals, rules } from './rule'

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
export const explainRules: Rule[] = [
  ...refusals({
    unknown_number: admin(`select explain_number('invented')`),
  }),
  ...rules({
    'members have the rows of their own numbers': me(
      `select explain_rows('account_balance', p_account => :other)`,
      'not_admin',
    ),
    'deleted people have none': me(`select explain_rows('account_entries')`, 'not_admin', {
      before: [LEAVE],
    }),
    "members have no one else's numbers": me(`select explain_number('users')`, 'not_admin'),
    'members find their own orders': other(found('order', 'only one'), undefined, {
      before: named,
      returns: 0,
    }),
    'members find no inactive benefit': notFound(off),
    'members find no closed benefit': notFound(closed),
    'deleted people find no benefit': notFound(LEAVE),
  }),
]
